// URLs of real shop software: which change state, and which show a page.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { actOf } from '../../../lambdas/domain/links/acting-address.ts';
import { toPageAddress } from '../../../lambdas/domain/links/page-address.ts';

const shop = 'https://shop.example';

interface ActingAddress {
  software: string;
  address: string;
  /** Why callers may name it: other shops show a page there, or it does not affect the shop. */
  borderline?: string;
}

const linesOf = (file: string): string[] =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .split('\n')
    .filter(Boolean);

const acting = linesOf('acting-addresses.ndjson').map((line) => JSON.parse(line) as ActingAddress);

/** True if a search must not follow the link unchanged. */
const isLeftOut = (address: string): boolean => {
  const link = new URL(address, shop);
  return toPageAddress(link)?.href !== link.href;
};

describe('addresses that act, by the software that writes them', () => {
  it.each(acting.filter(({ borderline }) => borderline === undefined))(
    '$software: $address',
    ({ address }) => {
      expect(actOf(new URL(address, shop))).toBeDefined();
      expect(toPageAddress(new URL(address, shop))).toBeUndefined();
    },
  );

  it.each(acting.filter(({ borderline }) => borderline !== undefined))(
    '$software: $address is borderline ($borderline), and no search follows it unchanged',
    ({ address }) => {
      expect(actOf(new URL(address, shop))).toBeUndefined();
      expect(isLeftOut(address)).toBe(true);
    },
  );
});

interface ShowingAddress {
  kind: string;
  address: string;
  /** A search follows it unchanged; others are shortened or skipped. */
  isFollowed?: true;
}

const showing = linesOf('showing-addresses.ndjson').map((line) => JSON.parse(line) as ShowingAddress);

describe('addresses that contain a word of an action and show a page', () => {
  it.each(showing)('$kind: $address', ({ address, isFollowed }) => {
    expect(actOf(new URL(address, shop))).toBeUndefined();
    if (isFollowed) expect(isLeftOut(address)).toBe(false);
  });
});
