import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { packageFolder, root } from './folders.ts';

/** Writes the client's types, which import nothing else. */
const writeTypes = (folder: string): void => {
  const options = [
    ...['--ignoreConfig', '--declaration', '--emitDeclarationOnly', '--strict', '--skipLibCheck'],
    ...['--module', 'nodenext', '--target', 'es2022', '--lib', 'es2024,dom,dom.iterable', '--types', 'node'],
    ...['--allowImportingTsExtensions', '--verbatimModuleSyntax'],
    ...['--rootDir', join(root, 'client'), '--outDir', folder, join(root, 'client/index.ts')],
  ];
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const { status, stdout } = spawnSync(process.execPath, [tsc, ...options], { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`The client's types could not be generated:\n${stdout}`);
  for (const name of readdirSync(folder).filter((one) => one.endsWith('.d.ts'))) {
    const file = join(folder, name);
    writeFileSync(file, readFileSync(file, 'utf8').replace(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'"));
  }
};

/** Builds the package `@scrap-prices/client`, as ES module and CommonJS. @returns the folder to pack. */
export const buildClient = async (): Promise<string> => {
  const folder = packageFolder('client');
  rmSync(folder, { recursive: true, force: true });
  for (const format of ['esm', 'cjs'] as const) {
    await build({
      absWorkingDir: root,
      entryPoints: ['client/index.ts'],
      outfile: join(folder, format, 'index.js'),
      bundle: true,
      format,
      platform: 'neutral',
      target: 'es2022',
    });
    writeTypes(join(folder, format));
  }
  writeFileSync(join(folder, 'cjs/package.json'), '{ "type": "commonjs" }\n');
  for (const file of ['package.json', 'README.md']) cpSync(join(root, 'client', file), join(folder, file));
  writeFileSync(join(folder, 'LICENSE'), readFileSync(join(root, 'LICENSE')));
  return folder;
};
