import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';

/**
 * Parses a program's options. Exits with the help for `--help`, and with a message for an invalid option.
 *
 * @param program - file whose leading comment is the help: `import.meta.filename`.
 */
export const programOptions = <const Config extends ParseArgsConfig>(
  program: string,
  config: Config,
): ReturnType<typeof parseArgs<Config>> => {
  const help = { type: 'boolean', short: 'h' } as const;
  try {
    const { values } = parseArgs({ ...config, options: { ...config.options, help } });
    if (!('help' in values)) return parseArgs(config);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (!code?.startsWith('ERR_PARSE_ARGS_')) throw error;
    process.stderr.write(`${message}\nSee --help.\n`);
    process.exit(2);
  }
  const bootstrap = join(import.meta.dirname, 'bootstrap.mjs');
  const { status } = spawnSync(process.execPath, [bootstrap, program, '--help'], { stdio: 'inherit' });
  process.exit(status ?? 1);
};
