import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  chromiumFiles,
  createChromiumBinary,
  unpackedLocation,
} from '../../lambdas/web/browser/chromium-binary.ts';

const assetOf = (codeFolder: string): string => join(codeFolder, 'chromium');

const versionIn = (codeFolder: string): string | undefined => {
  const file = join(assetOf(codeFolder), chromiumFiles.version);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
};

/** Inflates a function's Chromium once for all instances and starts. Never rejects. */
export const inflateChromium = async (codeFolder: string): Promise<void> => {
  if (versionIn(codeFolder) === undefined) return;
  // On failure, each instance inflates its own and reports the error.
  await createChromiumBinary(assetOf(codeFolder))().catch(() => {});
};

/** Links the inflated Chromium into an instance's folder, if there is one. */
export const lendChromium = (codeFolder: string, tempFolder: string): void => {
  const version = versionIn(codeFolder);
  if (version === undefined) return;
  const inflated = unpackedLocation(tmpdir(), version).executable;
  if (statSync(inflated, { throwIfNoEntry: false })?.uid !== process.getuid?.()) return;
  const { parent, folder, executable } = unpackedLocation(tempFolder, version);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    // The path in a process's command line tells which instance it belongs to.
    linkSync(inflated, executable);
  } catch {
    // Without hard links, each instance inflates its own.
    rmSync(parent, { recursive: true });
  }
};
