import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * Where what a person's runs and starts have to remember is kept.
 *
 * @param variables - Of the environment: `XDG_STATE_HOME` as the XDG Base Directory Specification has it.
 */
export const stateFolder = (variables: Readonly<Record<string, string | undefined>>): string =>
  join(variables.XDG_STATE_HOME || join(homedir(), '.local', 'state'), 'scrap-prices');
