import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliDecompressSync, constants, zstdCompressSync } from 'node:zlib';
import { chromiumFiles } from '../lambdas/web/browser/chromium-binary.ts';
import { assetsFolder, chromiumPackage } from './chromium-package.ts';
import { extractTar } from './tar.ts';

/**
 * Inflates in a third of the time that the package's Brotli takes. Level 12 makes the file 5 % smaller and takes five
 * times as long to make, which somebody waits for at the first start.
 */
const compressionLevel = 6;

const versionOf = (folder: string): string =>
  (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version;

const makeAsset = (folder: string, packageFolder: string): void => {
  const inflate = (name: string): Buffer =>
    brotliDecompressSync(readFileSync(join(packageFolder, 'bin', name)));
  // The libraries that Amazon Linux 2023 lacks, and a font: small, so they stay as they are and are used in place.
  extractTar(inflate('al2023.tar.br'), folder);
  extractTar(inflate('fonts.tar.br'), folder);
  rmSync(join(folder, 'fonts.conf'), { force: true });
  cpSync(join(packageFolder, 'LICENSE'), join(folder, 'LICENSE'));
  writeFileSync(
    join(folder, chromiumFiles.binary),
    zstdCompressSync(inflate('chromium.br'), {
      params: { [constants.ZSTD_c_compressionLevel]: compressionLevel },
    }),
  );
  writeFileSync(join(folder, chromiumFiles.version), versionOf(packageFolder));
};

/**
 * Chromium as the functions carry it: the binary in Zstandard, its libraries and a font. Made once for each version
 * of the package.
 *
 * @returns the folder.
 */
export const chromiumAssetFolder = (): string => {
  const packageFolder = chromiumPackage();
  const folder = join(assetsFolder(), `chromium-${versionOf(packageFolder)}-${compressionLevel}`);
  if (existsSync(folder)) return folder;
  const fresh = `${folder}.${process.pid}`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  makeAsset(fresh, packageFolder);
  try {
    renameSync(fresh, folder);
  } catch (error) {
    // Another process was first.
    rmSync(fresh, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
};

/** Puts Chromium into a function's folder, where its `index.ts` looks for it. */
export const buildChromiumAsset = (outDir: string): void => {
  const target = join(outDir, 'chromium');
  mkdirSync(dirname(target), { recursive: true });
  cpSync(chromiumAssetFolder(), target, { recursive: true });
};
