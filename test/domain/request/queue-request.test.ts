import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseQueueRequest } from '../../../lambdas/domain/request/queue-request.ts';
import type { SellingSite } from '../../../lambdas/domain/site/selling-site.ts';
import { validBody } from '../../fakes/events.ts';

const registry = new Map<string, SellingSite>([
  ['Registered', { Name: 'Registered', Url: 'https://registered.example/{sku}', Currency: 'EUR' }],
]);

const withSite = (site: unknown) => {
  const body = validBody();
  return { ...body, Data: { ...body.Data, SellingSites: [site] } };
};
const parse = (body: unknown) =>
  parseQueueRequest(typeof body === 'string' ? body : JSON.stringify(body), registry);
const pointersOf = (body: unknown): string[] => {
  const parsed = parse(body);
  return 'violations' in parsed ? parsed.violations.map(({ Pointer }) => Pointer) : [];
};
const siteOf = (site: unknown) => {
  const parsed = parse(withSite(site));
  if ('violations' in parsed) throw new Error(JSON.stringify(parsed.violations));
  return parsed.request.sites[0]!;
};

const url = 'https://shop.example/p/{sku}';
const site = '/Data/SellingSites/0';

describe('parseQueueRequest', () => {
  it('reads the contract example', () => {
    const parsed = parse({
      Authorization: { LicenseKey: 'sp_live_x', UID: 'acme' },
      Data: {
        Sku: '555088-105',
        SellingSites: [
          { Name: 'Shop A', Url: 'https://shop-a.example/p/{sku}' },
          {
            Name: 'Shop B',
            SearchUrl: 'https://shop-b.example/search?q={sku}',
            Currency: 'EUR',
            Locale: 'de-DE',
          },
        ],
      },
    });
    expect(parsed).toEqual({
      json: expect.anything(),
      credentials: { licenseKey: 'sp_live_x', uid: 'acme' },
      request: {
        sku: '555088-105',
        sites: [
          { Index: 0, Site: { Name: 'Shop A', Url: 'https://shop-a.example/p/{sku}' }, Warnings: [] },
          {
            Index: 1,
            Site: {
              Name: 'Shop B',
              SearchUrl: 'https://shop-b.example/search?q={sku}',
              Currency: 'EUR',
              Locale: 'de-DE',
            },
            Warnings: [],
          },
        ],
      },
    });
  });

  // Presence, types, enumerations and limits of every member are in test/contract/payloads.test.ts.
  it.each<[string, unknown, string[]]>([
    ['an empty object', {}, ['/Authorization', '/Data']],
    ['a name in the wrong case', withSite({ name: 'Registered' }), [`${site}/Name`]],
    [
      'a name twice',
      '{"Authorization":{},"Authorization":{}}',
      ['/Authorization', '/Authorization/LicenseKey', '/Authorization/UID', '/Data'],
    ],
    [
      'a lone surrogate',
      JSON.stringify(withSite({ Url: url, Reference: 'x' })).replace('"x"', '"\\ud800"'),
      [`${site}/Reference`],
    ],
    [
      'deep nesting',
      `{"Authorization":${'['.repeat(200)}${']'.repeat(200)}}`,
      [`/Authorization${'/0'.repeat(31)}`, '/Authorization', '/Data'],
    ],
  ])('refuses %s', (_name, body, pointers) => {
    expect(pointersOf(body)).toEqual(pointers);
  });

  it('says what was expected in words', () => {
    const details = (body: unknown) => {
      const parsed = parse(body);
      return 'violations' in parsed && parsed.violations.map(({ Detail }) => Detail);
    };
    expect(details({ Authorization: { LicenseKey: 1 }, Data: { Sku: '', SellingSites: [] } })).toEqual([
      'must be of type string',
      'is required (string)',
      'must not be empty',
      'must not be empty',
    ]);
    expect(details(withSite({ Url: url, RenderMode: 'Turbo' }))).toEqual([
      expect.stringContaining('"Auto", "Http", "Browser"'),
    ]);
    expect(details('')).toEqual([expect.stringMatching(/"Authorization".*"Data"/)]);
  });

  it('ignores unknown members and names them in the warnings of their site', () => {
    const { Warnings: warnings, Site: read } = siteOf({
      Url: url,
      Foo: 1,
      currency: 'EUR',
      Variant: { Size: '42', size: '43' },
    });
    expect(read).toEqual({ Url: url, Variant: { Size: '42' } });
    expect(warnings).toEqual([
      'UnknownMember: "Foo" is not a member of a selling site; it was ignored.',
      'UnknownMember: "currency" is not a member of a selling site (names are case-sensitive: "Currency" is); it was ignored.',
      'UnknownMember: "Variant.size" is not a member of a selling site (names are case-sensitive: "Size" is); it was ignored.',
    ]);
  });

  it('suggests the nearest member, also within Expect and selectors', () => {
    const { Site: read, Warnings: warnings } = siteOf({
      Url: url,
      Curency: 'EUR',
      Expect: { GTIN: '4006381333931', Quantiti: '1 l', Ean: '4006381333931' },
      Selectors: { Price: [{ Type: 'Css', Value: 'a', Atribute: 'b' }] },
    });
    expect(read).not.toHaveProperty('Expect');
    expect(warnings).toEqual([
      'UnknownMember: "Curency" is not a member of a selling site (did you mean "Currency"?); it was ignored.',
      'UnknownMember: "Expect.GTIN" is not a member of a selling site (names are case-sensitive: "Gtin" is); it was ignored.',
      'UnknownMember: "Expect.Quantiti" is not a member of a selling site (did you mean "Quantity"?); it was ignored.',
      'UnknownMember: "Expect.Ean" is not a member of a selling site; it was ignored.',
      'UnknownMember: "Selectors.Price[0].Atribute" is not a member of a selling site (did you mean "Attribute"?); it was ignored.',
    ]);
  });

  it('warns every site of unknown members of Data', () => {
    const body = validBody();
    const parsed = parse({
      ...body,
      Data: {
        ...body.Data,
        expect: { Gtin: '4006381333931' },
        Expect: { GTIN: '4006381333931' },
        SellingSites: [{ Url: url }, { Url: url, Foo: 1 }],
      },
    });
    const ofAll = [
      'UnknownMember: "expect" is not a member of "Data" (names are case-sensitive: "Expect" is); it was ignored.',
      'UnknownMember: "Expect.GTIN" is not a member of "Data" (names are case-sensitive: "Gtin" is); it was ignored.',
    ];
    const own = 'UnknownMember: "Foo" is not a member of a selling site; it was ignored.';
    expect('request' in parsed && parsed.request.sites.map(({ Warnings }) => Warnings)).toEqual([
      ofAll,
      [own, ...ofAll],
    ]);
  });

  it('reports twenty unknown members at most, also names of the prototype', () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`Member${index}`, 1]));
    expect(siteOf({ Url: url, ...many }).Warnings).toHaveLength(20);
    const { Warnings: warnings } = siteOf(JSON.parse(`{"Url":${JSON.stringify(url)},"toString":{"a":1}}`));
    expect(warnings).toEqual([
      'UnknownMember: "toString" is not a member of a selling site; it was ignored.',
    ]);
  });

  it.each([[{}], [{ size: '42' }], [{ Colour: 'red' }]])(
    'ignores a Variant without known members: %j',
    (variant) => {
      expect(siteOf({ Url: url, Variant: variant }).Site).toEqual({ Url: url });
    },
  );

  it('says where a body is not UTF-8', () => {
    const before = '{"Authorization":{"LicenseKey":"é';
    const body = Buffer.concat([Buffer.from(before), Buffer.from([0xe9]), Buffer.from('"},"Data":{}}')]);
    const parsed = parse(body.toString('utf8'));
    expect('violations' in parsed && parsed.violations[0]).toMatchObject({
      Pointer: '',
      Detail: expect.stringContaining(`byte ${Buffer.byteLength(before)} `),
    });
  });

  it.each([
    ['de-DE', 'de-DE'],
    ['zh-yue-HK', 'yue-HK'],
    ['zh-cmn-Hans-CN', 'zh-Hans-CN'],
    ['sgn-BE-FR', 'sfb'],
    ['i-klingon', 'tlh'],
    ['i-enochian', 'und'],
    ['x-whatever', 'und'],
    ['DE-de', 'de-DE'],
  ])('reads the language tag %s of BCP 47 as %s', (given, read) => {
    expect(siteOf({ Url: url, Locale: given }).Site.Locale).toBe(read);
  });

  it('takes U+FFFD itself as an escape', () => {
    const body = JSON.stringify(withSite({ Url: url, Reference: 'x' })).replace('"x"', '"\\ufffd"');
    expect(pointersOf(body)).toEqual([]);
  });

  it('looks a site up in the registry by its name, and lets the call override its members', () => {
    expect(siteOf({ Name: 'Registered' }).Site).toMatchObject({
      Url: 'https://registered.example/{sku}',
      Currency: 'EUR',
    });
    expect(siteOf({ Name: 'Registered', Currency: 'CHF' }).Site).toMatchObject({ Currency: 'CHF' });
  });

  it('does not mix a registry entry into a site that brings its own URL', () => {
    expect(siteOf({ Name: 'Registered', Url: url }).Site).toEqual({ Name: 'Registered', Url: url });
  });

  it('never throws, whatever the body is', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json()), (body) => {
        expect('violations' in parseQueueRequest(body, registry)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});
