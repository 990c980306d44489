import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxBodyBytes, parseQueueRequest } from '../../lambdas/domain/queue-request.ts';
import type { SellingSite } from '../../lambdas/domain/selling-site.ts';
import { validBody } from '../fakes/events.ts';

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
      request: {
        credentials: { licenseKey: 'sp_live_x', uid: 'acme' },
        sku: '555088-105',
        sites: [
          { index: 0, site: { Name: 'Shop A', Url: 'https://shop-a.example/p/{sku}' }, warnings: [] },
          {
            index: 1,
            site: {
              Name: 'Shop B',
              SearchUrl: 'https://shop-b.example/search?q={sku}',
              Currency: 'EUR',
              Locale: 'de-DE',
            },
            warnings: [],
          },
        ],
      },
    });
  });

  it.each<[string, unknown, string[]]>([
    ['no body', '', ['']],
    ['malformed JSON', '{"Authorization":', ['']],
    ['an array', [], ['']],
    ['a string', '"text"', ['']],
    ['null', 'null', ['']],
    ['an empty object', {}, ['/Authorization', '/Data']],
    ['members in the wrong case', { authorization: {}, data: {} }, ['/Authorization', '/Data']],
    [
      'wrong types everywhere',
      { Authorization: { LicenseKey: 1, UID: null }, Data: { Sku: 5, SellingSites: 'x' } },
      ['/Authorization/LicenseKey', '/Authorization/UID', '/Data/Sku', '/Data/SellingSites'],
    ],
    ['an empty SKU', { ...validBody(), Data: { ...validBody().Data, Sku: '' } }, ['/Data/Sku']],
    [
      'a SKU of 129 characters',
      { ...validBody(), Data: { ...validBody().Data, Sku: 'x'.repeat(129) } },
      ['/Data/Sku'],
    ],
    [
      'a control character in the SKU',
      { ...validBody(), Data: { ...validBody().Data, Sku: 'a\nb' } },
      ['/Data/Sku'],
    ],
    ['no sites', { ...validBody(), Data: { Sku: 'x', SellingSites: [] } }, ['/Data/SellingSites']],
    [
      '101 sites',
      { ...validBody(), Data: { Sku: 'x', SellingSites: Array.from({ length: 101 }, () => ({ Url: url })) } },
      ['/Data/SellingSites'],
    ],
    ['a site that is no object', withSite('x'), [site]],
    ['a site without name and URL', withSite({}), [`${site}/Name`]],
    ['a name that the registry does not know', withSite({ Name: 'Nobody' }), [`${site}/Name`]],
    ['a name in the wrong case', withSite({ name: 'Registered' }), [`${site}/Name`]],
    ['Url and SearchUrl together', withSite({ Url: url, SearchUrl: url }), [`${site}/SearchUrl`]],
    ['a relative URL', withSite({ Url: '/p/{sku}' }), [`${site}/Url`]],
    ['another scheme', withSite({ Url: 'ftp://shop.example/' }), [`${site}/Url`]],
    ['a file URL', withSite({ Url: 'file:///etc/passwd' }), [`${site}/Url`]],
    ['a URL too long', withSite({ Url: `https://shop.example/${'x'.repeat(2_048)}` }), [`${site}/Url`]],
    [
      'a search URL without the placeholder',
      withSite({ SearchUrl: 'https://s.example/?q=' }),
      [`${site}/SearchUrl`],
    ],
    ['a lower-case currency', withSite({ Url: url, Currency: 'eur' }), [`${site}/Currency`]],
    ['a currency that the standard has not', withSite({ Url: url, Currency: 'ZZZ' }), [`${site}/Currency`]],
    ['a currency that was withdrawn', withSite({ Url: url, Currency: 'DEM' }), [`${site}/Currency`]],
    ['a country that the standard has not', withSite({ Url: url, Country: 'ZZ' }), [`${site}/Country`]],
    ['a country by a habit of its own', withSite({ Url: url, Country: 'UK' }), [`${site}/Country`]],
    ['a country name', withSite({ Url: url, Country: 'Germany' }), [`${site}/Country`]],
    ['a locale that is none', withSite({ Url: url, Locale: 'not a locale' }), [`${site}/Locale`]],
    ['an unknown condition', withSite({ Url: url, Condition: 'Mint' }), [`${site}/Condition`]],
    ['an unknown render mode', withSite({ Url: url, RenderMode: 'Turbo' }), [`${site}/RenderMode`]],
    ['a timeout of 0', withSite({ Url: url, TimeoutSeconds: 0 }), [`${site}/TimeoutSeconds`]],
    ['a timeout of 121', withSite({ Url: url, TimeoutSeconds: 121 }), [`${site}/TimeoutSeconds`]],
    ['a timeout of 1.5', withSite({ Url: url, TimeoutSeconds: 1.5 }), [`${site}/TimeoutSeconds`]],
    [
      'a selector of unknown type',
      withSite({ Url: url, Selectors: { Price: [{ Type: 'css', Value: '.p' }] } }),
      [`${site}/Selectors/Price/0/Type`],
    ],
    ['a null member', withSite({ Url: url, Sku: null }), [`${site}/Sku`]],
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
    ['a body over the limit', JSON.stringify({ ...validBody(), Filler: 'x'.repeat(maxBodyBytes) }), ['']],
  ])('refuses %s', (_name, body, pointers) => {
    expect(pointersOf(body)).toEqual(pointers);
  });

  it('names every violation at once', () => {
    expect(
      pointersOf({
        Authorization: {},
        Data: {
          Sku: '',
          SellingSites: [{ Url: 'x' }, { Name: 'A', Currency: 'x', Locale: '!' }, { Currency: 1 }],
        },
      }),
    ).toEqual([
      '/Authorization/LicenseKey',
      '/Authorization/UID',
      '/Data/Sku',
      '/Data/SellingSites/0/Url',
      '/Data/SellingSites/1/Locale',
      '/Data/SellingSites/1/Currency',
      '/Data/SellingSites/2/Currency',
      '/Data/SellingSites/2/Name',
      '/Data/SellingSites/1/Name',
    ]);
  });

  it('says what was expected in words', () => {
    const parsed = parse({ Authorization: { LicenseKey: 1 }, Data: { Sku: '', SellingSites: [] } });
    expect('violations' in parsed && parsed.violations.map(({ Detail }) => Detail)).toEqual([
      'must be of type string',
      'is required (string)',
      'must have at least 1 characters',
      'must have at least 1 items',
    ]);
  });

  it('accepts exactly the limits', () => {
    const body = validBody();
    body.Data.Sku = 'x'.repeat(128);
    body.Data.SellingSites = Array.from({ length: 100 }, () => ({ Url: url }));
    expect(pointersOf(body)).toEqual([]);
  });

  it('ignores unknown members and names them in the warnings of their site', () => {
    const { warnings, site: read } = siteOf({
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

  it('names the nearest right member, also of what is expected and of selectors', () => {
    const { site: read, warnings } = siteOf({
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

  it('tells every site of members of Data that it does not know', () => {
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
    expect('request' in parsed && parsed.request.sites.map(({ warnings }) => warnings)).toEqual([
      ofAll,
      [own, ...ofAll],
    ]);
  });

  it('names twenty unknown members, and none that only the prototype has', () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`Member${index}`, 1]));
    expect(siteOf({ Url: url, ...many }).warnings).toHaveLength(20);
    const { warnings } = siteOf(JSON.parse(`{"Url":${JSON.stringify(url)},"toString":{"a":1}}`));
    expect(warnings).toEqual([
      'UnknownMember: "toString" is not a member of a selling site; it was ignored.',
    ]);
  });

  it.each([[{}], [{ size: '42' }], [{ Colour: 'red' }]])(
    'takes a Variant that names nothing it knows for none: %j',
    (variant) => {
      expect(siteOf({ Url: url, Variant: variant }).site).toEqual({ Url: url });
    },
  );

  it.each([
    ['a lone byte of Latin-1', Buffer.from([0xe9])],
    ['half a character', Buffer.from([0xe2, 0x82])],
    ['an overlong slash', Buffer.from([0xc0, 0xaf])],
    ['a surrogate', Buffer.from([0xed, 0xa0, 0x80])],
    ['UTF-16', Buffer.from('é', 'utf16le')],
  ])('refuses a body that is not UTF-8, and says where: %s', (_name, bytes) => {
    const before = '{"Authorization":{"LicenseKey":"é';
    const body = Buffer.concat([Buffer.from(before), bytes, Buffer.from('","UID":"u"},"Data":{}}')]);
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
    expect(siteOf({ Url: url, Locale: given }).site.Locale).toBe(read);
  });

  it.each(['de_DE', 'deutsch-', 'a-DE', '123', 'x-', 'i-nothing'])(
    'refuses the language tag %s',
    (Locale) => {
      expect(pointersOf(withSite({ Url: url, Locale }))).toEqual([`${site}/Locale`]);
    },
  );

  it('takes U+FFFD itself as an escape', () => {
    const body = JSON.stringify(withSite({ Url: url, Reference: 'x' })).replace('"x"', '"\\ufffd"');
    expect(pointersOf(body)).toEqual([]);
  });

  it('takes an entry of the registry by its name alone, and lets the call override it', () => {
    expect(siteOf({ Name: 'Registered' }).site).toMatchObject({
      Url: 'https://registered.example/{sku}',
      Currency: 'EUR',
    });
    expect(siteOf({ Name: 'Registered', Currency: 'CHF' }).site).toMatchObject({ Currency: 'CHF' });
  });

  it('does not mix a registry entry into a site that brings its own URL', () => {
    expect(siteOf({ Name: 'Registered', Url: url }).site).toEqual({ Name: 'Registered', Url: url });
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
