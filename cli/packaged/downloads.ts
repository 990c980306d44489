import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../../local/cache-folder.ts';

/** Holds the `package.json` and `package-lock.json` of the downloads. */
const manifests = join(import.meta.dirname, '../downloads');

const options = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];

/** Installs exactly what the lock file names by hash, without running scripts of packages. */
const install = async (folder: string): Promise<void> => {
  const isWindows = process.platform === 'win32';
  const npm = spawn(isWindows ? 'npm.cmd' : 'npm', [...options, '--no-update-notifier'], {
    cwd: folder,
    // Keep standard output for results.
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: isWindows,
  });
  const [code] = (await once(npm, 'close')) as [number | null];
  if (code !== 0) throw new Error(`npm ended with ${code ?? 'a signal'}`);
};

/** Says every few seconds that a download goes on. @returns a function that ends this. */
const reportProgress = (title: string): (() => void) => {
  const startedAtMs = performance.now();
  const seconds = (): string => `${Math.round((performance.now() - startedAtMs) / 1_000)} s`;
  process.stderr.write(`Downloading ${title}, only the first time.\n`);
  const timer = setInterval(() => process.stderr.write(`Still downloading, ${seconds()} so far.\n`), 10_000);
  return () => {
    clearInterval(timer);
    process.stderr.write(`Downloaded in ${seconds()}.\n`);
  };
};

const downloadInto = async (cache: string, folder: string): Promise<void> => {
  mkdirSync(cache, { recursive: true });
  const fresh = mkdtempSync(join(cache, '.fresh-'));
  const end = reportProgress('Chromium and LevelDB (about 70 MB)');
  try {
    cpSync(manifests, fresh, { recursive: true });
    await install(fresh);
    renameSync(fresh, folder);
  } catch (cause) {
    // Another process may have been first.
    if (!existsSync(folder))
      throw new Error(
        `Chromium could not be downloaded into ${cache} with npm (${(cause as Error).message}). Check the connection to the npm registry and the free space of the disk, then run the command again. SCRAP_PRICES_CACHE names another folder.`,
        { cause },
      );
  } finally {
    end();
    rmSync(fresh, { recursive: true, force: true });
  }
};

const downloadsFolder = (): { cache: string; folder: string } => {
  const hash = createHash('sha256')
    .update(readFileSync(join(manifests, 'package-lock.json')))
    .digest('hex');
  const cache = join(cacheFolder(process.env), 'packages');
  return { cache, folder: join(cache, hash.slice(0, 16)) };
};

let downloading: Promise<void> | undefined;

/**
 * Returns the folder of a package for which the published command line is too small. The first call on a machine downloads
 * all of them into the user's cache.
 *
 * @throws Error if they cannot be downloaded.
 */
export const downloadedPackage = async (name: string): Promise<string> => {
  const { cache, folder } = downloadsFolder();
  if (!existsSync(folder)) {
    downloading ??= downloadInto(cache, folder);
    await downloading;
  }
  return join(folder, 'node_modules', name);
};

/** As {@link downloadedPackage}, once it is downloaded. */
export const presentPackage = (name: string): string => join(downloadsFolder().folder, 'node_modules', name);
