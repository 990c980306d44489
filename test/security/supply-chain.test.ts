// Origins and licenses of packages, and no secrets among the files.
import { describe, expect, it } from 'vitest';
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
