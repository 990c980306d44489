import { join } from 'node:path';

/** Default output folder of `buildConsole`. */
export const consoleFolder = join(import.meta.dirname, '../build/console');
