import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress, constants, zstdCompress } from 'node:zlib';
import { chromiumFiles } from '../lambdas/web/browser/chromium-binary.ts';
import { assetsFolder, chromiumPackage } from './chromium-package.ts';
import { extractTar } from './tar.ts';

/**
 * Zstandard decompresses in a third of the time of the package's Brotli. Level 12 would save 5 % but takes five times as
 * long, which delays the first start.
 */
const compressionLevel = 6;

const versionOf = (folder: string): string =>
  (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version;

const makeAsset = async (folder: string, packageFolder: string): Promise<void> => {
  process.stderr.write('Unpacking Chromium; this takes about ten seconds, only the first time.\n');
  const inflate = (name: string): Promise<Buffer> =>
    promisify(brotliDecompress)(readFileSync(join(packageFolder, 'bin', name)));
  // The libraries that Amazon Linux 2023 lacks, and a font. They are small, so they stay uncompressed.
  extractTar(await inflate('al2023.tar.br'), folder);
  extractTar(await inflate('fonts.tar.br'), folder);
  rmSync(join(folder, 'fonts.conf'), { force: true });
  cpSync(join(packageFolder, 'LICENSE'), join(folder, 'LICENSE'));
  writeFileSync(
    join(folder, chromiumFiles.binary),
    await promisify(zstdCompress)(await inflate('chromium.br'), {
      params: { [constants.ZSTD_c_compressionLevel]: compressionLevel },
    }),
  );
  writeFileSync(join(folder, chromiumFiles.version), versionOf(packageFolder));
};

/**
 * Prepares Chromium for the functions (binary in Zstandard, libraries and a font), once per version of the package.
 *
 * @returns the folder.
 */
export const chromiumAssetFolder = async (): Promise<string> => {
  const packageFolder = await chromiumPackage();
  const folder = join(assetsFolder(), `chromium-${versionOf(packageFolder)}-${compressionLevel}`);
  if (existsSync(folder)) return folder;
  const fresh = `${folder}.${process.pid}`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  await makeAsset(fresh, packageFolder);
  try {
    renameSync(fresh, folder);
  } catch (error) {
    // Another process was faster.
    rmSync(fresh, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
};

/** Puts Chromium into a function's folder, where its `index.ts` looks for it. Synchronous, as synthesis by the CDK is. */
export const buildChromiumAsset = (outDir: string): void => {
  const target = join(outDir, 'chromium');
  mkdirSync(dirname(target), { recursive: true });
  const folder = execFileSync(process.execPath, [import.meta.filename], { encoding: 'utf8' });
  cpSync(folder, target, { recursive: true });
};

if (import.meta.main) process.stdout.write(await chromiumAssetFolder());
