import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { stripVTControlCharacters } from 'node:util';
import { vi } from 'vitest';
import { exitCodeOf } from '../../cli/exit-codes.ts';
import { createProgram } from '../../cli/program.ts';

export const mainFile = join(import.meta.dirname, '../../cli/main.ts');

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Nothing of the tester's own settings reaches the command line. */
export const cleanEnvironment = (home: string, variables: Record<string, string> = {}) => ({
  PATH: process.env.PATH ?? '',
  HOME: home,
  // All starts share one compile cache.
  ...(process.env.NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }),
  ...variables,
});

/** Runs the command line with its outputs in pipes, as a script would. */
export const runCli = async (
  args: readonly string[],
  options: { env: Record<string, string>; input?: string | Uint8Array },
): Promise<Ended> => {
  const child = spawn(process.execPath, [mainFile, ...args], { env: options.env });
  child.stdin.on('error', () => {});
  child.stdin.end(options.input ?? '');
  const [stdout, stderr, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.once('close', resolve)),
  ]);
  return { code, stdout, stderr };
};

/**
 * Runs a command in this process that must be rejected before it does anything.
 *
 * @returns exit code and message.
 */
export const rejectionOf = async (
  args: readonly string[],
  variables: Record<string, string> = {},
): Promise<{ code: number; message: string }> => {
  const inherited = process.env;
  // Commander prints its own errors.
  const silenced = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  process.env = cleanEnvironment('/', variables);
  try {
    await createProgram().parseAsync([...args], { from: 'user' });
    throw new Error(`${args.join(' ')} was accepted.`);
  } catch (error) {
    return { code: exitCodeOf(error), message: (error as Error).message };
  } finally {
    process.env = inherited;
    silenced.mockRestore();
  }
};

/** A folder for one test. */
export const temporaryFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'scrap-prices-cli-'));
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
};

/** Runs the command line in a pseudo-terminal, as a person would. */
export const runInTerminal = async (
  args: readonly string[],
  env: Record<string, string>,
  answer?: { to: string; with: string },
  onScreen: (screen: string) => void = () => {},
  cols = 140,
): Promise<{ code: number; screen: string }> => {
  const { spawn: spawnPty } = await import('@lydell/node-pty');
  const terminal = spawnPty(process.execPath, [mainFile, ...args], {
    cols,
    rows: 40,
    env: { TERM: 'xterm-256color', ...env },
  });
  let screen = '';
  terminal.onData((data) => {
    const before = screen;
    screen += data;
    onScreen(screen);
    if (answer && !before.includes(answer.to) && screen.includes(answer.to)) terminal.write(answer.with);
  });
  const code = await new Promise<number>((resolve) => terminal.onExit(({ exitCode }) => resolve(exitCode)));
  return { code, screen: stripVTControlCharacters(screen) };
};
