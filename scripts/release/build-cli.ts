import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { oldestNode, oldestNodeOfService } from '../../cli/packaged/node-problem.ts';
import { buildConsole } from '../../console/build.ts';
import { buildDocs } from '../../docs-site/build.ts';
import { banner, bundleFunctions } from '../../lib/bundle.ts';
import { conditions, writePhraseTable } from '../../lib/phrase-table.ts';
import type { PackagedService } from '../../local/packaged-parts.ts';
import { synthesizeProject } from '../../local/synthesize-project.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { buildWebPages } from '../web-pages.ts';
import { packageFolder, root } from './folders.ts';

/** Replacements in the package, by the file name of the replaced module. */
const replacements: Readonly<Record<string, string>> = {
  'project-parts.ts': 'local/packaged-parts.ts',
  'chromium-package.ts': 'cli/packaged/chromium-package.ts',
};

const replaceModules: Plugin = {
  name: 'replacements',
  setup: ({ onResolve }) => {
    onResolve({ filter: /\/(project-parts|chromium-package)\.ts$/ }, ({ path }) => ({
      path: join(root, replacements[basename(path)]!),
    }));
    onResolve({ filter: /^classic-level$/ }, () => ({ path: join(root, 'cli/packaged/classic-level.ts') }));
  },
};

/** Adds the extension to dynalite's dynamic requires, which esbuild needs. */
const resolveActions: Plugin = {
  name: 'dynalite-actions',
  setup: ({ onLoad }) => {
    onLoad({ filter: /[/\\]dynalite[/\\]index\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace(/(require\('\.\/\w+\/' \+ action)\)/g, "$1 + '.js')"),
    }));
  },
};

/** Lets undici load in Node.js 20, which lacks two functions that its proxy agent does not need. */
const undiciOnNode20: Plugin = {
  name: 'undici-on-node-20',
  setup: ({ onLoad }) => {
    onLoad(
      { filter: /[/\\]undici[/\\]lib[/\\](?:interceptor[/\\]decompress|web[/\\]webidl[/\\]index)\.js$/ },
      ({ path }) => ({
        contents: readFileSync(path, 'utf8')
          .replace('createZstdDecompress.bind(', 'createZstdDecompress?.bind(')
          .replace('= markAsUncloneable\n', '= markAsUncloneable ?? (() => {})\n'),
      }),
    );
  },
};

/** Polyfills for Node.js 20. */
const polyfills = [
  'array/from-async',
  'async-disposable-stack',
  'disposable-stack',
  'error/is-error',
  'iterator',
  'map/group-by',
  'object/group-by',
  'promise/try',
  'promise/with-resolvers',
  'regexp/escape',
  'set',
  'url/parse',
].map((name) => join(root, 'node_modules/core-js/actual', name));

const common = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  minify: true,
  keepNames: true,
  legalComments: 'linked',
  logLevel: 'warning',
} satisfies BuildOptions;

const bundlePrograms = async (folder: string): Promise<void> => {
  await build({
    ...common,
    entryPoints: {
      main: 'cli/main.ts',
      reader: 'lambdas/reader/worker.ts',
      runtime: 'local/functions/runtime.ts',
    },
    outdir: join(folder, 'dist'),
    outExtension: { '.js': '.mjs' },
    format: 'esm',
    splitting: true,
    target: `node${oldestNode.join('.')}`,
    mainFields: ['module', 'main'],
    conditions,
    banner: { js: banner },
    inject: polyfills,
    plugins: [replaceModules, resolveActions, undiciOnNode20],
  });
  const launcher = join(folder, 'bin/scrap-prices.cjs');
  await build({
    ...common,
    entryPoints: ['cli/packaged/launch.ts'],
    outfile: launcher,
    format: 'cjs',
    target: 'node14',
    banner: { js: '#!/usr/bin/env node' },
  });
  chmodSync(launcher, 0o755);
};

/** Makes a function's bundle, which is for Lambda's release of Node.js, run on the oldest one that the service supports. */
const lowerFunction = async (folder: string): Promise<void> => {
  const names = readdirSync(folder).filter((name) => name.endsWith('.mjs'));
  const target = `node${oldestNodeOfService.join('.')}`;
  await build({
    ...common,
    bundle: false,
    // Names are kept already.
    keepNames: false,
    entryPoints: names.map((name) => join(folder, name)),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    allowOverwrite: true,
    format: 'esm',
    target,
  });
  await build({
    ...common,
    stdin: {
      contents: polyfills.map((file) => `import ${JSON.stringify(file)};`).join(''),
      resolveDir: root,
    },
    outfile: join(folder, 'polyfills.mjs'),
    format: 'esm',
    target,
  });
  for (const name of ['index.mjs', 'reader.mjs'].filter((each) => names.includes(each))) {
    const file = join(folder, name);
    writeFileSync(file, `import"./polyfills.mjs";${readFileSync(file, 'utf8')}`);
  }
};

/** Writes the service for `start`: template and function bundles, without Chromium. */
const writeService = async (folder: string): Promise<void> => {
  await bundleFunctions({ SellingSites: [] });
  // The settings of `startOwnStack`.
  const { template, codeFolder } = synthesizeProject({ watches: true });
  const folders: PackagedService['folders'] = {};
  for (const { Type, Properties = {} } of Object.values(template.Resources)) {
    const { S3Key } = (Properties.Code ?? {}) as { S3Key?: unknown };
    if (Type !== 'AWS::Lambda::Function' || typeof S3Key !== 'string') continue;
    const source = codeFolder({ S3Key });
    const [name] = basename(source).split('-') as [string];
    folders[S3Key] = name;
    cpSync(source, join(folder, name), {
      recursive: true,
      filter: (path) => path !== join(source, 'chromium'),
    });
    await lowerFunction(join(folder, name));
  }
  writeFileSync(
    join(folder, 'service.json'),
    JSON.stringify({ template, folders } satisfies PackagedService),
  );
};

interface Lock {
  packages: Record<string, { dependencies?: object; optionalDependencies?: object; dev?: true }>;
}

/** Packages that are too large or compiled for a platform. Commands install them on demand, by the hashes of the lock file. */
const downloads = ['@sparticuz/chromium', 'classic-level'];

/** Writes the manifest of the downloads, and the project's lock file reduced to them and what they need. */
const writeDownloads = (folder: string): void => {
  mkdirSync(folder);
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock;
  const kept: Lock['packages'] = {};
  const keep = (name: string, from: string): void => {
    let parent = from;
    let path = `${parent}node_modules/${name}`;
    while (packages[path] === undefined && parent !== '') {
      parent = parent.slice(0, parent.lastIndexOf('node_modules/', parent.length - 2));
      path = `${parent}node_modules/${name}`;
    }
    const found = packages[path];
    if (found === undefined || kept[path] !== undefined) return;
    const { dev: _dev, ...entry } = found;
    kept[path] = entry;
    for (const next of Object.keys({ ...found.dependencies, ...found.optionalDependencies }))
      keep(next, `${path}/`);
  };
  for (const name of downloads) keep(name, '');
  const manifest = {
    name: 'scrap-prices-downloads',
    version: packageJson.version,
    private: true,
    dependencies: Object.fromEntries(
      downloads.map((name) => [name, (packages[`node_modules/${name}`] as { version: string }).version]),
    ),
  };
  const { name, version } = manifest;
  const lock = { name, version, lockfileVersion: 3, requires: true, packages: { '': manifest, ...kept } };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  writeFileSync(join(folder, 'package-lock.json'), `${JSON.stringify(lock, null, 2)}\n`);
};

/**
 * Builds the package `scrap-prices`: the command line without dependencies, and the service for `start`. Commands
 * download Chromium and LevelDB on demand.
 *
 * @returns the folder to pack.
 */
export const buildCli = async (): Promise<string> => {
  const folder = packageFolder('scrap-prices');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'service'), { recursive: true });
  writePhraseTable();
  buildWebPages();
  await bundlePrograms(folder);
  writeDownloads(join(folder, 'downloads'));
  await writeService(join(folder, 'service'));
  buildConsole(join(folder, 'service/pages'));
  buildDocs(join(folder, 'service/pages/docs'));
  const { name, version, description, license } = packageJson;
  const manifest = {
    name,
    version,
    description,
    license,
    engines: { node: `>=${oldestNode.join('.')}` },
    keywords: ['price', 'scraping', 'price-comparison', 'price-tracking', 'mcp'],
    bin: { 'scrap-prices': 'bin/scrap-prices.cjs' },
    files: ['bin', 'dist', 'downloads', 'service'],
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  for (const file of ['README.md', 'LICENSE']) cpSync(join(root, file), join(folder, file));
  return folder;
};
