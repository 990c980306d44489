import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PageArchive } from '../../scripts/evaluate/archives.ts';
import { type Download, fetchArchive } from '../../scripts/evaluate/fetch-archive.ts';
import { networkSettings, runProgram } from '../../scripts/run-program.ts';

describe('an archive of pages', () => {
  let folder: string;
  let archive: PageArchive;
  let fetches: number;
  const published = (): string => join(folder, 'lamps.tar.gz');
  const cache = (): string => join(folder, 'cache');
  const download: Download = (_archive, into) => {
    fetches += 1;
    return cp(published(), join(into, 'lamps-1.0.tar.gz'));
  };

  beforeEach(async () => {
    fetches = 0;
    folder = await mkdtemp(join(tmpdir(), 'scrap-prices-archive-'));
    await mkdir(join(folder, 'lamps-1.0', 'pages'), { recursive: true });
    await writeFile(join(folder, 'lamps-1.0', 'pages', 'lamp.html'), '<p>12,90 €');
    await runProgram('tar', ['-czf', published(), '-C', folder, 'lamps-1.0']);
    archive = {
      set: 'lamps',
      registry: 'npm',
      version: '1.0',
      sha256: createHash('sha256')
        .update(await readFile(published()))
        .digest('hex'),
      folder: 'lamps-1.0/pages',
      what: 'written for this test',
    };
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  test('is fetched once, and unpacked', async () => {
    const unpacked = await fetchArchive(archive, cache(), download);
    expect(await readFile(join(unpacked, 'lamp.html'), 'utf8')).toBe('<p>12,90 €');
    expect(await fetchArchive(archive, cache(), download)).toBe(unpacked);
    expect(fetches).toBe(1);
  });

  test('is rejected if it is not the pinned one, and not kept', async () => {
    const other = { ...archive, sha256: '0'.repeat(64) };
    await expect(fetchArchive(other, cache(), download)).rejects.toThrow(
      `expected an archive with the SHA-256 ${other.sha256}, got ${archive.sha256}`,
    );
    expect((await readdir(cache())).filter((name) => !name.endsWith('.begun'))).toEqual([]);
    await expect(fetchArchive(other, cache(), download)).rejects.toThrow('expected an archive');
  });

  test('is fetched again after an interrupted download', async () => {
    const broken: Download = async (_archive, into) => {
      await writeFile(join(into, 'lamps-1.0.tar.gz.part'), 'half');
      throw new Error('the connection broke off');
    };
    await expect(fetchArchive(archive, cache(), broken)).rejects.toThrow('broke off');
    const unpacked = await fetchArchive(archive, cache(), download);
    expect(await readdir(unpacked)).toEqual(['lamp.html']);
  });
});

test('clients of registries only get network settings', () => {
  const settings = {
    NODE_EXTRA_CA_CERTS: '/etc/company.pem',
    PIP_INDEX_URL: 'https://mirror.example/simple',
    npm_config_registry: 'https://mirror.example/npm',
    https_proxy: 'http://proxy.example:3128',
    NO_PROXY: 'localhost',
  };
  const others = {
    AWS_SECRET_ACCESS_KEY: 'x',
    NODE_OPTIONS: '--inspect',
    MY_PIP_NOTES: 'x',
    UNSET: undefined,
  };
  expect(networkSettings({ ...settings, ...others })).toEqual(settings);
});
