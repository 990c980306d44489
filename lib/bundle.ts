import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, build, buildSync, type Metafile } from 'esbuild';
import { buildChromiumAsset, chromiumAssetFolder } from './chromium-asset.ts';
import { conditions, writePhraseTable } from './phrase-table.ts';

const root = join(import.meta.dirname, '..');

/** Folder of bundles. Each is named by the hash of its inputs and never changes, since other processes may use it. */
export const bundlesFolder = join(root, 'build/lambdas');

/** The built pages of console and documentation, which the console function serves. They are built before it is bundled. */
const pagesFolder = join(root, 'build/console');

/** Files of the pages, without those that only other servers of them use; the documentation inlines its pictures. */
const pageFiles = (): string[] => {
  if (!existsSync(join(pagesFolder, 'index.html')))
    throw new Error(
      `${pagesFolder} has no pages: build them with "node scripts/bootstrap.mjs scripts/web-pages.ts".`,
    );
  return readdirSync(pagesFolder, { recursive: true, encoding: 'utf8' })
    .filter((file) => !/\.(png|stamp)$/.test(file) && statSync(join(pagesFolder, file)).isFile())
    .toSorted();
};

/** All functions of a deployment: each is a folder in `lambdas` with an `index.ts`. */
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

/** Worker files of a function, beside its `index.mjs`. */
const workerEntries: Partial<Record<FunctionName, Record<string, string>>> = {
  scraper: { reader: 'lambdas/reader/worker.ts' },
  renderer: { reader: 'lambdas/reader/worker.ts' },
};

/** Functions that resolve selling sites by name. */
const withRegistry: ReadonlySet<FunctionName> = new Set(['queue', 'watches']);

/** Globals that bundled CommonJS packages need. */
export const banner =
  "import{createRequire as __createRequire}from'node:module';import{fileURLToPath as __toPath}from'node:url';" +
  'const require=__createRequire(import.meta.url),__filename=__toPath(import.meta.url),' +
  '__dirname=__toPath(new URL(".",import.meta.url));';

/**
 * Splits code that is imported on demand, such as the SDK's credential providers, into separate files: in one file it
 * is wrapped in functions, which doubles the load time.
 */
const commonOptions = {
  absWorkingDir: root,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  splitting: true,
  chunkNames: '[name]-[hash]',
  platform: 'node',
  target: 'node24',
  format: 'esm',
  minify: true,
  keepNames: true,
  sourcemap: false,
  metafile: true,
  legalComments: 'none',
  mainFields: ['module', 'main'],
  conditions,
  banner: { js: banner },
  logLevel: 'warning',
} satisfies BuildOptions;

const buildOptions = ({ name }: Bundle, fresh: string) => ({
  ...commonOptions,
  entryPoints: { index: `lambdas/${name}/index.ts`, ...workerEntries[name] },
  outdir: join(fresh, name),
});

/** Hash of everything that determines the bundle. */
const inputHash = (inputs: readonly string[], extra: string): string => {
  const hash = createHash('sha256').update(extra);
  for (const input of inputs.toSorted()) hash.update(input).update(readFileSync(join(root, input)));
  return hash.digest('hex');
};

interface Stamp {
  inputs: string[];
  hash: string;
}

interface Bundle {
  name: FunctionName;
  stampFile: string;
  registryText: string;
  /** Everything besides the inputs that determines the output. */
  extra: string;
}

/** The selling-site registry. */
export type Registry = { SellingSites: object[] };

const bundleOf = (name: FunctionName, registry: Registry): Bundle => {
  const registryText = withRegistry.has(name) ? JSON.stringify(registry) : '';
  const key = createHash('sha256').update(registryText).digest('hex').slice(0, 12);
  const extra = [
    registryText,
    JSON.stringify(commonOptions),
    readFileSync(join(root, 'package-lock.json')),
    ...(name === 'console'
      ? pageFiles().map((file) => `${file}\0${readFileSync(join(pagesFolder, file))}`)
      : []),
  ].join('\0');
  return { name, stampFile: join(bundlesFolder, `${name}-${key}.stamp.json`), registryText, extra };
};

const folderOf = (name: FunctionName, hash: string): string =>
  join(bundlesFolder, `${name}-${hash.slice(0, 16)}`);

/** Returns the folder of a bundle whose inputs have not changed since it was built. */
const currentFolder = ({ name, stampFile, extra }: Bundle): string | undefined => {
  if (!existsSync(stampFile)) return undefined;
  const { inputs, hash } = JSON.parse(readFileSync(stampFile, 'utf8')) as Stamp;
  const folder = folderOf(name, hash);
  const areThere = [folder, ...inputs.map((input) => join(root, input))].every((file) => existsSync(file));
  if (!areThere || inputHash(inputs, extra) !== hash) return undefined;
  const now = new Date();
  utimesSync(folder, now, now);
  return folder;
};

const staleBundles = (registry: Registry): Bundle[] =>
  functionNames
    .map((name) => bundleOf(name, registry))
    .filter((bundle) => currentFolder(bundle) === undefined);

const unusedMs = 24 * 60 * 60_000;

/** Removes bundles that nobody has asked for in a day, and what a killed build left. */
const removeUnused = (): void => {
  for (const entry of readdirSync(bundlesFolder, { withFileTypes: true })) {
    const folder = join(bundlesFolder, entry.name);
    const usedAtMs = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (entry.isDirectory() && usedAtMs < Date.now() - unusedMs)
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
};

const inputsOf = ({ inputs }: Metafile): string[] =>
  Object.keys(inputs).filter((input) => !input.includes('node_modules/'));

/** Adds the other files of a function, and moves its folder into place. @returns the folder. */
const finishBundle = (bundle: Bundle, outdir: string, metafile: Metafile): string => {
  const { name, stampFile, registryText, extra } = bundle;
  const fresh = join(outdir, name);
  const inputs = inputsOf(metafile);
  if (withRegistry.has(name)) writeFileSync(join(fresh, 'selling-sites.json'), registryText);
  if (name === 'renderer') buildChromiumAsset(fresh);
  if (name === 'console') {
    const pages = join(fresh, 'pages');
    for (const file of pageFiles()) cpSync(join(pagesFolder, file), join(pages, file));
    // A deployment has no demonstration shops.
    writeFileSync(join(pages, 'demo.json'), 'null');
  }
  const stamp: Stamp = { inputs, hash: inputHash(inputs, extra) };
  const folder = folderOf(name, stamp.hash);
  try {
    renameSync(fresh, folder);
  } catch (error) {
    // Another process has built the same meanwhile, e.g. `npm start` during `npm test`.
    if (!existsSync(folder)) throw error;
  }
  writeFileSync(`${fresh}.json`, JSON.stringify(stamp));
  renameSync(`${fresh}.json`, stampFile);
  return folder;
};

/** Temporary folder of a build, which then replaces the old bundle. */
const makeFreshFolder = (): string => {
  mkdirSync(bundlesFolder, { recursive: true });
  return mkdtempSync(join(bundlesFolder, '.fresh-'));
};

/**
 * Bundles a function into a folder for Lambda: `index.mjs` with everything in it, and its workers. Reuses folders whose
 * inputs have not changed; if one is outdated, rebuilds all outdated ones.
 *
 * @returns the folder.
 */
export const bundleFunction = (name: FunctionName, registry: Registry): string => {
  writePhraseTable();
  const current = currentFolder(bundleOf(name, registry));
  if (current !== undefined) return current;
  const fresh = makeFreshFolder();
  try {
    const built = new Map(
      staleBundles(registry).map((one) => [
        one.name,
        finishBundle(one, fresh, buildSync(buildOptions(one, fresh)).metafile),
      ]),
    );
    return built.get(name) ?? bundleFunction(name, registry);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
    removeUnused();
  }
};

/** Builds everything that {@link bundleFunction} returns, functions and Chromium in parallel. */
export const bundleFunctions = async (registry: Registry): Promise<void> => {
  writePhraseTable();
  const stale = staleBundles(registry);
  if (stale.length === 0) return;
  const fresh = makeFreshFolder();
  try {
    const building = Promise.all(stale.map((one) => build(buildOptions(one, fresh))));
    if (stale.some(({ name }) => name === 'renderer')) await chromiumAssetFolder();
    const built = await building;
    for (const [index, one] of stale.entries()) finishBundle(one, fresh, built[index]!.metafile);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
    removeUnused();
  }
};
