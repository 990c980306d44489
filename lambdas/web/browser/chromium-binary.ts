import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { lstat, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { WebError } from '../web-error.ts';
import { deleteAbandonedFolders } from './abandoned-folders.ts';

/** Files in the function's asset folder. */
export const chromiumFiles = {
  binary: 'chromium.zst',
  version: 'version',
  libraries: 'lib',
  fonts: 'fonts',
} as const;

const executableName = 'chromium';

/** An unpacked Chromium and its environment. */
export interface ChromiumInstallation {
  executablePath: string;
  /** For `LD_LIBRARY_PATH`; `undefined` to use the system's libraries. */
  libraryPath: string | undefined;
  /** For `FONTCONFIG_FILE`. */
  fontConfigFile: string | undefined;
}

/** Chrome's usual locations on systems that cannot run the bundled Linux binary. */
const installedChromes = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  '/usr/bin/google-chrome',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
];

const fontConfig = (fonts: string, cache: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${fonts}</dir><cachedir>${cache}</cachedir></fontconfig>
`;

/** True if a folder exists and belongs to this user, since other users may share `/tmp`. */
const isOurs = async (folder: string): Promise<boolean> => {
  try {
    const { uid } = await lstat(folder);
    return process.getuid === undefined || uid === process.getuid();
  } catch {
    return false;
  }
};

/**
 * Writes the font configuration. All checkouts of this version share the unpacked folder, and Chromium
 * crashes without fonts, so each checkout has its own configuration file in case another one is deleted.
 */
const writeFontConfig = async (path: string, fonts: string, cache: string): Promise<void> => {
  const fresh = `${path}.${randomUUID()}`;
  await writeFile(fresh, fontConfig(fonts, cache));
  await rename(fresh, path);
};

const unpackFailed = (cause: unknown): WebError =>
  new WebError('RendererCrashed', 'The browser could not be unpacked; the disk may be full.', {
    retryable: true,
    cause,
  });

/** Unpacks under a temporary name first, so that a folder with the final name is always complete. */
const unpack = async (assetFolder: string, folder: string): Promise<void> => {
  const fresh = `${folder}.${process.pid}-${Date.now()}`;
  try {
    await mkdir(fresh, { recursive: true, mode: 0o700 });
    await pipeline(
      createReadStream(join(assetFolder, chromiumFiles.binary), { highWaterMark: 1 << 20 }),
      createZstdDecompress({ chunkSize: 1 << 20 }),
      createWriteStream(join(fresh, executableName), { mode: 0o700, highWaterMark: 1 << 22 }),
    );
    await rename(fresh, folder);
  } catch (cause) {
    await rm(fresh, { recursive: true, force: true });
    // Another process may have unpacked it first.
    if (!(await isOurs(folder))) throw unpackFailed(cause);
  }
};

/** Folder of an unpacked Chromium, by user and version. */
export const unpackedLocation = (temporary: string, version: string) => {
  const parent = join(temporary, `scrap-prices-${process.getuid?.() ?? 0}`);
  const folder = join(parent, `chromium-${version}`);
  return { parent, folder, executable: join(folder, executableName) };
};

const inflate = async (assetFolder: string): Promise<ChromiumInstallation> => {
  const version = (await readFile(join(assetFolder, chromiumFiles.version), 'utf8')).trim();
  const { parent, folder } = unpackedLocation(tmpdir(), version);
  const checkout = createHash('sha256').update(assetFolder).digest('hex').slice(0, 12);
  const fontConfigFile = join(folder, `fonts-${checkout}.conf`);
  await mkdir(parent, { recursive: true, mode: 0o700 });
  if (!(await isOurs(parent))) {
    throw new WebError(
      'RendererCrashed',
      `The folder ${parent} belongs to another user; delete it, or set TMPDIR to a folder of your own.`,
      { retryable: false },
    );
  }
  await deleteAbandonedFolders(parent, `chromium-${version}.`);
  if (!(await isOurs(folder))) await unpack(assetFolder, folder);
  try {
    await writeFontConfig(
      fontConfigFile,
      join(assetFolder, chromiumFiles.fonts),
      join(folder, 'fonts-cache'),
    );
  } catch (cause) {
    throw unpackFailed(cause);
  }
  return {
    executablePath: join(folder, executableName),
    libraryPath: join(assetFolder, chromiumFiles.libraries),
    fontConfigFile,
  };
};

/**
 * Prepares a Chromium for launch, once per process.
 *
 * @param assetFolder - made by `buildChromiumAsset`.
 * @param chromePath - an installed Chrome to use instead.
 * @param onReady - called once with the duration in milliseconds.
 * @returns a function whose first call unpacks; later calls share its promise. It rejects with WebError
 *   `RendererCrashed`, after which the next call tries again.
 */
export const createChromiumBinary = (
  assetFolder: string,
  chromePath?: string,
  onReady?: (readyMs: number) => void,
): (() => Promise<ChromiumInstallation>) => {
  let ready: Promise<ChromiumInstallation> | undefined;
  const find = async (): Promise<ChromiumInstallation> => {
    const isBundledRunnable = process.platform === 'linux' && process.arch === 'x64';
    if (chromePath === undefined && isBundledRunnable) return inflate(assetFolder);
    const executablePath = chromePath ?? installedChromes.find((path) => existsSync(path));
    if (executablePath === undefined || !existsSync(executablePath)) {
      throw new WebError(
        'RendererCrashed',
        `No Chrome was found for ${process.platform} ${process.arch}: install Google Chrome, or set CHROME_PATH to one.`,
        { retryable: false },
      );
    }
    return { executablePath, libraryPath: undefined, fontConfigFile: undefined };
  };
  const prepare = async (): Promise<ChromiumInstallation> => {
    const startedAtMs = performance.now();
    const installation = await find();
    onReady?.(performance.now() - startedAtMs);
    return installation;
  };
  return () => {
    ready ??= prepare().catch((error: unknown) => {
      ready = undefined;
      throw error;
    });
    return ready;
  };
};
