#!/usr/bin/env node
// The command line's door. It holds no type syntax and lives in a CommonJS scope, so that any Node.js from 20 on
// can run it as it is; older ones than 24 hand over to the Node.js that the project brings.
const { spawnSync } = require('node:child_process');
const { enableCompileCache } = require('node:module');
const { join } = require('node:path');

if (Number(process.versions.node.split('.')[0]) >= 24) {
  // The project's own folder: one that all users share would let another one's code in.
  enableCompileCache(process.env.NODE_COMPILE_CACHE ?? join(__dirname, '../.cache/compiled'));
  import('../cli/main.ts');
} else {
  const bootstrap = join(__dirname, '../scripts/bootstrap.mjs');
  const { status } = spawnSync(process.execPath, [bootstrap, __filename, ...process.argv.slice(2)], {
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
}
