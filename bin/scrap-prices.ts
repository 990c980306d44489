#!/usr/bin/env node

// Entry point of the command line. It holds no type syntax and lives in a CommonJS scope, so that any Node.js from 20
// on can run it as it is. Before 24, and where nothing is installed yet, it hands over to the bootstrap.
const { spawn } = require('node:child_process');
const { existsSync } = require('node:fs');
const { enableCompileCache } = require('node:module');
const { join } = require('node:path');

const isInstalled = existsSync(join(__dirname, '../node_modules/.package-lock.json'));
if (Number(process.versions.node.split('.')[0]) >= 24 && isInstalled) {
  // The project's own folder: one that all users share would let another one's code in.
  enableCompileCache(process.env.NODE_COMPILE_CACHE ?? join(__dirname, '../.cache/compiled'));
  import('../cli/main.ts');
} else {
  const bootstrap = join(__dirname, '../scripts/bootstrap.mjs');
  const child = spawn(process.execPath, [bootstrap, __filename, ...process.argv.slice(2)], {
    stdio: 'inherit',
  });
  // A terminal sends Ctrl-C to both.
  process.on('SIGINT', () => {});
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', console.error);
  child.on('close', () => process.exit(child.exitCode ?? (child.signalCode === 'SIGINT' ? 130 : 1)));
}
