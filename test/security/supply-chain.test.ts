// Origins and licenses of packages, and no secrets among the files.
import { once } from 'node:events';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { dockerfile, pinImage, unpinnedImage } from '../../scripts/release/base-image.ts';
import { writeBillOfMaterials } from '../../scripts/release/bill-of-materials.ts';
import {
  checkLicenses,
  checkLockFile,
  isAllowedLicense,
  type LockedPackage,
  readLockedPackages,
} from './dependencies.ts';
import { findSecrets, scanForSecrets } from './find-secrets.ts';

describe('the lock file', () => {
  it('pins every package by a hash of its content, from the registry', () => {
    const { cases, violations } = checkLockFile(readLockedPackages());
    expect(violations).toEqual([]);
    expect(cases).toBeGreaterThan(100);
  });

  const integrity = `sha512-${'A'.repeat(86)}==`;
  it.each<[string, LockedPackage]>([
    ['no hash', {}],
    ['a weak hash', { integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' }],
    ['another registry', { integrity, resolved: 'https://evil.example/a.tgz' }],
    ['a repository', { integrity, resolved: 'git+ssh://git@github.com/a/b.git#c' }],
    ['a folder', { integrity, link: true }],
    ['a program run on installation', { integrity, hasInstallScript: true }],
  ])('does not pass with %s', (_name, locked) => {
    expect(checkLockFile({ 'node_modules/planted': locked }).violations).toHaveLength(1);
    expect(checkLockFile({ 'node_modules/planted': { integrity } }).violations).toEqual([]);
  });
});

describe('workflows', () => {
  const root = join(import.meta.dirname, '../..');
  const files = globSync(['examples/**/*.{yml,md}', 'docs/*.md', '.github/**/*.yml'], { cwd: root });
  const lines = files.flatMap((file) => readFileSync(join(root, file), 'utf8').split('\n'));

  it('pin actions by commit', () => {
    const uses = lines.filter((line) => /^\s*- uses:/.test(line));
    expect(uses.length).toBeGreaterThan(3);
    for (const line of uses) expect(line).toMatch(/uses: [\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it('pin the command by the version that they belong to, unless they install from a lock file', () => {
    const runs = lines.filter((line) => /^\s*(- )?run: npx --yes/.test(line));
    expect(runs).not.toEqual([]);
    for (const line of runs) expect(line).toContain(`run: npx --yes scrap-prices@${packageJson.version} `);
  });
});

describe('the base image', () => {
  const digest = `sha256:${'0a'.repeat(32)}`;

  it('is pinned by the digest that the registry has for it, and a release asks for that', async () => {
    const calls: string[] = [];
    const server = createServer(({ method, url, headers }, response) => {
      calls.push(`${method} ${url} ${headers.authorization ?? ''}`.trim());
      if (url!.startsWith('/token')) response.end('{"token":"t"}');
      else response.setHeader('Docker-Content-Digest', digest).end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const folder = mkdtempSync(join(tmpdir(), 'scrap-prices-test-'));
    try {
      const file = join(folder, 'Dockerfile');
      const unpinned = readFileSync(dockerfile, 'utf8').replace(/@sha256:\w+/, '');
      writeFileSync(file, unpinned);
      expect(unpinnedImage(unpinned)).toContain('--pin-image');
      const registry = { tokens: `${base}/token?service=s`, manifests: `${base}/v2` };
      const image = await pinImage(file, registry);
      expect(image).toMatch(/^node:[\w.-]+@sha256:/);
      expect(calls).toEqual([
        'GET /token?service=s&scope=repository:library/node:pull',
        `HEAD /v2/library/node/manifests/${image.slice('node:'.length, image.indexOf('@'))} Bearer t`,
      ]);
      const pinned = readFileSync(file, 'utf8');
      expect(unpinnedImage(pinned)).toBeUndefined();
      expect(pinned).toBe(unpinned.replace(/^FROM (node:\S+) AS/m, `FROM $1@${digest} AS`));
      await pinImage(file, registry);
      expect(readFileSync(file, 'utf8')).toBe(pinned);
    } finally {
      server.close();
      rmSync(folder, { recursive: true });
    }
  });
});

it('a release lists its packages as CycloneDX', async () => {
  const file = await writeBillOfMaterials();
  const bill = JSON.parse(readFileSync(file, 'utf8')) as {
    bomFormat: string;
    metadata: { component: { name: string; version: string } };
    components: { purl: string; hashes?: unknown[]; properties?: unknown[] }[];
  };
  expect(bill).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'scrap-prices' } } });
  const { dependencies } = packageJson;
  for (const [name, version] of Object.entries(dependencies))
    expect(bill.components.map(({ purl }) => decodeURIComponent(purl))).toContain(
      `pkg:npm/${name}@${version}`,
    );
  // The hash of the package around it covers one that is bundled.
  const isBundled = { name: 'cdx:npm:package:bundled', value: 'true' };
  for (const { hashes = [], properties = [] } of bill.components)
    if (hashes.length === 0) expect(properties).toContainEqual(isBundled);
});

describe('direct dependencies', () => {
  it('have a reason in CONTRIBUTING.md, and exact versions', () => {
    const { dependencies, devDependencies } = packageJson;
    const contributing = readFileSync(join(import.meta.dirname, '../../CONTRIBUTING.md'), 'utf8');
    const direct = { ...dependencies, ...devDependencies };
    const [, section = ''] = /^## Dependencies\n([\s\S]+?)^## /m.exec(contributing) ?? [];
    const named = [...section.matchAll(/^\| (`.+?) \|/gm)].flatMap(([, cell]) =>
      [...cell!.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
    );
    expect(named.toSorted()).toEqual(Object.keys(direct).toSorted());
    expect(Object.values(direct).filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });
});

describe('licenses', () => {
  it('of every package permit this project’s use', () => {
    expect(checkLicenses(readLockedPackages()).violations).toEqual([]);
  });

  it.each([
    ['MIT', true],
    ['(MIT OR GPL-3.0-or-later)', true],
    ['Apache-2.0 AND MIT', true],
    ['GPL-3.0-only', false],
    ['MIT AND GPL-2.0', false],
    ['SEE LICENSE IN LICENSE.txt', false],
    ['UNLICENSED', false],
    ['', false],
  ])('"%s": %s', (expression, isAllowed) => {
    expect(isAllowedLicense(expression)).toBe(isAllowed);
  });
});

describe('secrets', () => {
  it('are in no file', async () => {
    const { cases, violations } = await scanForSecrets();
    expect(violations).toEqual([]);
    expect(cases).toBeGreaterThan(200);
  });

  // Concatenated, so that this file contains none either.
  it.each([
    ['a key of AWS', ['aws_secret_access_key = "', 'wJalrXUtnFEMI/K7MDENG/bPxRfiCY', 'EXAMPLEKEZ"']],
    ['a token of GitHub', ['ghp', `_${'a1B2'.repeat(9)}`]],
    [
      'a private key',
      [
        '-----BEGIN RSA PRIVATE',
        ` KEY-----\n${'MIIEpAIBAAKCAQEA'.repeat(8)}\n-----END RSA PRIVATE`,
        ' KEY-----',
      ],
    ],
    ['a license key', ['sp_live', `_${'k'.repeat(43)}`]],
  ])('are detected: %s', async (_name, parts) => {
    expect(await findSecrets('planted.txt', parts.join(''))).not.toEqual([]);
  });
});
