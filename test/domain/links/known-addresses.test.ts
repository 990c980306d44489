// Addresses as shop software writes them: which act, and which show a page.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { actOf } from '../../../lambdas/domain/links/acting-address.ts';
import { toPageAddress } from '../../../lambdas/domain/links/page-address.ts';

const shop = 'https://shop.example';

interface ActingAddress {
  software: string;
  address: string;
  /** Why it is left to callers who name it: elsewhere a page stands there, or nothing of the shop's is changed. */
  borderline?: string;
}

const linesOf = (file: string): string[] =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .split('\n')
    .filter(Boolean);

const acting = linesOf('acting-addresses.ndjson').map((line) => JSON.parse(line) as ActingAddress);

/** What stays of a link that no search may follow as it stands. */
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
    '$software: $address is borderline ($borderline), and no search follows it as it stands',
    ({ address }) => {
      expect(actOf(new URL(address, shop))).toBeUndefined();
      expect(isLeftOut(address)).toBe(true);
    },
  );
});

interface ShowingAddress {
  kind: string;
  address: string;
  /** A search follows it as it stands; of the others it leaves something out, or passes them over. */
  isFollowed?: true;
}

const showing = linesOf('showing-addresses.ndjson').map((line) => JSON.parse(line) as ShowingAddress);

describe('addresses that hold a word of an order and show a page', () => {
  it.each(showing)('$kind: $address', ({ address, isFollowed }) => {
    expect(actOf(new URL(address, shop))).toBeUndefined();
    if (isFollowed) expect(isLeftOut(address)).toBe(false);
  });
});

describe('addresses that show a page', () => {
  const names = [
    'Add-on cable',
    'Wishlist bracelet',
    'Vote tour T-shirt',
    'Cart 3-tier trolley',
    'Remove before flight keyring',
    'Clear bag',
    'Bag insert',
    'Empty trolley bag',
    'Change bag',
    'Session IPA',
    'Order of the Phoenix',
    'Poll clipper',
    'Watch list box',
    'Offer rack',
    'Cart',
    'Basket',
    'Like new',
    'Review copy',
    'Step stool',
    'Rate meter 3',
    'Listing board',
    'Flag',
    'Coupon wallet',
    'Minus 33 base layer',
    'Up cart lift',
  ];
  const forms: [string, (slug: string) => string][] = [
    ['a slug', (slug) => `/p/${slug}`],
    ['a slug with its number', (slug) => `/product/123/${slug}`],
    ['a file', (slug) => `/${slug}-123.html`],
    ['a variant', (slug) => `/products/${slug}?variant=43217`],
    ['a category above it', (slug) => `/shop/${slug}/${slug}-12`],
    ['a parameter', (slug) => `/product.php?name=${slug}&product_id=3`],
  ];

  describe.each(forms)('%s', (_, addressOf) => {
    it.each(names)('%s', (name) => {
      for (const separator of ['-', '_', '+'])
        expect(
          actOf(new URL(addressOf(name.replace(/[^a-z\d]+/gi, separator).toLowerCase()), shop)),
        ).toBeUndefined();
    });
  });

  it.each(['own', 'hosted', 'self-hosted', 'oscar', 'cartridge'])('all pages of test/pages: %s', (set) => {
    const urls = linesOf(`../../pages/${set}.labels.ndjson`).map(
      (line) => (JSON.parse(line) as { url: string }).url,
    );
    expect(urls.length).toBeGreaterThan(0);
    expect(urls.filter((url) => actOf(new URL(url)) !== undefined)).toEqual([]);
  });
});
