// Limits the cost of a call before it is authenticated.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { maxJsonDepth, maxJsonHazards } from '../../lambdas/domain/json-text.ts';
import { maxBodyBytes, parseQueueRequest } from '../../lambdas/domain/request/queue-request.ts';
import { validBody } from '../fakes/events.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const refusalOf = (body: string) => {
  const parsed = parseQueueRequest(body, new Map());
  if (!('violations' in parsed)) throw new Error('expected the body to be refused');
  return parsed.violations;
};

/** A valid body with a prefix to its SKU, padded to the maximum size. */
const filled = (open: string, unit: string, close: string): string => {
  const text = JSON.stringify(validBody());
  const room = maxBodyBytes - Buffer.byteLength(text) - Buffer.byteLength(open + close) - 1;
  const body = text.replace(
    '"Sku"',
    `${open}${unit.repeat(Math.floor(room / Buffer.byteLength(unit)))}${close},"Sku"`,
  );
  expect(Buffer.byteLength(body)).toBeLessThanOrEqual(maxBodyBytes);
  return body;
};

describe('a body that is too large', () => {
  it.each([
    ['in ASCII', 'x'.repeat(maxBodyBytes + 1)],
    ['in characters of three bytes', '€'.repeat(maxBodyBytes / 3 + 1)],
    ['of nested arrays', '['.repeat(maxBodyBytes + 1)],
  ])('%s: is refused before it is parsed', (_name, body) => {
    const parse = vi.spyOn(JSON, 'parse');
    expect(refusalOf(body)).toEqual([
      { Pointer: '', Detail: `must be at most ${maxBodyBytes} bytes, and has ${Buffer.byteLength(body)}` },
    ]);
    expect(parse).not.toHaveBeenCalled();
  });
});

describe('a body of the largest size', () => {
  it.each([
    ['nested arrays', filled('"a":', '[', ''), 1],
    [
      'closed nested arrays',
      filled(`"a":${'['.repeat(100_000)}`, ']', '').replace(/\]+,"Sku"/, `${']'.repeat(100_000)},"Sku"`),
      1,
    ],
    ['nested objects', filled('"a":', '{"a":', '1'), 1],
    ['doubled names', filled('"a":{', '"b":0,', '"b":0}'), maxJsonHazards + 1],
    [
      'doubled names below a long one',
      filled(`"a":{"${'n'.repeat(60_000)}":{`, '"b":0,', '"b":0}}'),
      maxJsonHazards + 1,
    ],
    ['lone surrogates', filled('"a":[', '"\\ud800",', '0]'), maxJsonHazards + 1],
  ])('of %s: is refused with a short answer', (_name, body, maximum) => {
    const violations = refusalOf(body);
    expect(violations.length).toBeLessThanOrEqual(maximum);
    expect(JSON.stringify(violations).length).toBeLessThan(20_000);
  });

  it('of wrong sites: is refused with an answer that is bounded as well', () => {
    const site = { Url: 1, SearchUrl: 1, Name: 1, Sku: 1, Selectors: { Price: Array(20).fill({ Type: 0 }) } };
    const body = { ...validBody(), Data: { Sku: 'x', SellingSites: Array(100).fill(site) } };
    expect(JSON.stringify(refusalOf(JSON.stringify(body))).length).toBeLessThan(1_000_000);
  });

  it('of one language tag: is refused before the tag is read', () => {
    const read = vi.spyOn(Intl, 'getCanonicalLocales');
    const variants = Array.from({ length: 20_000 }, (_, index) => `v${String(index).padStart(5, '0')}`);
    const Locale = `de-${variants.join('-')}`;
    const body = {
      ...validBody(),
      Data: { Sku: 'x', SellingSites: [{ Url: 'https://a.example/', Locale }] },
    };
    expect(refusalOf(JSON.stringify(body))).toMatchObject([{ Pointer: '/Data/SellingSites/0/Locale' }]);
    expect(read).not.toHaveBeenCalled();
  });

  it(`nested ${maxJsonDepth} levels deep is taken, one more is not`, () => {
    const nested = (depth: number): string =>
      JSON.stringify(validBody()).replace('"Sku"', `"a":${'['.repeat(depth)}${']'.repeat(depth)},"Sku"`);
    // The body itself has two levels.
    expect(parseQueueRequest(nested(maxJsonDepth - 2), new Map())).toHaveProperty('request');
    expect(refusalOf(nested(maxJsonDepth - 1))).toHaveLength(1);
  });
});
