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

/** Inflates the Chromium of a function once for all its instances and for the next starts. Never rejects. */
export const inflateChromium = async (codeFolder: string): Promise<void> => {
  if (versionIn(codeFolder) === undefined) return;
  // An instance that finds none inflates its own, and says what is wrong.
  await createChromiumBinary(assetOf(codeFolder))().catch(() => {});
};

/** Lets an instance find the inflated Chromium of this machine in its own folder, where there is one. */
export const lendChromium = (codeFolder: string, tempFolder: string): void => {
  const version = versionIn(codeFolder);
  if (version === undefined) return;
  const inflated = unpackedLocation(tmpdir(), version).executable;
  if (statSync(inflated, { throwIfNoEntry: false })?.uid !== process.getuid?.()) return;
  const { parent, folder, executable } = unpackedLocation(tempFolder, version);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    // A second name of the same file: the way that it was started by shows whose instance a process is.
    linkSync(inflated, executable);
  } catch {
    // On a file system that knows no such names it is inflated for each.
    rmSync(parent, { recursive: true });
  }
};
