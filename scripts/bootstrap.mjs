#!/usr/bin/env node
// Runs one of the project's programs on the Node.js version that the project brings, and installs what is
// missing first. Plain JavaScript without dependencies: it is the only file that runs on whatever Node.js the
// machine has, before anything is installed.
//
// usage: node scripts/bootstrap.mjs PROGRAM.ts [ARG ...]
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const nodeOfProject = join(
  root,
  'node_modules',
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);

const fail = (sentence) => {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
};

/** Names the process that installs; beside node_modules, which npm empties. */
const lockFile = join(root, '.cache', 'install.lock');
/** No installation takes this long: whoever holds the lock died with the machine, and its number is another's now. */
const maxLockAgeMs = 15 * 60_000;

const isAlive = (processId) => {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
};

/** @returns the text of the lock; `undefined` when there is none. */
const readLock = () => {
  try {
    return readFileSync(lockFile, 'utf8');
  } catch {
    return undefined;
  }
};

/** Whether another process is installing at this moment. What a dead one left is cleared away. */
const isOtherInstalling = () => {
  const owner = readLock();
  if (owner === undefined) return false;
  const ageMs = Date.now() - (statSync(lockFile, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  // Empty for the moment between its making and its writing.
  const isHeld = owner === '' || isAlive(Number(owner));
  if (isHeld && ageMs < maxLockAgeMs) return true;
  // By moving it, so that of two processes that find it only one does, and nobody's fresh lock is lost.
  const found = `${lockFile}.${process.pid}`;
  try {
    renameSync(lockFile, found);
    if (readFileSync(found, 'utf8') !== owner) renameSync(found, lockFile);
  } catch {
    // Another process was first.
  }
  rmSync(found, { force: true });
  return false;
};

const waitForOther = () => {
  if (!isOtherInstalling()) return;
  process.stderr.write(
    `Another command is installing the dependencies (process ${readLock() ?? 'unknown'}); this one waits for it.\n`,
  );
  const clock = new Int32Array(new SharedArrayBuffer(4));
  while (isOtherInstalling()) Atomics.wait(clock, 0, 0, 200);
};

/** @returns false when another process has the lock. */
const takeLock = () => {
  mkdirSync(dirname(lockFile), { recursive: true });
  try {
    writeFileSync(lockFile, String(process.pid), { flag: 'wx' });
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
  // Whatever way this process ends.
  process.on('exit', releaseLock);
  return true;
};

const releaseLock = () => {
  if (readLock() === String(process.pid)) rmSync(lockFile, { force: true });
};

const packagesIn = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;

/** Whether what npm has installed is what the lock file says; packages for other platforms may be missing. */
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
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const result = spawnSync(npm, ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    encoding: 'utf8',
    // Standard output is the program's own: it may be piped to another.
    stdio: ['ignore', 2, 'pipe'],
    shell: process.platform === 'win32',
  });
  if (result.error)
    fail(`npm could not be started (${result.error.message}); npm comes with Node.js: https://nodejs.org`);
  if (result.status !== 0) {
    const output = result.stderr ?? '';
    if (/E(AI_AGAIN|NOTFOUND|CONNREFUSED|TIMEDOUT|NETUNREACH|CONNRESET)|ERR_SOCKET|network/i.test(output)) {
      fail(
        'The npm registry could not be reached: connect to the network (or set npm\'s "registry" or "proxy") and run the command again.',
      );
    }
    process.stderr.write(output);
    fail(`"npm ci" failed with exit code ${result.status}; its own message stands above.`);
  }
  if (!existsSync(nodeOfProject)) {
    fail(
      'The package "node" was installed without its binary: allow its install script (npm config get ignore-scripts) and run "npm ci" again.',
    );
  }
};

/**
 * What a program says of itself to who asks for help: the comment at its beginning, which is the one place where its
 * arguments are described. Programs with a parser that knows `--help` answer themselves.
 *
 * @returns `undefined` when the program is to run.
 */
const helpOf = (args) => {
  // Before it stand options of Node.js.
  const program = args.find((arg) => !arg.startsWith('-'));
  if (program === undefined || !args.some((arg) => arg === '--help' || arg === '-h')) return undefined;
  const source = readFileSync(program, 'utf8').replace(/^#!.*\n/, '');
  if (/ from 'commander';$/m.test(source)) return undefined;
  const comment = /^(?:\/\*\*[\s\S]*?\*\/|(?:\/\/.*\n)+)/.exec(source)?.[0];
  return comment
    ?.replace(/^\/\*\*[ \t]*\n?|\s*\*\/$/g, '')
    .replaceAll(/^(?:\/\/| \*) ?/gm, '')
    .replaceAll('`', '')
    .trim();
};

const help = helpOf(process.argv.slice(2));
if (help !== undefined) {
  process.stdout.write(`${help}\n`);
  process.exit(0);
}

const major = Number(process.versions.node.split('.')[0]);
if (major < 20) fail(`Node.js 20 or newer is needed to start; this is ${process.versions.node}.`);
// A command that starts meanwhile must neither install the same a second time nor run with half of it.
waitForOther();
// The CDK's command line is running from what an installation would replace.
if (process.env.CDK_OUTDIR !== undefined && !isInstalled())
  fail('The dependencies are missing or not those of package-lock.json: run "npm ci", then this again.');
while (!isInstalled()) {
  if (takeLock()) {
    install();
    releaseLock();
    break;
  }
  waitForOther();
}

const child = spawn(nodeOfProject, process.argv.slice(2), {
  stdio: 'inherit',
  cwd: process.cwd(),
  env: {
    ...process.env,
    // What is compiled once need not be compiled by the next program: half of the time that a short one takes.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, '.cache', 'compiled'),
    // Programs started by name (biome, cdk, node itself) are the project's own.
    PATH: [dirname(nodeOfProject), join(root, 'node_modules', '.bin'), process.env.PATH ?? ''].join(
      delimiter,
    ),
  },
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
// npm puts a shell between itself and this process, and not every shell passes a signal on: when it has gone, npm has.
const parentId = process.ppid;
if (process.env.npm_lifecycle_event !== undefined) {
  const look = () => process.ppid !== parentId && child.kill('SIGTERM');
  setInterval(look, 1_000).unref();
}
child.on('error', (error) => fail(`The project's Node.js could not be started: ${error.message}`));
child.on('close', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
