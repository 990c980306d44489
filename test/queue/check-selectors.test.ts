import { describe, expect, it } from 'vitest';
import { ProblemError } from '../../lambdas/domain/problem.ts';
import type { Selector } from '../../lambdas/domain/site/selling-site.ts';
import { allEngines } from '../../lambdas/pricing/sources/selectors/all-engines.ts';
import type { RunBounded } from '../../lambdas/pricing/sources/selectors/apply-selectors.ts';
import { findUnusableSelectors } from '../../lambdas/queue/check-selectors.ts';
import { createQueueHandler, type QueuePorts } from '../../lambdas/queue/handler.ts';
import { queueEvent, validBody } from '../fakes/events.ts';

const bodyWith = (...lists: Record<string, Selector[]>[]) => {
  const body = validBody();
  body.Data.SellingSites = lists.map((Selectors) => ({ Url: 'https://shop.example/p/{sku}', Selectors }));
  return body;
};

const broken: Selector[] = [
  { Type: 'Css', Value: 'div[' },
  { Type: 'XPath', Value: '//span[' },
  { Type: 'JsonPath', Value: '$.[' },
  { Type: 'Regex', Value: '(' },
  { Type: 'Regex', Value: '(?:(?:a{30}){30}){30}' },
];
const sound: Selector[] = [
  { Type: 'Css', Value: '.price' },
  { Type: 'XPath', Value: '//b' },
  { Type: 'JsonPath', Value: '$.price' },
  { Type: 'Regex', Value: '"price":"([\\d.]+)"' },
];

describe('selectors of a call', () => {
  it.each(['.price', 'a:popover-open', '#price > b', ':has(.x)'])(
    'WaitFor accepts all CSS that browsers support: %s',
    (WaitFor) => {
      const body = validBody();
      body.Data.SellingSites = [{ Url: 'https://shop.example/p', WaitFor }];
      expect(findUnusableSelectors(body, allEngines)).toEqual([]);
    },
  );

  it('that do not compile are reported, each at its place', () => {
    const violations = findUnusableSelectors(
      bodyWith({ Price: sound }, { Price: [...sound, ...broken], Title: [broken[0]!] }),
      allEngines,
    );
    expect(violations.map(({ Pointer }) => Pointer)).toEqual([
      ...broken.map((_, index) => `/Data/SellingSites/1/Selectors/Price/${sound.length + index}/Value`),
      '/Data/SellingSites/1/Selectors/Title/0/Value',
    ]);
    expect(violations[0]!.Detail).toMatch(/^is not a usable Css selector: ./);
  });

  it('are refused before authentication, together with all other violations', async () => {
    const body = bodyWith({ Price: [broken[3]!] });
    body.Data.Sku = '';
    // All ports are missing, so any use of them would fail.
    const answer = createQueueHandler({ registry: new Map() } as unknown as QueuePorts)(queueEvent(body));
    const problem = await answer.then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(problem).toBeInstanceOf(ProblemError);
    expect(problem).toMatchObject({ status: 400 });
    expect(JSON.stringify(problem)).toContain('/Data/SellingSites/0/Selectors/Price/0/Value');
    expect(JSON.stringify(problem)).toContain('/Data/Sku');
  });

  it.each([
    ['no object', 7],
    ['no sites', { Data: {} }],
    [
      'a site that is none',
      { Data: { SellingSites: [null, 1, { Selectors: 5 }, { Selectors: { Price: [7, {}] } }] } },
    ],
  ])('are none in a body of another form: %s', (_name, body) => {
    expect(findUnusableSelectors(body, allEngines)).toEqual([]);
  });

  it('are compiled once, however many sites share them', () => {
    const shared = bodyWith(...Array.from({ length: 100 }, () => ({ Price: sound })));
    let checks = 0;
    const counted: RunBounded = (work) => {
      checks += 1;
      return work();
    };
    expect(findUnusableSelectors(shared, allEngines, counted)).toEqual([]);
    expect(checks).toBe(sound.length);
  });

  it('are checked within a time limit, and the rest is left to the scraper', () => {
    // Each takes at least 100 ms to compile.
    const costly = Array.from({ length: 50 }, (_, index) => ({
      Price: [{ Type: 'Regex' as const, Value: `(?:${'a'.repeat(900)}${index}){1000}` }],
    }));
    expect(findUnusableSelectors(bodyWith(...costly, { Price: [broken[0]!] }), allEngines)).toEqual([]);
    expect(findUnusableSelectors(bodyWith({ Price: [broken[0]!] }, ...costly), allEngines)).toHaveLength(1);
  });

  it('are reported twenty at most', () => {
    const all = Array.from({ length: 50 }, (_, index) => ({
      Price: [{ Type: 'Css' as const, Value: `a${index}[` }],
    }));
    expect(findUnusableSelectors(bodyWith(...all), allEngines)).toHaveLength(20);
  });
});
