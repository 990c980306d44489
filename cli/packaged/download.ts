import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import classicLevel from '../../node_modules/classic-level/package.json' with { type: 'json' };
import packageJson from '../../package.json' with { type: 'json' };
import { cacheFolder } from './cache-folder.ts';

// Large and platform-specific packages are downloaded when a command needs them, in the tested version.
const versions = {
  node: packageJson.devDependencies.node,
  '@sparticuz/chromium': packageJson.dependencies['@sparticuz/chromium'],
  'classic-level': classicLevel.version,
} as const;

const purposes: Readonly<Record<DownloadedPackage, string>> = {
  node: 'Node.js 24',
  '@sparticuz/chromium': 'Chromium',
  'classic-level': 'LevelDB',
};

type DownloadedPackage = keyof typeof versions;

const install = (folder: string, specifier: string): void => {
  const isWindows = process.platform === 'win32';
  const options = [
    '--no-audit',
    '--no-fund',
    '--no-package-lock',
    '--loglevel=error',
    '--no-update-notifier',
    '--ignore-scripts=false',
  ];
  const { status, error } = spawnSync(isWindows ? 'npm.cmd' : 'npm', ['install', specifier, ...options], {
    cwd: folder,
    // Keep standard output for results.
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: isWindows,
  });
  if (status === 0) return;
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
export const downloadedPackage = (name: DownloadedPackage): string => {
  const version = versions[name];
  const packages = join(cacheFolder(process.env), 'packages');
  const folder = join(packages, `${name.replace('/', '+')}@${version}`);
  const place = join(folder, 'node_modules', name);
  if (existsSync(place)) return place;
  process.stderr.write(`Downloading ${purposes[name]} (${name}@${version}), once.\n`);
  mkdirSync(packages, { recursive: true });
  const fresh = mkdtempSync(join(packages, '.fresh-'));
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
