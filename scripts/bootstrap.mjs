#!/usr/bin/env node
// Runs one of the project's programs on the Node.js version that the project brings, and installs what is
// missing first. Plain JavaScript without dependencies: it is the only file that runs on whatever Node.js the
// machine has, before anything is installed.
//
// usage: node scripts/bootstrap.mjs PROGRAM.ts [ARG ...]
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
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

const packagesIn = (lockFile) => JSON.parse(readFileSync(lockFile, 'utf8')).packages;

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
    stdio: ['ignore', 'inherit', 'pipe'],
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

const major = Number(process.versions.node.split('.')[0]);
if (major < 20) fail(`Node.js 20 or newer is needed to start; this is ${process.versions.node}.`);
if (!isInstalled()) install();

const child = spawn(nodeOfProject, process.argv.slice(2), {
  stdio: 'inherit',
  cwd: process.cwd(),
  env: {
    ...process.env,
    // Programs started by name (biome, cdk, node itself) are the project's own.
    PATH: `${dirname(nodeOfProject)}${process.platform === 'win32' ? ';' : ':'}${join(root, 'node_modules', '.bin')}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH ?? ''}`,
  },
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('error', (error) => fail(`The project's Node.js could not be started: ${error.message}`));
child.on('close', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
