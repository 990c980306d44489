import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { buildConsole } from '../../console/build.ts';
import { buildDocs } from '../../docs-site/build.ts';
import { banner, bundleFunctions } from '../../lib/bundle.ts';
import { conditions, writePhraseTable } from '../../lib/phrase-table.ts';
import type { PackagedService } from '../../local/packaged-parts.ts';
import { synthesizeProject } from '../../local/synthesize-project.ts';
import packageJson from '../../package.json' with { type: 'json' };
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

/** Polyfills for Node.js 22. */
const polyfills = [
  'regexp/escape',
  'promise/try',
  'disposable-stack',
  'async-disposable-stack',
  'iterator/dispose',
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
      'process-watch': 'lambdas/web/browser/process-watch.ts',
      runtime: 'local/functions/runtime.ts',
    },
    outdir: join(folder, 'dist'),
    outExtension: { '.js': '.mjs' },
    format: 'esm',
    splitting: true,
    target: 'node22.13',
    mainFields: ['module', 'main'],
    conditions,
    banner: { js: banner },
    inject: polyfills,
    plugins: [replaceModules, resolveActions],
  });
  const launcher = join(folder, 'bin/scrap-prices.cjs');
  await build({
    ...common,
    entryPoints: ['cli/packaged/launch.ts'],
    outfile: launcher,
    format: 'cjs',
    target: 'node20',
    banner: { js: '#!/usr/bin/env node' },
  });
  chmodSync(launcher, 0o755);
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
  }
  writeFileSync(
    join(folder, 'service.json'),
    JSON.stringify({ template, folders } satisfies PackagedService),
  );
};

/**
 * Builds the package `scrap-prices`: the command line without dependencies, and the service for `start`. Commands
 * download Node.js 24, Chromium and LevelDB on demand.
 *
 * @returns the folder to pack.
 */
export const buildCli = async (): Promise<string> => {
  const folder = packageFolder('scrap-prices');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'service'), { recursive: true });
  writePhraseTable();
  await bundlePrograms(folder);
  await writeService(join(folder, 'service'));
  buildConsole(join(folder, 'service/pages'));
  buildDocs(join(folder, 'service/pages/docs'));
  const { name, version, description, license, engines } = packageJson;
  const manifest = {
    name,
    version,
    description,
    license,
    engines,
    keywords: ['price', 'scraping', 'price-comparison', 'price-tracking', 'mcp'],
    bin: { 'scrap-prices': 'bin/scrap-prices.cjs' },
    files: ['bin', 'dist', 'service'],
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  for (const file of ['README.md', 'LICENSE']) cpSync(join(root, file), join(folder, file));
  return folder;
};
