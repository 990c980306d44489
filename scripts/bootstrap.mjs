#!/usr/bin/env node
// Installs missing dependencies and runs a program with the project's version of Node.js. Plain JavaScript without
// dependencies, because this file runs on the machine's version.
//
// usage: node scripts/bootstrap.mjs PROGRAM.ts [ARG ...]
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const isWindows = process.platform === 'win32';
const nodeOfProject = join(root, 'node_modules', 'node', 'bin', isWindows ? 'node.exe' : 'node');

const fail = (message) => {
  process.stderr.write(`${message}\n`);
  process.exit(1);
};

const packagesIn = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;

/** Compares node_modules with the lock file; packages for other platforms may be missing. */
const isInstalled = () => {
  // npm writes this file last.
  const installedLock = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(nodeOfProject) || !existsSync(installedLock)) return false;
  const installed = packagesIn(installedLock);
  return Object.entries(packagesIn(join(root, 'package-lock.json'))).every(
    ([path, { version, optional }]) =>
      path === '' || installed[path]?.version === version || (optional && !installed[path]),
  );
};

const install = () => {
  process.stderr.write('Installing dependencies (npm ci); this takes about a minute, only the first time.\n');
  const { status, stderr, error } = spawnSync(
    isWindows ? 'npm.cmd' : 'npm',
    ['ci', '--no-audit', '--no-fund', '--loglevel=error'],
    // Standard output belongs to the program.
    { cwd: root, encoding: 'utf8', stdio: ['ignore', 2, 'pipe'], shell: isWindows },
  );
  if (error)
    return `npm could not be started (${error.message}). Install Node.js, which includes npm: https://nodejs.org`;
  if (status !== 0)
    return /E(AI_AGAIN|NOTFOUND|CONNREFUSED|TIMEDOUT|NETUNREACH|CONNRESET)|ERR_SOCKET/.test(stderr)
      ? 'The npm registry could not be reached: connect to the network (or set npm\'s "registry" or "proxy") and try again.'
      : `${stderr}"npm ci" failed with exit code ${status}.`;
  return existsSync(nodeOfProject)
    ? undefined
    : 'The package "node" has no binary: allow its install script (npm config get ignore-scripts) and run "npm ci".';
};

/** Creating a folder is atomic. It is outside node_modules, which npm empties. */
const lock = join(root, '.cache', 'installing');
/** The owner of an older lock must have died. */
const maxLockAgeMs = 10 * 60_000;
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** @returns false if another process has the lock. */
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
  // npm gets the signal too; this process removes the lock first.
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

/** Waits for an installation in progress: two would empty each other's node_modules. */
const installOnce = () => {
  const sleep = new Int32Array(new SharedArrayBuffer(4));
  for (let tries = 0; !isInstalled(); tries += 1) {
    if (takeLock()) installLocked();
    else if (tries === 0)
      process.stderr.write(
        `Waiting for another command that installs the dependencies. If there is none, remove ${lock}.\n`,
      );
    else Atomics.wait(sleep, 0, 0, 200);
  }
};

/** Prints a program's leading comment for `--help`, before any installation. Programs with commander print their own. */
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
  fail(`Expected Node.js 20 or newer, got ${process.versions.node}.`);
// The running CDK would be replaced by an installation.
if (process.env.CDK_OUTDIR !== undefined && !isInstalled())
  fail('The dependencies differ from package-lock.json: run "npm ci" and try again.');
installOnce();

const child = spawn(nodeOfProject, args, {
  stdio: 'inherit',
  env: {
    ...process.env,
    // The compile cache halves the time of short programs.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, '.cache', 'compiled'),
    // Programs started by name (biome, cdk, node) are the project's.
    PATH: [dirname(nodeOfProject), join(root, 'node_modules', '.bin'), process.env.PATH ?? ''].join(
      delimiter,
    ),
  },
});
for (const signal of signals) process.on(signal, () => child.kill(signal));
// npm runs this in a shell, and not every shell forwards signals: the shell's end means that npm has ended.
const parentId = process.ppid;
if (process.env.npm_lifecycle_event !== undefined)
  setInterval(() => process.ppid !== parentId && child.kill('SIGTERM'), 1_000).unref();
child.on('error', (error) => fail(`The project's Node.js could not be started: ${error.message}`));
child.on('close', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
