// Payloads of the queue operation. Presence, types, enumerations and limits are derived from docs/openapi.json; tables
// cover rules beyond the schema. Clauses are those of docs/specification.md.
import { describe, expect, it } from 'vitest';
import { parseQueueRequest } from '../../lambdas/domain/request/queue-request.ts';
import { allEngines } from '../../lambdas/pricing/sources/selectors/all-engines.ts';
import { findUnusableSelectors } from '../../lambdas/queue/check-selectors.ts';
import { queueBody, resolve, type Schema } from './document.ts';

type Json = Record<string, unknown>;
type Path = readonly (string | number)[];

const url = 'https://shop.invalid/p/1';
const site = '/Data/SellingSites/0';
const body = (members: Json = {}, data: Json = {}): Json => ({
  Authorization: { LicenseKey: 'k', UID: 'u' },
  Data: { Sku: 'x', SellingSites: [{ Url: url, ...members }], ...data },
});
const only = (member: Json): Json => body({}, { SellingSites: [member] });
const violationsOf = (value: unknown): string[] => {
  const text =
    typeof value === 'string' || Buffer.isBuffer(value) ? value.toString('utf8') : JSON.stringify(value);
  const parsed = parseQueueRequest(text, new Map());
  const violations = [
    ...('violations' in parsed ? parsed.violations : []),
    ...findUnusableSelectors(parsed.json, allEngines),
  ];
  return violations.map(({ Pointer }) => Pointer);
};
const pointerOf = (path: Path): string => path.map((step) => `/${step}`).join('');

/** Every schema of the body with its path; for a list, its first item. */
const placesOf = (schema: Schema, path: Path = []): { path: Path; schema: Schema; parent: Schema }[] => {
  const found = resolve(schema);
  const below: [string | number, Schema][] = [
    ...Object.entries(found.properties ?? {}),
    ...(found.items ? [[0, found.items] as [number, Schema]] : []),
  ];
  return below.flatMap(([name, member]) => [
    { path: [...path, name], schema: resolve(member), parent: found },
    ...placesOf(member, [...path, name]),
  ]);
};
const places = placesOf(queueBody);

/** A valid value for each place. */
const samples: Readonly<Record<string, unknown>> = {
  Url: url,
  SearchUrl: 'https://shop.invalid/?q={sku}',
  Country: 'DE',
  Locale: 'de',
  Currency: 'EUR',
  Value: 'price',
  Gtin: '4006381333931',
  WaitFor: '.price',
};
/** A minimal body with a value at a place. */
const bodyWith = (path: Path, value: unknown): Json => {
  const whole = body() as Json;
  if (path.includes('Webhook')) (whole.Data as Json).Webhook = { Url: 'https://hook.invalid/' };
  let at = whole as Record<string | number, unknown>;
  path.slice(0, -1).forEach((step, i) => {
    at[step] ??= typeof path[i + 1] === 'number' ? [{ Type: 'Css', Value: '.price' }] : {};
    at = at[step] as Record<string | number, unknown>;
  });
  const last = path.at(-1)!;
  if (last === 'SearchUrl') delete at.Url;
  at[last] = value;
  return whole;
};

const typed = [
  ['number', 5.5],
  ['boolean', true],
  ['null', null],
  ['array', []],
  ['object', {}],
  ['string', 'x'],
] as const;

describe('the document', () => {
  it('has at least 60 places of a payload', () => {
    expect(places.length).toBeGreaterThan(60);
  });

  it.each(places.map((place) => [pointerOf(place.path), place] as const))(
    'R2 %s: another type is a violation there',
    (pointer, { path, schema }) => {
      for (const [type, value] of typed.filter(([name]) => name !== schema.type))
        expect([type, violationsOf(bodyWith(path, value))]).toEqual([
          type,
          expect.arrayContaining([pointer]),
        ]);
    },
  );

  it.each(
    places
      .filter(({ path, parent }) => parent.required?.includes(String(path.at(-1))))
      .map(({ path }) => [pointerOf(path), path] as const),
  )('R2 %s is required, case-sensitively', (pointer, path) => {
    const name = String(path.at(-1));
    for (const other of [undefined, name.toLowerCase(), name.toUpperCase()]) {
      if (other === name) continue;
      const whole = bodyWith(path, 'x');
      const parent = path.slice(0, -1).reduce<Json>((at, step) => at[step] as Json, whole);
      if (other) parent[other] = parent[name];
      delete parent[name];
      expect(violationsOf(whole)).toContain(pointer);
    }
  });

  const enumerated = places.filter(({ schema }) => schema.enum !== undefined);
  it.each(enumerated.map(({ path, schema }) => [pointerOf(path), path, schema.enum as string[]] as const))(
    'R2 %s: only the listed values, in their spelling',
    (pointer, path, values) => {
      for (const value of values) {
        expect(violationsOf(bodyWith(path, value))).not.toContain(pointer);
        for (const other of [value.toLowerCase(), value.toUpperCase(), ` ${value}`, ''])
          if (!values.includes(other)) expect(violationsOf(bodyWith(path, other))).toContain(pointer);
      }
    },
  );

  const texts = places.filter(({ schema }) => schema.maxLength !== undefined);
  it.each(
    texts.map(({ path, schema }) => [pointerOf(path), path, schema.maxLength!, schema.minLength] as const),
  )('R3 %s: limits of its length, in characters', (pointer, path, max, min) => {
    const free = samples[String(path.at(-1))] === undefined;
    if (free)
      for (const letter of ['9', 'é', '👟'])
        expect(violationsOf(bodyWith(path, letter.repeat(max)))).toEqual([]);
    expect(violationsOf(bodyWith(path, 'x'.repeat(max + 1)))).toContain(pointer);
    if (min) expect(violationsOf(bodyWith(path, ''))).toContain(pointer);
  });

  const numbers = places.filter(({ schema }) => schema.maximum !== undefined);
  it.each(
    numbers.map(({ path, schema }) => [pointerOf(path), path, schema.minimum!, schema.maximum!] as const),
  )('R3 %s: limits of an integer, in any spelling', (pointer, path, min, max) => {
    const spelled = (text: string) => JSON.stringify(bodyWith(path, 7_777)).replace('7777', text);
    for (const text of [`${min}`, `${max}`, `${max}.0`, `${max}e0`])
      expect([text, violationsOf(spelled(text))]).toEqual([text, []]);
    for (const text of [`${min - 1}`, `${max + 1}`, `${min}.5`, '1e400', '9007199254740993', '"1"'])
      expect([text, violationsOf(spelled(text))]).toEqual([text, expect.arrayContaining([pointer])]);
  });

  const lists = places.filter(({ schema }) => schema.maxItems !== undefined);
  it.each(lists.map(({ path, schema }) => [pointerOf(path), path, schema.maxItems!] as const))(
    'R3 %s: limits of its length',
    (pointer, path, max) => {
      const item = path.includes('Selectors') ? { Type: 'Css', Value: '.p' } : { Url: url };
      const listOf = (count: number) =>
        bodyWith(
          path,
          Array.from({ length: count }, () => item),
        );
      expect(violationsOf(listOf(max))).toEqual([]);
      expect(violationsOf(listOf(max + 1))).toEqual([pointer]);
      expect(violationsOf(listOf(0))).toEqual([pointer]);
    },
  );

  it.each(
    places.filter(({ schema }) => schema.properties).map(({ path }) => [pointerOf(path), path] as const),
  )('R4 %s: unknown members are ignored, including JavaScript’s own names', (_pointer, path) => {
    const known = path.reduce<Json>((at, step) => (at[step] ?? {}) as Json, body());
    const base = path.at(-1) === 0 && path.includes('Selectors') ? { Type: 'Css', Value: '.p' } : known;
    const more = { Extra: { a: [1] }, constructor: { prototype: {} }, '': 1 };
    const withUrl = path.at(-1) === 'Webhook' ? { Url: 'https://hook.invalid/' } : {};
    const text = JSON.stringify(bodyWith(path, { ...base, ...withUrl, ...more }));
    expect(violationsOf(text.replace('"Extra"', '"__proto__":{"Sku":5},"Extra"'))).toEqual([]);
  });
});

describe('a selling site', () => {
  it.each([
    ['Url alone', { Url: url }],
    ['SearchUrl alone', { SearchUrl: 'https://shop.invalid/?q={sku}' }],
    ['a label beside Url', { Name: 'Shop A', Url: url }],
    ['Variant and Selectors that name nothing', { Url: url, Variant: {}, Selectors: {} }],
    [
      'known members in the wrong case, which are unknown',
      { Url: url, currency: 5, renderMode: 'Fast', sku: '' },
    ],
  ])('R1 may have %s', (_name, member) => {
    expect(violationsOf(only(member))).toEqual([]);
  });

  it.each([
    ['neither address', { Currency: 'EUR' }, 'Name'],
    ['Url and SearchUrl', { Url: url, SearchUrl: 'https://shop.invalid/?q={sku}' }, 'SearchUrl'],
    ['a name that the registry does not have', { Name: 'No such shop' }, 'Name'],
    ['a name of JavaScript', { Name: 'constructor' }, 'Name'],
    ['Url in the wrong case', { url }, 'Name'],
  ])('R1 may not have %s', (_name, member, at) => {
    expect(violationsOf(only(member))).toEqual([`${site}/${at}`]);
  });

  it('R1 may repeat another with its own Sku', () => {
    expect(violationsOf(body({}, { SellingSites: [{ Url: url }, { Url: url, Sku: 'b' }] }))).toEqual([]);
  });

  it.each([
    ...['http://shop.invalid', 'HTTPS://SHOP.INVALID/P', 'https://shop.invalid:443/p', 'https://192.0.2.1/p'],
    ...['https://shop.invalid/p/{sku}?a={sku}#a', 'https://bücher.invalid/品/é', 'https://[2001:db8::1]/p'],
  ])('R5 takes the Url %s', (Url) => {
    expect(violationsOf(only({ Url }))).toEqual([]);
  });

  it.each([
    ...['', ' ', 'x', '/p/1', '//shop.invalid/p', 'shop.invalid/p', 'ftp://shop.invalid/p', 'about:blank'],
    ...['file:///etc/passwd', 'javascript:alert(1)', 'data:text/html,x', 'view-source:https://shop.invalid'],
    ...['https://[::1', 'https://shop.invalid:99999/', 'https://a b.invalid/', 'https://999.9.9.9/'],
  ])('R5 refuses the Url "%s"', (Url) => {
    expect(violationsOf(only({ Url }))).toEqual([`${site}/Url`]);
  });

  it.each([
    'https://shop.invalid/?q=',
    'https://shop.invalid/?q={SKU}',
    '/s?q={sku}',
    'ftp://shop.invalid/{sku}',
  ])('R5 refuses the SearchUrl "%s"', (SearchUrl) => {
    expect(violationsOf(only({ SearchUrl }))).toEqual([`${site}/SearchUrl`]);
  });

  it.each([
    // Reserved, withdrawn, of three letters, in another case or another alphabet.
    ['Country', ['AA', 'XK', 'UK', 'EU', 'SU', 'YU', 'AN', 'USA', '276', '', 'DE ', 'de', 'ＤＥ', 'Germany']],
    [
      'Currency',
      ['DEM', 'HRK', 'BYR', 'ZWL', 'ZZZ', 'BTC', '978', '', 'EU', 'EUR ', 'eur', '€', 'US$', 'ＥＵＲ'],
    ],
    [
      'Locale',
      [
        '',
        'd',
        'de_DE',
        'de-',
        '-de',
        'de--DE',
        'de DE',
        'a-DE',
        'en-a',
        '419',
        'de-419-DE',
        'dé-DE',
        '*',
        'x-',
      ],
    ],
  ])('R6 refuses a %s that its standard does not list', (name, values) => {
    for (const value of values)
      expect([value, violationsOf(body({ [name]: value }))]).toEqual([value, [`${site}/${name}`]]);
  });

  // RFC 5646, appendix A.
  it.each([
    ...['de', 'i-enochian', 'zh-Hant', 'zh-cmn-Hans-CN', 'es-419', 'de-CH-x-phonebk', 'en-US-u-islamcal'],
    ...['DE-de', 'sgn-BE-FR'],
  ])('R6 takes the Locale %s', (Locale) => {
    expect(violationsOf(body({ Locale }))).toEqual([]);
  });
});

describe('selectors', () => {
  it.each([
    ['Css', ['.price', '#a > b:nth-child(2n+1) ~ i[data-x="1" i]', ':is(h1, h2) + p', 'a\\:b']],
    ['XPath', ['//p', '//*[@class="price"]/text()', 'string(//p[1])', '(//p)[last()]']],
    ['JsonPath', ['$', '$..price', "$['a']['b']", '$.a[?@.b > 1].c', '$.a[-1:]']],
    ['Regex', ['\\d+', 'price":\\s*"([^"]+)"', '(?:a|b){1,3}', '^$']],
  ])('R7 that compile as %s are accepted', (Type, values) => {
    for (const Value of values)
      expect(violationsOf(body({ Selectors: { Price: [{ Type, Value }] } }))).toEqual([]);
  });

  it.each([
    ['Css', ['div[', 'div[a=', ':::', '#', 'div:not(', '> > a', 'a,', '{', '']],
    ['XPath', ['//*[', '//', '//p[@', 'count(', '//p]', '"', '']],
    // From the invalid selectors that RFC 9535's compliance suite lists.
    [
      'JsonPath',
      ['price', '$.', '$[', '$.a[?', '$.a[?@.b ==]', "$['a", '$[00]', '$[1:2:3:4]', '$[?nosuch(@.a)]'],
    ],
    ['Regex', ['(', '[a', 'a**', '*', '(?<n', '\\', 'a{2,1}', '[z-a]', '(?<a>x)(?<a>y)', '']],
  ])('R7 that do not compile as %s are reported at their place', (Type, values) => {
    for (const Value of values) {
      const list = [
        { Type: 'Css', Value: '.sound' },
        { Type, Value },
      ];
      for (const name of ['Price', 'Title'])
        expect([Value, violationsOf(body({ Selectors: { [name]: list } }))]).toEqual([
          Value,
          [`${site}/Selectors/${name}/1/Value`],
        ]);
    }
  });

  it.each(['div[', ':::', 'a,', ' '])('R7 WaitFor is one of CSS: not "%s"', (WaitFor) => {
    expect(violationsOf(body({ WaitFor }))).toEqual([`${site}/WaitFor`]);
  });
});

describe('the text of the body', () => {
  const fit = JSON.stringify(body({}, { Sku: 'SKU' }));

  it.each([
    ['nothing', ''],
    ['a body cut off', fit.slice(0, -1)],
    ['two bodies', `${fit}\n${fit}`],
    ['names without quotes', fit.replaceAll(/"(\w+)":/g, '$1:')],
    ['a comma after the last member', fit.replace(/}$/, ',}')],
    ...['NaN', 'Infinity', 'undefined', '01', '0x10', '+1', '1.', 'True'].map((text) => [
      text,
      fit.replace('"SKU"', text),
    ]),
    ['a tab inside a string', fit.replace('SKU', 'S\tU')],
    ['a no-break space between members', fit.replace('{', '{\u00a0')],
    ['a form', 'Sku=1&Url=https%3A%2F%2Fshop.invalid'],
    ['100,000 opening brackets', '['.repeat(100_000)],
    ['an array around the body', `[${fit}]`],
    ['the body as a string', JSON.stringify(fit)],
  ] as [string, string][])('R8 must be a JSON object, not %s', (_name, text) => {
    expect(violationsOf(text)).toEqual(['']);
  });

  it.each([
    ['white space of every kind', ` \t\r\n${JSON.stringify(body(), null, '\t')}\r\n `],
    ['another order', JSON.stringify({ Data: body().Data, Authorization: body().Authorization })],
    ['names in escapes', fit.replace('"Sku"', '"\\u0053ku"')],
  ])('R8 may have %s', (_name, text) => {
    expect(violationsOf(text)).toEqual([]);
  });

  /** @see https://www.cl.cam.ac.uk/~mgk25/ucs/examples/UTF-8-test.txt for the kinds of malformed sequences. */
  it.each([
    ['a continuation alone', [0x80]],
    ['a sequence of three cut off', [0xe2, 0x82]],
    ['an overlong NUL', [0xc0, 0x80]],
    ['half a surrogate pair', [0xed, 0xa0, 0x80]],
    ['a code point above U+10FFFF', [0xf4, 0x90, 0x80, 0x80]],
  ])('R8 is UTF-8: not %s', (_name, bytes) => {
    const [before, after] = fit.split('SKU') as [string, string];
    expect(
      violationsOf(Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)])),
    ).toEqual(['']);
  });

  it('R8 must not be UTF-16', () => {
    expect(violationsOf(Buffer.from(fit, 'utf16le'))).not.toEqual([]);
  });

  it.each(['\u0000', '\t', '\n', '\u001f', '\u007f', '\u0085', '\u009f'])(
    'R3 must not have a control character in a Sku: %j',
    (character) => {
      expect(violationsOf(body({ Sku: `a${character}b` }, { Sku: `a${character}b` }))).toEqual([
        '/Data/Sku',
        `${site}/Sku`,
      ]);
    },
  );

  it.each([' ', '/', '"', '\\', '<', '%', 'é', '品', '👟', '../..', '{sku}'])(
    'R3 may have any other character in a Sku: %j',
    (text) => {
      expect(violationsOf(body({ Sku: `a${text}b` }, { Sku: `a${text}b` }))).toEqual([]);
    },
  );

  it('R3 has at most 256 KiB', () => {
    const sized = (bytes: number, fill: string) => {
      const text = JSON.stringify(body({}, { Pad: '' }));
      const room = bytes - Buffer.byteLength(text);
      const filler = fill.repeat(Math.floor(room / Buffer.byteLength(fill)));
      return text.replace('"Pad":""', `"Pad":"${filler}${'x'.repeat(room - Buffer.byteLength(filler))}"`);
    };
    for (const fill of ['x', 'é', '👟']) {
      expect(violationsOf(sized(256 * 1_024, fill))).toEqual([]);
      expect(violationsOf(sized(256 * 1_024 + 1, fill))).toEqual(['']);
    }
  });

  it('E2 gets every violation reported once, all together', () => {
    const sites = [{ Url: 'ftp://x' }, { Url: url, Currency: 5, TimeoutSeconds: 0, RenderMode: 'x' }];
    const wrong = { Authorization: { LicenseKey: 5, UID: null }, Data: { Sku: '', SellingSites: sites } };
    expect(violationsOf(wrong).sort()).toEqual([
      '/Authorization/LicenseKey',
      '/Authorization/UID',
      '/Data/SellingSites/0/Url',
      '/Data/SellingSites/1/Currency',
      '/Data/SellingSites/1/RenderMode',
      '/Data/SellingSites/1/TimeoutSeconds',
      '/Data/Sku',
    ]);
  });
});
