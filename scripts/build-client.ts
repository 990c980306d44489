/**
 * `npm run build:client`: makes `build/client`, which the package entry `scrap-prices/client` names: one file of JavaScript for Node.js and
 * browsers, and its types. Node.js does not strip types inside `node_modules`, so the source cannot be the entry.
 */
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'build/client');

rmSync(folder, { recursive: true, force: true });
await build({
  entryPoints: [join(root, 'client/index.ts')],
  outfile: join(folder, 'index.js'),
  bundle: true,
  format: 'esm',
  target: 'es2023',
});
const tsc = join(root, 'node_modules/typescript/bin/tsc');
const options =
  '--noEmit false --declaration --emitDeclarationOnly --strict --skipLibCheck --module nodenext';
const { status, stdout } = spawnSync(
  process.execPath,
  [
    tsc,
    ...options.split(' '),
    ...'--target es2024 --lib es2024,dom,dom.iterable --types node --allowImportingTsExtensions'.split(' '),
    ...[
      '--ignoreConfig',
      '--rootDir',
      root,
      '--outDir',
      join(folder, 'types'),
      join(root, 'client/index.ts'),
    ],
  ],
  { cwd: root, encoding: 'utf8' },
);
if (status !== 0) throw new Error(`The client's types could not be made:\n${stdout}`);
writeFileSync(join(folder, 'index.d.ts'), "export * from './types/client/index.ts';\n");
