import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { buildConsole } from '../console/build.ts';
import { buildChromiumAsset } from './chromium-asset.ts';

const root = join(import.meta.dirname, '..');

/** Where bundles are made and kept. */
export const bundlesFolder = join(root, 'build/lambdas');

/** Every function that a deployment can have: each is a folder of `lambdas` with an `index.ts`. */
export const functionNames = [
  'queue',
  'status',
  'scraper',
  'renderer',
  'closing',
  'delivery',
  'watches',
  'watcher',
  'console',
] as const;

export type FunctionName = (typeof functionNames)[number];

/** Files that a function runs in threads of their own, beside its `index.mjs`. */
const workerEntries: Partial<Record<FunctionName, Record<string, string>>> = {
  scraper: { reader: 'lambdas/reader/worker.ts' },
  renderer: { reader: 'lambdas/reader/worker.ts', 'process-watch': 'lambdas/web/browser/process-watch.ts' },
};

/** Functions that know the deployment's selling sites by name. */
const withRegistry: ReadonlySet<FunctionName> = new Set(['queue', 'watches']);

/** CommonJS packages inside an ES module still ask for these. */
export const banner =
  "import{createRequire as __createRequire}from'node:module';import{fileURLToPath as __toPath}from'node:url';" +
  'const require=__createRequire(import.meta.url),__filename=__toPath(import.meta.url),' +
  '__dirname=__toPath(new URL(".",import.meta.url));';

/** Bytes of the files that esbuild read, and all else that decides what comes out. */
const inputHash = (inputs: readonly string[], extra: string): string => {
  const hash = createHash('sha256').update(extra);
  for (const input of inputs.toSorted()) hash.update(input).update(readFileSync(join(root, input)));
  return hash.digest('hex');
};

interface Stamp {
  inputs: string[];
  hash: string;
}

/**
 * Bundles a function into a folder that Lambda runs as it is: `index.mjs` with everything in it, and the files of its
 * workers. A folder whose inputs have not changed is used again.
 *
 * @param registry - selling sites that some functions know by name.
 * @returns the folder.
 */
export const bundleFunction = (name: FunctionName, registry: { SellingSites: object[] }): string => {
  const registryText = withRegistry.has(name) ? JSON.stringify(registry) : '';
  const key = createHash('sha256').update(registryText).digest('hex').slice(0, 12);
  const folder = join(bundlesFolder, `${name}-${key}`);
  const stampFile = `${folder}.stamp.json`;
  const extra = [registryText, banner, readFileSync(join(root, 'package-lock.json'))].join('\0');
  const isCurrent = (): boolean => {
    const files = ['index', ...Object.keys(workerEntries[name] ?? {})].map((file) =>
      join(folder, `${file}.mjs`),
    );
    if (![stampFile, ...files].every((file) => existsSync(file))) return false;
    const stamp = JSON.parse(readFileSync(stampFile, 'utf8')) as Stamp;
    return (
      stamp.inputs.every((input) => existsSync(join(root, input))) &&
      inputHash(stamp.inputs, extra) === stamp.hash
    );
  };
  if (isCurrent()) return folder;

  const fresh = `${folder}.${process.pid}`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  const { metafile } = buildSync({
    absWorkingDir: root,
    entryPoints: { index: `lambdas/${name}/index.ts`, ...workerEntries[name] },
    outdir: fresh,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    minify: true,
    keepNames: true,
    sourcemap: false,
    metafile: true,
    legalComments: 'none',
    mainFields: ['module', 'main'],
    banner: { js: banner },
    logLevel: 'warning',
  });
  if (withRegistry.has(name)) writeFileSync(join(fresh, 'selling-sites.json'), registryText);
  if (name === 'renderer') buildChromiumAsset(fresh);
  const inputs = Object.keys(metafile.inputs).filter((input) => !input.includes('node_modules/'));
  if (name === 'console') {
    const pages = join(fresh, 'pages');
    inputs.push(...buildConsole(pages).inputs);
    // A deployment demonstrates nothing, and says so rather than being asked in vain.
    writeFileSync(join(pages, 'demo.json'), 'null');
  }
  // The same may have been made by another process meanwhile: `npm start` beside `npm test`.
  if (!isCurrent()) {
    const stamp: Stamp = { inputs, hash: inputHash(inputs, extra) };
    writeFileSync(`${fresh}.json`, JSON.stringify(stamp));
    renameSync(`${fresh}.json`, stampFile);
    rmSync(folder, { recursive: true, force: true });
    try {
      renameSync(fresh, folder);
    } catch (error) {
      if (!isCurrent()) throw error;
    }
  }
  rmSync(fresh, { recursive: true, force: true });
  return folder;
};
