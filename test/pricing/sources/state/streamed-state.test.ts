import { describe, expect, test } from 'vitest';
import { type JsonValue, parseLooseJson } from '../../../../lambdas/pricing/sources/markup/loose-json.ts';
import { readTurboStream, unflatten } from '../../../../lambdas/pricing/sources/state/framework-state.ts';
import { readFlight } from '../../../../lambdas/pricing/sources/state/script-literals.ts';
import { countCalls } from '../../../count-calls.ts';
import { extract, page, stated, summary } from '../../page-fixture.ts';

const shell = (body: string) => page(`<h1>Walking boot</h1>${body}`, '<title>Walking boot</title>');
const scripts = (...texts: string[]) => shell(texts.map((text) => `<script>${text}</script>`).join(''));
const pushes = (...chunks: string[]) =>
  scripts(
    '(self.__next_f=self.__next_f||[]).push([0])',
    ...chunks.map((chunk) => `self.__next_f.push([1,${JSON.stringify(chunk)}])`),
  );
const enqueued = (...chunks: string[]) =>
  scripts(
    'window.__reactRouterContext = {"basename":"/"};',
    ...chunks.map(
      (chunk) => `window.__reactRouterContext.streamController.enqueue(${JSON.stringify(chunk)});`,
    ),
  );
const row = '["$","$L1",null,{"product":{"name":"Walking boot","price":89.5,"currency":"EUR","sku":"WB-1"}}]';

const cases: readonly (readonly [string, string, string])[] = [
  [
    'a row of Next.js, behind modules and a text counted in bytes',
    pushes('1:I["(app)/p.js",[]]\n2:T8,Größe\n', `5:${row}\n`),
    'Priced, 89.5 EUR',
  ],
  [
    'a row that names other rows',
    pushes(
      '5:["$","$L1",null,{"product":"$6"}]\n6:{"name":"Walking boot","price":"$7"}\n7:{"value":"$$89.50"}\n',
    ),
    'Priced, 89.50 ?',
  ],
  [
    'a row that names a part of an element',
    pushes(
      '5:["$","div",null,{"price":{"value":89.5,"currency":"EUR"}}]\n6:{"product":{"name":"Walking boot","price":"$5:props:price"}}\n',
    ),
    'Priced, 89.5 EUR',
  ],
  [
    'JSON-LD that a row puts into the page',
    pushes(
      `5:["$","script",null,{"type":"application/ld+json","dangerouslySetInnerHTML":{"__html":${JSON.stringify('{"@type":"Product","name":"Walking boot","offers":{"price":"89.50","priceCurrency":"EUR"}}')}}}]\n`,
    ),
    'Priced, 89.50 EUR',
  ],
  [
    'other products of the rows are not the page’s',
    pushes('5:{"name":"Laces","price":3}\n'),
    'Failed, NoPriceFound',
  ],
  [
    'what a stream promised before',
    enqueued('[{"_1":2},"product",["P",2]]\n', 'P2:[{"_4":5,"_6":7},"name","Walking boot","price","89.5"]\n'),
    'Priced, 89.5 ?',
  ],
  [
    'what a page reports to advertisers, where it has no other state',
    scripts(
      "fbq('track','ViewContent',{content_ids:['WB-1'],content_name:'Walking boot',value:89.5,currency:'EUR'});",
    ),
    'Priced, 89.5 EUR',
  ],
];

describe('state in pieces and in forms of its own', () => {
  test.each(cases)('%s', (_, html, expected) => expect(summary(extract(html))).toBe(expected));

  test('reads JSON-LD of a row only where the page has none', () => {
    const inRow = JSON.stringify('{"@type":"Product","name":"Walking boot","offers":{"price":"90"}}');
    const html = `${stated('Walking boot', '80', 'EUR')}${pushes(`5:{"dangerouslySetInnerHTML":{"__html":${inRow}}}\n`)}`;
    expect(summary(extract(html))).toBe('Priced, 80 EUR');
  });
});

const json = (text: string): JsonValue => parseLooseJson(text)!.value;

describe('references', () => {
  test('may stand in a circle', () => {
    expect(readFlight('1:{"next":"$2"}\n2:{"next":"$1"}\n3:"$3"\n').rows).toHaveProperty('1.next.next.next');
    expect(readTurboStream('[{"_1":0},"self"]')).toHaveProperty('self.self.self');
    expect(readTurboStream('[["P",0]]\nP0:[["P",0]]')).toBeNull();
    expect(unflatten(json('[{"self":0}]') as JsonValue[])).toHaveProperty('self.self.self');
    expect(unflatten(json('[["Ref",0]]') as JsonValue[])).toBeNull();
  });

  test('may lead nowhere', () => {
    const { rows } = readFlight('1:{"a":"$9","b":"$1:x:y","c":"$undefined"}\n');
    expect(rows['1']).toEqual({ a: '$9', b: null, c: '$undefined' });
    expect(readTurboStream('[{"_9":-5,"_1":99,"__proto__":1},"a"]')).toEqual({ a: null });
    expect(unflatten(json('[{"a":-1,"b":99}]') as JsonValue[])).toEqual({ a: null, b: null });
  });

  test('may be no such state at all', () => {
    expect(readFlight('T\n:\n5:T7fffffff,text').rows).toEqual({ 5: 'text' });
    expect(readTurboStream('{}\nP:\nP1:')).toBeUndefined();
  });
});

/** Pages in which one object stands in very many places; `times` says in how many, and how large it is. */
const shared: readonly (readonly [string, (times: number) => string])[] = [
  [
    'a list of variants in every product',
    (times) =>
      pushes(
        `a:[${'{"id":1},'.repeat(30 * times)}{}]\nb:[${'{"name":"x","variants":"$a"},'.repeat(1_000 * times)}{}]\n`,
      ),
  ],
  [
    'prices within prices',
    (times) => {
      const within = [2, 3, 4, 5, 6].map((id) => {
        const members = ['price', 'sale', 'value', 'min', 'amount'].map((name) => `"${name}":"$${id - 1}"`);
        return `${id}:{${members.join()}}\n`;
      });
      return pushes(
        `1:{"x":0}\n${within.join('')}7:[${'{"name":"x","price":"$6"},'.repeat(3_750 * times)}{}]\n`,
      );
    },
  ],
  [
    'an object with very many members',
    (times) => {
      const members = Array.from({ length: 700 * times }, (_, index) => `"k${index}":0`);
      return pushes(
        `1:{${members.join()}}\n2:[${'{"name":"x","price":"$1","variants":"$1"},'.repeat(1_000 * times)}{}]\n`,
      );
    },
  ],
  [
    'a text as markup',
    (times) => {
      const text = `{${'"a":1,'.repeat(1_000 * times)}}`;
      return pushes(
        `1:T${text.length.toString(16)},${text}\n2:[${'{"__html":"$1"},'.repeat(700 * times)}0]\n`,
      );
    },
  ],
  ['pushes that are never closed', (times) => scripts('self.__next_f.push([1,"'.repeat(1_000 * times))],
];

test.each(shared)('the cost grows with the length of the page: %s', (_, page) => {
  const [once, twice] = [page(1), page(2)].map((html) => countCalls(() => extract(html)));
  // Four times as much where each place reads all of what stands there.
  expect(twice! / once!).toBeLessThan(2.5);
  expect(twice! / page(2).length).toBeLessThan(200);
});
