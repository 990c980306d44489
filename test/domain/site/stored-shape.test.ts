import { describe, expect, it } from 'vitest';
import { readClosingMessage } from '../../../lambdas/domain/request/closing.ts';
import { readScrapeMessage } from '../../../lambdas/domain/request/scrape-message.ts';
import { sellingSiteMembersSchema } from '../../../lambdas/domain/site/selling-site.ts';
import { memberNames, memberOf } from '../../../lambdas/domain/site/site-members.ts';
import { shapeOf } from '../../../lambdas/domain/site/stored-shape.ts';
import { scrapeMessage } from '../../fakes/events.ts';

const read = (message: object) => readScrapeMessage(JSON.stringify(message));

it('a message is read without its unknown members', () => {
  expect(read({ ...scrapeMessage(), Priority: 1 })).toEqual(scrapeMessage());
});

it('a message of any other version or none is refused', () => {
  for (const Version of [0, 2, undefined])
    expect(() => read({ ...scrapeMessage(), Version })).toThrow(/Version/);
});

describe('a queued message whose values today’s rules would refuse', () => {
  const withSite = (Site: unknown) => ({ ...scrapeMessage(), Sites: [{ Index: 0, Site, Warnings: [] }] });

  it.each([
    { Country: 'UK' },
    { Locale: 'de_DE@euro' },
    { Selectors: { Price: Array(40).fill({ Type: 'Regex', Value: '(' }) } },
    { TimeoutSeconds: 3_600 },
    { Name: 'x'.repeat(10_000), SearchUrl: 'https://shop.example/', Url: 'shop' },
  ])('is read as it was accepted: %j', (given) => {
    const site = { Sku: '1', ...given };
    expect(read(withSite(site)).Sites[0]!.Site).toEqual(site);
  });

  it('is refused if its members have other types', () => {
    for (const site of [{ Url: 5 }, { Selectors: [] }, { Condition: 'Graded' }, 'shop'])
      expect(() => read(withSite(site))).toThrow(/Sites/);
    expect(() => readClosingMessage('{}')).toThrow();
  });

  it('may have every member of a site', () => {
    const plain = memberNames.map((name) => [name, memberOf(name).range ? 9_000 : 'x']);
    const all = {
      ...Object.fromEntries(plain),
      ...{ Variant: { Size: 'x', SizeRegion: 'x', Color: 'x', Id: 'x' }, Condition: 'New' },
      ...{ Expect: { Gtin: 'x', Mpn: 'x', Brand: 'x', Title: 'x', Quantity: 'x' }, RenderMode: 'Http' },
      Selectors: { Price: [{ Type: 'Css', Value: '(' }] },
    };
    expect(shapeOf(sellingSiteMembersSchema).parse(all)).toEqual(all);
  });
});
