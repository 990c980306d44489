import { describe, expect, it } from 'vitest';
import { arrange, displayName } from '../../console/arrange.ts';
import { importSites } from '../../console/import-sites.ts';
import { needsSku, withLabels, withoutLabels } from '../../console/links.ts';
import { plainLook } from '../../console/route.ts';
import { announcementOf, headlinesOf, nameOf, remedyWords, sentence } from '../../console/words.ts';
import { labelOfLink } from '../../lambdas/domain/links/link-label.ts';
import { siteErrors } from '../../lambdas/domain/result/site-errors.ts';
import { dataOf, entryOf, priced, soldOut } from './console-data.ts';

const kettle = { Url: 'https://shop.example/p/kettle' };
const lamp = { Url: 'https://shop.example/p/lamp', Currency: 'EUR' };

describe('links without a SKU', () => {
  it('are products of their own, and lose their labels in the form again', () => {
    const request = withLabels({ sku: ' ', sites: [kettle, lamp] });
    expect(request).toEqual({
      sku: 'shop.example/p/kettle',
      sites: [
        { ...kettle, Sku: 'shop.example/p/kettle' },
        { ...lamp, Sku: 'shop.example/p/lamp' },
      ],
    });
    expect(nameOf(request)).toBe('2 products');
    expect(withoutLabels(request)).toEqual({ sku: '', sites: [kettle, lamp] });
  });

  it('keep a SKU that was given, for all or for one', () => {
    const given = { sku: 'K-1', sites: [kettle, lamp] };
    expect(withLabels(given)).toEqual(given);
    expect(withoutLabels(given)).toEqual(given);
    const own = { ...lamp, Sku: 'L-1' };
    expect(withoutLabels(withLabels({ sku: '', sites: [own, kettle] })).sites).toEqual([own, kettle]);
  });

  it.each([
    [[kettle, lamp], false],
    [[{ Url: 'https://shop.example/p/{sku}' }], true],
    [[kettle, { SearchUrl: 'https://shop.example/search?q={sku}' }], true],
    [[{ Name: 'Registered' }], true],
    [[{ Name: 'Registered', Sku: 'K-1' }], false],
    [[{ Url: '' }], true],
  ])('of %j need one: %s', (sites, expected) => expect(needsSku(sites)).toBe(expected));

  it('come from pasted lines, without those that are no address', () => {
    const { sites, remarks } = importSites(`${kettle.Url}\nnonsense\n${lamp.Url}`);
    expect(sites.map(({ Url }) => Url)).toEqual([kettle.Url, lamp.Url]);
    expect(remarks).toEqual(['Line 2, “nonsense”, has no address and was left out.']);
    for (const list of [
      `- ${kettle.Url}\n- ${lamp.Url}`,
      `1. ${kettle.Url}\n2. ${lamp.Url}`,
      `<${kettle.Url}>\n<${lamp.Url}>`,
      `# kitchen\n\n${kettle.Url},\n"${lamp.Url}";\n`,
    ])
      expect(importSites(list).sites).toEqual([
        { Name: 'shop.example', ...kettle },
        { Name: 'shop.example', Url: lamp.Url },
      ]);
    expect(
      importSites(`The kettle: ${kettle.Url}\n* The lamp – ${lamp.Url}`).sites.map(({ Name }) => Name),
    ).toEqual(['The kettle', 'The lamp']);
    const withComma = ['https://shop.example/p/a,b.html', 'https://shop.example/p/c;d'];
    expect(importSites(withComma.join('\r\n')).sites.map(({ Url }) => Url)).toEqual(withComma);
    expect(importSites('Shop A\nShop B')).toEqual({
      sites: [{ Name: 'Shop A' }, { Name: 'Shop B' }],
      remarks: [],
    });
  });
});

describe('results of several products', () => {
  const ofLink = (Url: string, Amount: string) =>
    priced(Amount, { Name: null, Url, RequestedSku: labelOfLink(Url), Title: `Title of ${Amount}` });

  it('of links stay in order, are named by their pages, and are not compared', () => {
    const data = dataOf([ofLink(kettle.Url, '39.90'), ofLink(lamp.Url, '19.90')], labelOfLink(kettle.Url));
    const [section, ...others] = arrange(data.Sites, plainLook);
    expect(section!.sites.map(displayName)).toEqual(['Title of 39.90', 'Title of 19.90']);
    const named = (Name: string) => displayName({ ...data.Sites[0]!, Name });
    expect([named('shop.example'), named('My kettle')]).toEqual(['Title of 39.90', 'My kettle']);
    expect(others).toEqual([]);
    expect(announcementOf(nameOf(entryOf(data)), data.Sites)).toBe('2 products: 2 prices from 2 sites.');
  });

  it('with several sites each are sections, each by price', () => {
    const of = (RequestedSku: string, amount: string) => priced(amount, { RequestedSku });
    const { Sites } = dataOf([of('B', '2'), of('A', '9'), of('B', '1'), of('A', '8')]);
    const sections = arrange(Sites, plainLook);
    expect(sections.map(({ of: what, sites }) => [what, sites.map(({ Price }) => Price?.Amount)])).toEqual([
      [{ sku: 'B' }, ['1', '2']],
      [{ sku: 'A' }, ['8', '9']],
    ]);
  });
});

describe('a headline', () => {
  const headline = (...sites: Parameters<typeof dataOf>[0]) => {
    const [first] = headlinesOf(dataOf(sites).Sites);
    return first && [first.label, first.best?.Price.Amount, first.where, first.doubtful.length];
  };

  it('names shops of the lowest trustworthy price, and ranks no equal prices', () => {
    const doubtful = priced('1', { Confidence: 'Low' });
    expect(headline(priced('20'), priced('10'), doubtful)).toEqual([
      'Cheapest trustworthy',
      '10',
      'Shop 2',
      1,
    ]);
    expect(headline(priced('10'), priced('10.00'), priced('20'))?.[2]).toBe('Shop 1 and Shop 2');
    expect(headline(...Array(4).fill(priced('10')), priced('20'))?.[2]).toBe('Shop 1 and 3 others');
    expect(headline(...Array(100).fill(priced('10')))).toEqual(['All 100 prices are equal', '10', '', 0]);
    expect(headline(doubtful, priced('5', { Confidence: 'Low' }))).toEqual([
      'No trustworthy price in stock',
      undefined,
      '',
      2,
    ]);
    expect(headline(soldOut('10'))).toBeUndefined();
  });

  it('is that of the table: cheaper doubtful prices are a section of their own', () => {
    const { Sites } = dataOf([priced('20'), priced('1', { Confidence: 'Low' }), priced('30')]);
    expect(arrange(Sites, plainLook).map(({ of, sites }) => [of, sites.map(({ Index }) => Index)])).toEqual([
      [{ currency: 'EUR' }, [0, 2]],
      [{ currency: 'EUR', isDoubtful: true }, [1]],
    ]);
  });
});

describe('a reason', () => {
  it.each([
    ['a challenge of Cloudflare', 'A challenge of Cloudflare.'],
    ['the page says "Nie znaleziono"', 'The page says "Nie znaleziono".'],
    ['It did not answer.', 'It did not answer.'],
  ])('is a sentence: %s', (text, expected) => expect(sentence(text)).toBe(expected));
});

describe('a remedy', () => {
  it.each(Object.keys(siteErrors))('of %s is a sentence in the form’s terms', (Code) => {
    expect(remedyWords({ Code, Message: '', Retryable: false } as never)).toMatch(/^[A-Z][^`]+\.$/);
  });

  it('of a later version’s error depends on whether to retry', () => {
    const later = { Code: 'Later', Message: '' } as never as Parameters<typeof remedyWords>[0];
    expect(remedyWords({ ...later, Retryable: true })).toBe('Try again later.');
    expect(remedyWords({ ...later, Retryable: false })).toBe('');
  });
});
