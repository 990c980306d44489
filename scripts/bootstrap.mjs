#!/usr/bin/env node
// Runs one of the project's programs on the Node.js version that the project brings, and installs what is missing first.
// Plain JavaScript without dependencies: the only file that runs on whatever Node.js the machine has.
//
// usage: node scripts/bootstrap.mjs PROGRAM.ts [ARG ...]
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const isWindows = process.platform === 'win32';
const nodeOfProject = join(root, 'node_modules', 'node', 'bin', isWindows ? 'node.exe' : 'node');

const fail = (sentence) => {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
};

const packagesIn = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;

/** True if npm has installed what the lock file says; packages for other platforms may be missing. */
const isInstalled = () => {
  // Written by npm at the end of every installation.
  const installedLock = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(nodeOfProject) || !existsSync(installedLock)) return false;
  const installed = packagesIn(installedLock);
  return Object.entries(packagesIn(join(root, 'package-lock.json'))).every(
    ([path, { version, optional }]) =>
      path === '' || installed[path]?.version === version || (optional && !installed[path]),
  );
};

const install = () => {
  process.stderr.write('Installing dependencies (npm ci), once; this takes about a minute.\n');
  const { status, stderr, error } = spawnSync(
    isWindows ? 'npm.cmd' : 'npm',
    ['ci', '--no-audit', '--no-fund', '--loglevel=error'],
    // Standard output is the program's own: it may be piped to another.
    { cwd: root, encoding: 'utf8', stdio: ['ignore', 2, 'pipe'], shell: isWindows },
  );
  if (error) return `npm could not be started (${error.message}); it comes with Node.js: https://nodejs.org`;
  if (status !== 0)
    return /E(AI_AGAIN|NOTFOUND|CONNREFUSED|TIMEDOUT|NETUNREACH|CONNRESET)|ERR_SOCKET/.test(stderr)
      ? 'The npm registry could not be reached: connect to the network (or set npm\'s "registry" or "proxy") and try again.'
      : `${stderr}"npm ci" failed with exit code ${status}.`;
  return existsSync(nodeOfProject)
    ? undefined
    : 'The package "node" has no binary: allow its install script (npm config get ignore-scripts) and run "npm ci".';
};

/** A folder is made by one process alone. Beside node_modules, which npm empties. */
const lock = join(root, '.cache', 'installing');
/** No installation takes this long: whoever made the lock has died. */
const maxLockAgeMs = 10 * 60_000;
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** @returns false when another process has the lock. */
const takeLock = () => {
  mkdirSync(dirname(lock), { recursive: true });
  const { mtimeMs = Date.now() } = statSync(lock, { throwIfNoEntry: false }) ?? {};
  if (Date.now() - mtimeMs > maxLockAgeMs) rmSync(lock, { recursive: true, force: true });
  try {
    mkdirSync(lock);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  }
};

const installLocked = () => {
  // A signal ends npm too, and this process once the lock is gone.
  const wait = () => {};
  for (const signal of signals) process.on(signal, wait);
  let problem;
  try {
    problem = isInstalled() ? undefined : install();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
  if (problem) fail(problem);
  for (const signal of signals) process.off(signal, wait);
};

/** A command that starts during an installation waits for it: two would empty each other's node_modules. */
const installOnce = () => {
  const sleep = new Int32Array(new SharedArrayBuffer(4));
  for (let tries = 0; !isInstalled(); tries += 1) {
    if (takeLock()) installLocked();
    else if (tries === 0)
      process.stderr.write(
        `Another command is installing the dependencies; this one waits for it. If none is, remove ${lock}.\n`,
      );
    else Atomics.wait(sleep, 0, 0, 200);
  }
};

/**
 * Prints the comment at the beginning of a program for whoever asks for help, before anything is installed. Programs with a
 * parser that knows `--help` answer themselves.
 */
const answerHelp = (args) => {
  const program = args.find((arg) => !arg.startsWith('-'));
  if (program === undefined || !args.some((arg) => arg === '--help' || arg === '-h')) return;
  const source = readFileSync(program, 'utf8').replace(/^#!.*\n/, '');
  const comment = /^(?:\/\*\*[\s\S]*?\*\/|(?:\/\/.*\n)+)/.exec(source)?.[0];
  if (comment === undefined || / from 'commander';$/m.test(source)) return;
  const text = comment.replace(/^\/\*\*[ \t]*\n?|\s*\*\/$/g, '').replaceAll(/^(?:\/\/| \*) ?/gm, '');
  process.stdout.write(`${text.replaceAll('`', '').trim()}\n`);
  process.exit(0);
};

const args = process.argv.slice(2);
answerHelp(args);
if (Number(process.versions.node.split('.')[0]) < 20)
  fail(`Node.js 20 or newer is needed to start; this is ${process.versions.node}.`);
// The CDK's command line is running from what an installation would replace.
if (process.env.CDK_OUTDIR !== undefined && !isInstalled())
  fail('The dependencies are missing or not those of package-lock.json: run "npm ci", then this again.');
installOnce();

const child = spawn(nodeOfProject, args, {
  stdio: 'inherit',
  env: {
    ...process.env,
    // Compiled once, code need not be compiled by the next program: half of the time that a short one takes.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, '.cache', 'compiled'),
    // Programs started by name (biome, cdk, node itself) are the project's own.
    PATH: [dirname(nodeOfProject), join(root, 'node_modules', '.bin'), process.env.PATH ?? ''].join(
      delimiter,
    ),
  },
});
for (const signal of signals) process.on(signal, () => child.kill(signal));
// npm puts a shell between itself and this process, and not every shell passes a signal on: when it has gone, npm has.
const parentId = process.ppid;
if (process.env.npm_lifecycle_event !== undefined)
  setInterval(() => process.ppid !== parentId && child.kill('SIGTERM'), 1_000).unref();
child.on('error', (error) => fail(`The project's Node.js could not be started: ${error.message}`));
child.on('close', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
