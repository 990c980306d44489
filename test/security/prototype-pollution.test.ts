// Names that reach for an object's prototype are names like any other, in requests and in pages.
import { describe, expect, it } from 'vitest';
import { parseQueueRequest } from '../../lambdas/domain/queue-request.ts';
import { packResults, unpackResults } from '../../lambdas/domain/result-pack.ts';
import { scrapeMessageSchema } from '../../lambdas/domain/site-group.ts';
import { extractOffer } from '../../lambdas/pricing/extract-offer.ts';
import { scrapeMessage, validBody } from '../fakes/events.ts';
import { siteResult } from '../fakes/site-results.ts';

const prototypes = [Object.prototype, Array.prototype, Function.prototype, String.prototype, Map.prototype];
type Properties = Map<PropertyKey, PropertyDescriptor>;

const propertiesOf = (prototype: object): Properties =>
  new Map(Reflect.ownKeys(prototype).map((key) => [key, Reflect.getOwnPropertyDescriptor(prototype, key)!]));

const changed = (before: Properties, after: Properties): PropertyKey[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter((key) => {
    const [was, is] = [before.get(key), after.get(key)];
    return was?.value !== is?.value || was?.get !== is?.get || was?.set !== is?.set || !was || !is;
  });

/** Runs something and looks whether it left anything on what every object inherits from. */
const withoutTraces = <T>(run: () => T): T => {
  const before = prototypes.map(propertiesOf);
  try {
    return run();
  } finally {
    const after = prototypes.map(propertiesOf);
    expect(before.flatMap((one, index) => changed(one, after[index]!))).toEqual([]);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  }
};

const poison = '{"polluted":"yes","price":"1.00","Sku":"polluted","Url":"https://polluted.example/"}';
const attacks = [
  ['__proto__', `"__proto__":${poison}`],
  ['__proto__ in escapes', `"\\u005f_proto__":${poison}`],
  ['constructor', `"constructor":{"prototype":${poison}}`],
  ['prototype', `"prototype":${poison}`],
  ['hasOwnProperty', '"hasOwnProperty":1'],
  ['toString', '"toString":null,"valueOf":null,"toJSON":null'],
] as const;

describe('the snapshot', () => {
  it('notices a property that was added, changed or removed', () => {
    const planted = { kept: 1, changed: 1, removed: 1 };
    const before = propertiesOf(planted);
    expect(changed(before, propertiesOf(planted))).toEqual([]);
    expect(changed(before, propertiesOf({ kept: 1, changed: 2, added: undefined }))).toEqual([
      'changed',
      'removed',
      'added',
    ]);
  });
});

describe('a request', () => {
  it.each(attacks)('with %s: a member that is not known', (_name, member) => {
    const text = JSON.stringify(validBody());
    for (const body of [
      text.replace('{"Authorization"', `{${member},"Authorization"`),
      text.replace('"Sku"', `${member},"Sku"`),
      text.replace('{"Name"', `{${member},"Name"`),
      text.replace('"Url"', `"Variant":{${member}},"Url"`),
    ]) {
      expect(body).not.toBe(text);
      const parsed = withoutTraces(() => parseQueueRequest(body, new Map()));
      const { request } = parsed as Extract<typeof parsed, { request: unknown }>;
      expect(request.sku).toBe('555088-105');
      expect(request.sites[0]?.site).toMatchObject({ Url: 'https://shop-a.example/p/{sku}' });
    }
  });

  it.each(['__proto__', 'constructor', 'toString'])(
    'that names the site "%s": not in the registry',
    (Name) => {
      const body = validBody();
      body.Data.SellingSites = [JSON.parse(JSON.stringify({ Name }))];
      const parsed = withoutTraces(() => parseQueueRequest(JSON.stringify(body), new Map()));
      expect(parsed).toMatchObject({ violations: [{ Pointer: '/Data/SellingSites/0/Name' }] });
    },
  );

  // "valueOf" and "toString" have the form of a language: they are passed on as the text that they are.
  it.each(Object.getOwnPropertyNames(Object.prototype))(
    'whose language is "%s": a text or no tag',
    (Locale) => {
      const body = validBody();
      body.Data.SellingSites = [JSON.parse(JSON.stringify({ Url: 'https://shop-a.example/p/1', Locale }))];
      expect(withoutTraces(() => parseQueueRequest(JSON.stringify(body), new Map()))).toMatchObject(
        /^[a-z]{5,8}$/i.test(Locale)
          ? { request: { sites: [{ site: { Locale: Locale.toLowerCase() } }] } }
          : { violations: [{ Pointer: '/Data/SellingSites/0/Locale' }] },
      );
    },
  );

  it.each(attacks)('in the queue with %s: reads as it was sent', (_name, member) => {
    const text = JSON.stringify(scrapeMessage()).replace('{"RequestId"', `{${member},"RequestId"`);
    expect(withoutTraces(() => scrapeMessageSchema.parse(JSON.parse(text)))).toEqual(scrapeMessage());
  });

  it.each(attacks)('with %s in a site: named among its warnings', (_name, member) => {
    const names = Object.keys(JSON.parse(`{${member}}`));
    const body = JSON.stringify(validBody()).replace('{"Name"', `{${member},"Name"`);
    const parsed = parseQueueRequest(body, new Map());
    const { request } = parsed as Extract<typeof parsed, { request: unknown }>;
    for (const name of names) {
      expect(request.sites[0]?.warnings.join()).toContain(`UnknownMember: "${name}"`);
    }
  });
});

const product = (member: string): string =>
  `{"@context":"https://schema.org","@type":"Product","name":"Lamp",${member}}`;
const offer = '{"@type":"Offer","price":"66.00","priceCurrency":"EUR"}';
const pageWith = (script: string): string =>
  `<!doctype html><html><head><title>Lamp</title>${script}</head><body><main><h1>Lamp</h1></main></body></html>`;
const read = (html: string) =>
  withoutTraces(() => extractOffer(html, { url: 'https://shop.example/p/lamp' }));

describe('a page', () => {
  const inherited = [
    ['__proto__', `"__proto__":{"offers":${offer}}`],
    ['constructor', `"constructor":{"prototype":{"offers":${offer}}}`],
    ['prototype', `"prototype":{"offers":${offer}}`],
  ] as const;

  it.each(inherited)('gives no price out of %s in JSON-LD', (_name, member) => {
    const html = pageWith(`<script type="application/ld+json">${product(member)}</script>`);
    expect(read(html).Outcome).not.toBe('Priced');
    // The same offer in its place is read: the page is a good one otherwise.
    expect(read(html.replace(member, `"offers":${offer}`)).Price?.Amount).toBe('66.00');
  });

  it.each(inherited)('leaves no trace of %s in embedded state', (_name, member) => {
    const state = `{"props":{"pageProps":{${member},"product":{${member},"title":"Lamp","variants":[{${member},"price":6600}]}}}}`;
    for (const script of [
      `<script id="__NEXT_DATA__" type="application/json">${state}</script>`,
      `<script>window.__INITIAL_STATE__ = ${state};</script>`,
      `<script type="application/json" data-product-json>${state}</script>`,
      `<script>var meta = ${state}; window.dataLayer.push(${state});</script>`,
    ]) {
      expect(read(pageWith(script)).Price?.Amount).not.toBe('66.00');
    }
  });

  it.each(['__proto__', 'constructor', 'toString'])('with properties named "%s" leaves no trace', (name) => {
    read(
      pageWith(
        `<meta property="${name}" content="1"><meta property="og:${name}" content="1"><div itemscope itemtype="https://schema.org/Product"><i itemprop="${name}">1</i><i itemprop="${name}" itemscope><b itemprop="price">1</b></i></div><div vocab="https://schema.org/" typeof="Product"><i property="${name}">1</i></div><div data-${name}="1" id="${name}" class="${name} price">1</div>`,
      ),
    );
  });

  it('is stored and read back without a trace', () => {
    const results = [siteResult({ Name: '__proto__', Reference: 'constructor', Title: '{"__proto__":1}' })];
    expect(withoutTraces(() => unpackResults(packResults(results, 1)))).toEqual(results);
  });
});
