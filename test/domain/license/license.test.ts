import { expect, it } from 'vitest';
import {
  formatLicenseKey,
  hashLicenseKey,
  isAuthentic,
  uidPattern,
} from '../../../lambdas/domain/license/license.ts';
import { testLicense, testLicenseKey } from '../../fakes/memory-stores.ts';

it.each([
  ['the right key', testLicense(), testLicenseKey, true],
  ['a wrong key', testLicense(), `${testLicenseKey}x`, false],
  ['an empty key', testLicense(), '', false],
  ['an unknown UID', undefined, testLicenseKey, false],
  ['an unknown UID with an empty key', undefined, '', false],
  ['a disabled license', testLicense({ enabled: false }), testLicenseKey, false],
  ['a license a millisecond before it expires', testLicense({ expiresAtMs: 1_001 }), testLicenseKey, true],
  ['a license at the moment it expires', testLicense({ expiresAtMs: 1_000 }), testLicenseKey, false],
])('judges %s', (_name, license, key, isRight) => {
  expect(isAuthentic(license, key, 1_000)).toBe(isRight);
});

it('makes keys of 256 bits that fit into a header', () => {
  const key = formatLicenseKey(new Uint8Array(32).fill(255));
  expect(key).toMatch(/^sp_live_[A-Za-z0-9_-]{43}$/);
  expect(hashLicenseKey(key)).toMatch(/^[0-9a-f]{64}$/);
});

it.each(['acme', 'a', 'team-1@example.com', 'x'.repeat(128)])('takes the UID %s', (uid) =>
  expect(uidPattern.test(uid)).toBe(true),
);
it.each(['', 'a:b', 'a b', '-a', 'x'.repeat(129), 'ä'])('refuses the UID "%s"', (uid) =>
  expect(uidPattern.test(uid)).toBe(false),
);
