// Entry point of the published command line for Node.js 20 and later. Downloads Node.js 24 once for commands that need it.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { downloadedPackage } from './download.ts';
import { needsOwnNode } from './needed-node.ts';

const main = join(__dirname, '../dist/main.mjs');

const runOnOwnNode = (args: readonly string[]): void => {
  const program = process.platform === 'win32' ? 'node.exe' : 'node';
  const node = join(downloadedPackage('node'), 'bin', program);
  const child = spawn(node, [main, ...args], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  child.on('error', ({ message }) => {
    process.stderr.write(`error: Node.js could not be started: ${message}\n`);
    process.exitCode = 1;
  });
  child.on('close', (code, signal) => {
    process.exitCode = code ?? 128 + (signal ? constants.signals[signal] : 0);
  });
};

/** Hides warnings that do not concern users: experimental SQLite in Node.js 22, deprecations in 24. */
const hideWarningsForDevelopers = (): void => {
  const emit = process.emitWarning.bind(process) as (...given: unknown[]) => void;
  process.emitWarning = (...given: unknown[]): void => {
    if (given[1] !== 'ExperimentalWarning' && given[1] !== 'DeprecationWarning') emit(...given);
  };
};

try {
  const args = process.argv.slice(2);
  if (needsOwnNode(process.versions.node, args)) runOnOwnNode(args);
  else {
    hideWarningsForDevelopers();
    void import(pathToFileURL(main).href);
  }
} catch (error) {
  process.stderr.write(`error: ${(error as Error).message}\n`);
  process.exitCode = 1;
}
