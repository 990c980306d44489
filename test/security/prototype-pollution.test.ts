// Names such as __proto__ are ordinary names, in requests and in pages.
import { describe, expect, it } from 'vitest';
import { extractOffer } from '../../lambdas/pricing/extract-offer.ts';

const prototypes = [Object.prototype, Array.prototype, Function.prototype, String.prototype, Map.prototype];
type Properties = Map<PropertyKey, PropertyDescriptor>;

const propertiesOf = (prototype: object): Properties =>
  new Map(Reflect.ownKeys(prototype).map((key) => [key, Reflect.getOwnPropertyDescriptor(prototype, key)!]));

const changed = (before: Properties, after: Properties): PropertyKey[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter((key) => {
    const [was, is] = [before.get(key), after.get(key)];
    return was?.value !== is?.value || was?.get !== is?.get || was?.set !== is?.set || !was || !is;
  });

/** Runs code and checks that it did not modify Object.prototype. */
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

  it.each(inherited)('yields no price from %s in JSON-LD', (_name, member) => {
    const html = pageWith(`<script type="application/ld+json">${product(member)}</script>`);
    expect(read(html).Outcome).not.toBe('Priced');
    // The same offer in the right place is read, so the page is otherwise valid.
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
});
