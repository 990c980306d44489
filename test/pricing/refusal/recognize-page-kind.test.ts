import { describe, expect, it } from 'vitest';
import { extractOffer } from '../../../lambdas/pricing/extract-offer.ts';
import { isFrontPage, recognizePageKind } from '../../../lambdas/pricing/refusal/recognize-page-kind.ts';
import { doors, gone, labelledKinds, page, sold, url } from './labelled-kinds.ts';

describe('the kind of a page', () => {
  it.each(labelledKinds)('$shows: $kind', ({ kind, page }) => {
    expect(recognizePageKind(page)?.kind).toBe(kind);
  });

  it.each([
    ['/', true],
    ['/de/', true],
    ['/index.php', true],
    ['/?p=123', false],
    ['/index.php?route=product/1', false],
    ['/index.php?num=&filenumber=15915', false],
    // No language and no country.
    ['/wp', false],
    ['/pt-br/', true],
  ])('tells whether %s is a front page', (path, expected) => {
    expect(isFrontPage(new URL(`https://shop.example${path}`))).toBe(expected);
  });

  it('tolerates malformed markup', () => {
    for (const html of ['', '<', '<!--', '<title>', '<a'.repeat(10_000), '<div>'.repeat(50_000)]) {
      expect(() => recognizePageKind({ html, url: 'no address' })).not.toThrow();
    }
  });
});

describe('the result of such a page', () => {
  it.each(gone)('of a product of which the page says "%s" is Discontinued', (words) => {
    const html = page(
      'Tripod TX-900 | Shop',
      `<h1>Tripod TX-900</h1><img src="/tx900.jpg"><p>${words}</p><p>Carbon, four sections, 1.2 kg.</p>`,
    );
    expect(recognizePageKind({ html, url })).toBeUndefined();
    expect(extractOffer(html, { url })).toMatchObject({
      Outcome: 'OutOfStock',
      Availability: 'Discontinued',
      Price: null,
    });
  });

  it.each(doors)('%s has no price: %s', (_kind, _shows, title, body, address) => {
    const html = page(title, `<h1>${title}</h1><p>${body}</p><button>Buy now</button>`);
    expect(extractOffer(html, { url: address }).Outcome).not.toBe('Priced');
  });

  it.each(sold)('has a price where it is sold: %s', (_, html) => {
    expect(extractOffer(html, { url })).toMatchObject({ Outcome: 'Priced', Availability: 'InStock' });
  });
});
