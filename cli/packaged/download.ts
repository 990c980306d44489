import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import classicLevel from '../../node_modules/classic-level/package.json' with { type: 'json' };
import packageJson from '../../package.json' with { type: 'json' };
import { cacheFolder } from './cache-folder.ts';

/** Large and platform-specific packages, downloaded when a command needs them, in the tested version. */
const packages = {
  node: { version: packageJson.devDependencies.node, title: 'Node.js 24' },
  '@sparticuz/chromium': { version: packageJson.dependencies['@sparticuz/chromium'], title: 'Chromium' },
  'classic-level': { version: classicLevel.version, title: 'LevelDB' },
} as const;

const options =
  '--no-audit --no-fund --no-package-lock --loglevel=error --no-update-notifier --ignore-scripts=false';

const install = (folder: string, specifier: string): void => {
  const isWindows = process.platform === 'win32';
  const args = ['install', specifier, ...options.split(' ')];
  const { status, error } = spawnSync(isWindows ? 'npm.cmd' : 'npm', args, {
    cwd: folder,
    // Keep standard output for results.
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: isWindows,
  });
  if (status !== 0)
    throw new Error(
      `${specifier} could not be downloaded with npm${error ? ` (${error.message})` : ''}. Check the connection to the registry, then run the command again.`,
    );
};

/**
 * Installs a package into the user's cache unless it is already there, and reports this on standard error.
 *
 * @returns the folder of the package.
 * @throws Error if it cannot be installed.
 */
export const downloadedPackage = (name: keyof typeof packages): string => {
  const { version, title } = packages[name];
  const cache = join(cacheFolder(process.env), 'packages');
  const folder = join(cache, `${name.replace('/', '+')}@${version}`);
  const place = join(folder, 'node_modules', name);
  if (existsSync(place)) return place;
  process.stderr.write(`Downloading ${title} (${name}@${version}), once.\n`);
  mkdirSync(cache, { recursive: true });
  const fresh = mkdtempSync(join(cache, '.fresh-'));
  try {
    writeFileSync(join(fresh, 'package.json'), '{ "private": true }\n');
    install(fresh, `${name}@${version}`);
    renameSync(fresh, folder);
  } catch (error) {
    // Another process may have been first.
    if (!existsSync(place)) throw error;
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  return place;
};
