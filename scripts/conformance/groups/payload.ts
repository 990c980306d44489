// The payload's members: types, presence, enumerations, case.
import { type Check, contract, expectThat, type Group, spec, table } from '../check.ts';
import { authorizationOf, bodyOf, type Json, nobody, nowhere, plainData } from '../deployment.ts';
import { violationsOf } from '../validators.ts';
import { accepts, refuses, site, withData, withSite } from './probes.ts';

const queueInput = spec('1. Queue a request', 'object with LicenseKey (string) and UID (string)');
const siteTable = (words: string) => contract('Requests', words);
const selector = { Type: 'Css', Value: '.price' };

type Kind = 'string' | 'object' | 'array' | 'integer';
const samples: readonly [name: string, value: unknown, kind: Kind | 'other'][] = [
  ['a number', 5, 'integer'],
  ['true', true, 'other'],
  ['null', null, 'other'],
  ['an array', [], 'array'],
  ['an object', {}, 'object'],
  ['a string', 'x', 'string'],
];

interface Member {
  pointer: string;
  kind: Kind;
  cites: ReturnType<typeof spec>;
  put: (value: unknown) => unknown;
}

const inSite = (name: string, kind: Kind, words: string): Member => ({
  pointer: `${site}/${name}`,
  kind,
  cites: siteTable(words),
  put: (value) => withSite({ [name]: value }),
});

const selectorLists = ['Price', 'ListPrice', 'Currency', 'Availability', 'Title'] as const;
const selectorWords = 'each a list of `{ Type: Css or XPath or JsonPath or Regex, Value, Attribute? }`';
const variantMembers = ['Size', 'SizeRegion', 'Color', 'Id'] as const;

const members: readonly Member[] = [
  {
    pointer: '/Authorization',
    kind: 'object',
    cites: queueInput,
    put: (value) => ({ Authorization: value, Data: plainData() }),
  },
  {
    pointer: '/Authorization/LicenseKey',
    kind: 'string',
    cites: queueInput,
    put: (value) => ({ Authorization: { LicenseKey: value, UID: 'x' }, Data: plainData() }),
  },
  {
    pointer: '/Authorization/UID',
    kind: 'string',
    cites: queueInput,
    put: (value) => ({ Authorization: { LicenseKey: 'x', UID: value }, Data: plainData() }),
  },
  {
    pointer: '/Data',
    kind: 'object',
    cites: spec('1. Queue a request', '| Data | object | yes |'),
    put: (value) => bodyOf(nobody, value),
  },
  {
    pointer: '/Data/Sku',
    kind: 'string',
    cites: spec('1. Queue a request', '| Data.Sku | string | yes |'),
    put: (value) => withData({ Sku: value }),
  },
  {
    pointer: '/Data/SellingSites',
    kind: 'array',
    cites: spec('1. Queue a request', '| Data.SellingSites | array of selling-site objects | yes |'),
    put: (value) => withData({ SellingSites: value }),
  },
  {
    pointer: site,
    kind: 'object',
    cites: spec('1. Queue a request', 'array of selling-site objects'),
    put: (value) => withData({ SellingSites: [value] }),
  },
  inSite('Name', 'string', '| `Name` | string, required unless `Url` or `SearchUrl` is given |'),
  inSite('Url', 'string', 'absolute http or https URL of the product page'),
  {
    ...inSite('SearchUrl', 'string', "the site's search page with `{sku}`"),
    put: (value) => bodyOf(nobody, { Sku: 'x', SellingSites: [{ Name: 'A', SearchUrl: value }] }),
  },
  inSite('Sku', 'string', "this site's own SKU, instead of `Data.Sku`"),
  inSite('Country', 'string', 'ISO 3166-1 alpha-2, BCP 47, ISO 4217'),
  inSite('Locale', 'string', 'ISO 3166-1 alpha-2, BCP 47, ISO 4217'),
  inSite('Currency', 'string', 'ISO 3166-1 alpha-2, BCP 47, ISO 4217'),
  inSite('Variant', 'object', '`{ Size?, SizeRegion?, Color?, Id? }`'),
  ...variantMembers.map(
    (name): Member => ({
      pointer: `${site}/Variant/${name}`,
      kind: 'string',
      cites: siteTable('`{ Size?, SizeRegion?, Color?, Id? }`'),
      put: (value) => withSite({ Variant: { [name]: value } }),
    }),
  ),
  inSite('Condition', 'string', '`New` `Used` `Refurbished` `OpenBox` `Damaged`'),
  inSite('RenderMode', 'string', '`Auto` `Http` `Browser`'),
  inSite('WaitFor', 'string', '| `WaitFor` | CSS selector |'),
  inSite('Reference', 'string', "the caller's own tag, echoed"),
  inSite('TimeoutSeconds', 'integer', 'integer 1 to 120'),
  inSite('Selectors', 'object', '`{ Price?, ListPrice?, Currency?, Availability?, Title? }`'),
  ...selectorLists.map(
    (name): Member => ({
      pointer: `${site}/Selectors/${name}`,
      kind: 'array',
      cites: siteTable(selectorWords),
      put: (value) => withSite({ Selectors: { [name]: value } }),
    }),
  ),
  {
    pointer: `${site}/Selectors/Price/0`,
    kind: 'object',
    cites: siteTable(selectorWords),
    put: (value) => withSite({ Selectors: { Price: [value] } }),
  },
  ...(['Type', 'Value', 'Attribute'] as const).map(
    (name): Member => ({
      pointer: `${site}/Selectors/Price/0/${name}`,
      kind: 'string',
      cites: siteTable(selectorWords),
      put: (value) => withSite({ Selectors: { Price: [{ ...selector, [name]: value }] } }),
    }),
  ),
];

/** Wrong for a member of a kind: every sample of another. An empty array or object has what is missing inside. */
const wrongTypes = members.flatMap((member) =>
  samples
    .filter(([, , kind]) => kind !== member.kind)
    .map(([name, value]) =>
      refuses(`${member.pointer} is ${name}`, member.cites, member.put(value), member.pointer),
    ),
);

/** A member that is missing is pointed at itself, or what should hold it is. */
const missing = (pointer: string, cites: ReturnType<typeof spec>, body: unknown, instead = ''): Check => ({
  name: `${pointer} is missing${instead}: refused`,
  cites,
  run: async (deployment) => {
    const parent = pointer.slice(0, pointer.lastIndexOf('/'));
    const pointers = violationsOf(await deployment.queue(body)).map(({ Pointer }) => Pointer);
    expectThat(
      pointers.includes(pointer) || pointers.includes(parent),
      `a violation at ${pointer}`,
      pointers,
    );
  },
});

/** What stands in its place, e.g. `sku`, tells one check from another. */
const misspelt = (name: string, pointer: string, cites: ReturnType<typeof spec>, body: unknown): Check =>
  missing(pointer, cites, body, `, where "${name}" stands`);

const data = plainData();
const authorization = authorizationOf(nobody);
const required = [
  missing('/Authorization', queueInput, { Data: data }),
  missing('/Data', spec('1. Queue a request', '| Data | object | yes |'), { Authorization: authorization }),
  missing('/Authorization/LicenseKey', queueInput, { Authorization: { UID: 'x' }, Data: data }),
  missing('/Authorization/UID', queueInput, { Authorization: { LicenseKey: 'x' }, Data: data }),
  missing(
    '/Data/Sku',
    spec('1. Queue a request', '| Data.Sku | string | yes |'),
    bodyOf(nobody, { SellingSites: [{ Url: nowhere }] }),
  ),
  missing(
    '/Data/SellingSites',
    spec('1. Queue a request', '| Data.SellingSites | array of selling-site objects | yes |'),
    bodyOf(nobody, { Sku: 'x' }),
  ),
  missing(
    `${site}/Name`,
    siteTable('string, required unless `Url` or `SearchUrl` is given'),
    bodyOf(nobody, { Sku: 'x', SellingSites: [{ Currency: 'EUR' }] }),
    ', and another member stands',
  ),
  missing(
    `${site}/Name`,
    siteTable('string, required unless `Url` or `SearchUrl` is given'),
    bodyOf(nobody, { Sku: 'x', SellingSites: [{}] }),
  ),
  missing(
    `${site}/Selectors/Price/0/Type`,
    siteTable(selectorWords),
    withSite({ Selectors: { Price: [{ Value: '.price' }] } }),
  ),
  missing(
    `${site}/Selectors/Price/0/Value`,
    siteTable(selectorWords),
    withSite({ Selectors: { Price: [{ Type: 'Css' }] } }),
  ),
];

const wrongCase = spec('What the service does', 'Field names are case-sensitive and written in PascalCase.');
const unknownCase = contract('Requests', 'A member with the right name in the wrong case is unknown.');
const cases = [
  misspelt('authorization', '/Authorization', wrongCase, { authorization, Data: data }),
  misspelt('AUTHORIZATION', '/Authorization', wrongCase, { AUTHORIZATION: authorization, Data: data }),
  misspelt('data', '/Data', wrongCase, { Authorization: authorization, data }),
  misspelt('licenseKey', '/Authorization/LicenseKey', wrongCase, {
    Authorization: { licenseKey: 'x', UID: 'x' },
    Data: data,
  }),
  misspelt('license_key', '/Authorization/LicenseKey', wrongCase, {
    Authorization: { license_key: 'x', UID: 'x' },
    Data: data,
  }),
  misspelt('Uid', '/Authorization/UID', wrongCase, {
    Authorization: { LicenseKey: 'x', Uid: 'x' },
    Data: data,
  }),
  misspelt('uid', '/Authorization/UID', wrongCase, {
    Authorization: { LicenseKey: 'x', uid: 'x' },
    Data: data,
  }),
  misspelt('sku', '/Data/Sku', wrongCase, bodyOf(nobody, { sku: 'x', SellingSites: [{ Url: nowhere }] })),
  misspelt('SKU', '/Data/Sku', wrongCase, bodyOf(nobody, { SKU: 'x', SellingSites: [{ Url: nowhere }] })),
  misspelt(
    'sellingSites',
    '/Data/SellingSites',
    wrongCase,
    bodyOf(nobody, { Sku: 'x', sellingSites: [{ Url: nowhere }] }),
  ),
  misspelt(
    'SellingSITES',
    '/Data/SellingSites',
    wrongCase,
    bodyOf(nobody, { Sku: 'x', SellingSITES: [{ Url: nowhere }] }),
  ),
  misspelt(
    'url',
    `${site}/Name`,
    unknownCase,
    bodyOf(nobody, { Sku: 'x', SellingSites: [{ url: nowhere }] }),
  ),
  misspelt(
    'URL',
    `${site}/Name`,
    unknownCase,
    bodyOf(nobody, { Sku: 'x', SellingSites: [{ URL: nowhere }] }),
  ),
  misspelt(
    'searchUrl',
    `${site}/Name`,
    unknownCase,
    bodyOf(nobody, { Sku: 'x', SellingSites: [{ searchUrl: 'https://shop.invalid/?q={sku}' }] }),
  ),
  misspelt('name', `${site}/Name`, unknownCase, bodyOf(nobody, { Sku: 'x', SellingSites: [{ name: 'A' }] })),
  misspelt(
    'value',
    `${site}/Selectors/Price/0/Value`,
    unknownCase,
    withSite({ Selectors: { Price: [{ Type: 'Css', value: '.price' }] } }),
  ),
  // What is unknown is ignored, whatever it holds: had it been read, these values would be refused.
  ...table(
    [
      ['currency', 'nonsense'],
      ['CURRENCY', 5],
      ['country', []],
      ['locale', 5],
      ['renderMode', 'Fast'],
      ['timeoutSeconds', 0],
      ['variant', 'x'],
      ['condition', 'x'],
      ['selectors', 5],
      ['reference', 5],
      ['waitFor', 'div['],
      ['sku', ''],
    ] as const,
    ([name, value]) =>
      accepts(
        `${site}/${name} that would not fit in the right case`,
        unknownCase,
        withSite({ [name]: value } as Json),
      ),
  ),
];

const ignored = contract('Requests', 'Members that the service does not know are ignored');
const unknown = [
  accepts('an unknown member beside Data', ignored, { ...withSite({}), Extra: { a: [1] } }),
  accepts('an unknown member of Authorization', ignored, {
    Authorization: { ...authorization, Realm: 'x' },
    Data: data,
  }),
  accepts('an unknown member of Data', ignored, withData({ Extra: 1 })),
  accepts('an unknown member of a selling site', ignored, withSite({ Extra: null })),
  accepts('an unknown member of Variant', ignored, withSite({ Variant: { Width: 'D' } })),
  accepts('an unknown member of Selectors', ignored, withSite({ Selectors: { Brand: [] } })),
  accepts(
    'an unknown member of a selector',
    ignored,
    withSite({ Selectors: { Price: [{ ...selector, Note: 1 }] } }),
  ),
  accepts(
    'a member "__proto__"',
    ignored,
    JSON.stringify(withSite({})).replace('"Url"', '"__proto__":{"Sku":5},"Url"'),
  ),
  accepts('a member "constructor"', ignored, withSite({ constructor: { prototype: {} } })),
  accepts('a member with an empty name', ignored, withSite({ '': 1 })),
];

const enumeration = (
  name: string,
  words: string,
  values: readonly string[],
  wrong: readonly string[],
): Check[] => [
  ...values.map((value) => accepts(`${name} "${value}"`, siteTable(words), withSite({ [name]: value }))),
  ...wrong.map((value) =>
    refuses(`${name} "${value}"`, siteTable(words), withSite({ [name]: value }), `${site}/${name}`),
  ),
];
const enumerations = [
  ...enumeration(
    'RenderMode',
    '`Auto` `Http` `Browser`',
    ['Auto', 'Http', 'Browser'],
    ['auto', 'HTTP', 'browser', 'Chromium', '', ' Auto', 'Auto '],
  ),
  ...enumeration(
    'Condition',
    '`New` `Used` `Refurbished` `OpenBox` `Damaged`',
    ['New', 'Used', 'Refurbished', 'OpenBox', 'Damaged'],
    ['new', 'USED', 'Openbox', 'NewCondition', '', 'Any'],
  ),
  ...table(['css', 'XPATH', 'JSONPath', 'Jsonpath', 'RegExp', ''], (Type) =>
    refuses(
      `a selector's Type "${Type}"`,
      siteTable(selectorWords),
      withSite({ Selectors: { Price: [{ Type, Value: 'a' }] } }),
      `${site}/Selectors/Price/0/Type`,
    ),
  ),
];

const timeoutWords = siteTable('integer 1 to 120');
const timeouts = [
  ...table([1, 2, 59, 60, 61, 119, 120], (value) =>
    accepts(`TimeoutSeconds ${value}`, timeoutWords, withSite({ TimeoutSeconds: value })),
  ),
  ...table(['1e1', '5.0', '1.2e2'], (text) =>
    accepts(
      `TimeoutSeconds ${text}, an integer in another spelling`,
      timeoutWords,
      JSON.stringify(withSite({ TimeoutSeconds: 7 })).replace(':7}', `:${text}}`),
    ),
  ),
  ...table(['0', '-1', '121', '1.5', '119.999', '-0', '1e400', '1e21', '9007199254740993'], (text) =>
    refuses(
      `TimeoutSeconds ${text}`,
      timeoutWords,
      JSON.stringify(withSite({ TimeoutSeconds: 7 })).replace(':7}', `:${text}}`),
      `${site}/TimeoutSeconds`,
    ),
  ),
];

const valid = [
  accepts('Url alone', siteTable('string, required unless `Url` or `SearchUrl` is given'), withSite({})),
  accepts(
    'SearchUrl alone',
    siteTable('string, required unless `Url` or `SearchUrl` is given'),
    bodyOf(nobody, { Sku: 'x', SellingSites: [{ SearchUrl: 'https://shop.invalid/?q={sku}' }] }),
  ),
  accepts('Name beside Url', siteTable('label, echoed in the result'), withSite({ Name: 'Shop A' })),
  accepts(
    'Variant without members',
    siteTable('absent, or without a known member'),
    withSite({ Variant: {} }),
  ),
  accepts(
    'Selectors without members',
    siteTable('`{ Price?, ListPrice?, Currency?, Availability?, Title? }`'),
    withSite({ Selectors: {} }),
  ),
  accepts(
    'two sites with the same Url',
    siteTable('One request may carry up to 100 pairs of `Sku` and site'),
    withData({ SellingSites: [{ Url: nowhere }, { Url: nowhere }] }),
  ),
  accepts(
    'sites with a Sku each',
    siteTable('One request may carry up to 100 pairs of `Sku` and site'),
    withData({
      SellingSites: [
        { Url: nowhere, Sku: 'a' },
        { Url: nowhere, Sku: 'b' },
      ],
    }),
  ),
  accepts(
    'every member at once',
    siteTable('| Selling-site field | Type | Meaning |'),
    withSite({
      Name: 'Shop',
      Sku: '1',
      Country: 'DE',
      Locale: 'de-DE',
      Currency: 'EUR',
      Variant: { Size: '42', SizeRegion: 'EU', Color: 'Blue', Id: '1' },
      Condition: 'New',
      RenderMode: 'Auto',
      WaitFor: '.price',
      TimeoutSeconds: 30,
      Reference: 'r',
      Selectors: Object.fromEntries(
        selectorLists.map((name) => [name, [{ ...selector, Attribute: 'content' }]]),
      ),
    }),
  ),
  refuses(
    'Url together with SearchUrl',
    siteTable('Not together with `Url`'),
    withSite({ SearchUrl: 'https://shop.invalid/?q={sku}' }),
  ),
  refuses(
    'Name alone that the registry does not have',
    siteTable("Alone, it names an entry of the deployment's selling-site registry (unknown name: 400)"),
    bodyOf(nobody, { Sku: 'x', SellingSites: [{ Name: 'No such shop 5550' }] }),
  ),
  refuses(
    'Name alone, beside another site that fits',
    siteTable("Alone, it names an entry of the deployment's selling-site registry (unknown name: 400)"),
    withData({ SellingSites: [{ Url: nowhere }, { Name: 'No such shop 5550' }] }),
    '/Data/SellingSites/1/Name',
  ),
  refuses(
    'Name "constructor" alone',
    siteTable('unknown name: 400'),
    bodyOf(nobody, { Sku: 'x', SellingSites: [{ Name: 'constructor' }] }),
  ),
  refuses(
    'Name "__proto__" alone',
    siteTable('unknown name: 400'),
    bodyOf(nobody, { Sku: 'x', SellingSites: [{ Name: '__proto__' }] }),
  ),
];

export const payloadGroups: Group[] = [
  { name: 'CONTRACT.md, Requests: types of members', checks: wrongTypes },
  { name: 'SPEC.md, Endpoints: required members', checks: required },
  { name: 'CONTRACT.md, Requests: case of members', checks: cases },
  { name: 'CONTRACT.md, Requests: unknown members', checks: unknown },
  { name: 'CONTRACT.md, Requests: enumerations', checks: enumerations },
  { name: 'CONTRACT.md, Requests: TimeoutSeconds', checks: timeouts },
  { name: 'CONTRACT.md, Requests: which sites fit', checks: valid },
];
