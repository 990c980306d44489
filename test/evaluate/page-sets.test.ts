import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sellsNothing } from '../../scripts/evaluate/page-kinds.ts';
import {
  listSets,
  maxFileBytes,
  readSet,
  type StoredPage,
  writeSet,
} from '../../scripts/evaluate/page-sets.ts';

const storedPage = (changes: Partial<StoredPage> = {}): StoredPage => ({
  id: 'shop-lamp',
  split: 'train',
  kind: 'plain',
  url: 'https://shop.example/p/lamp',
  language: 'de-DE',
  origin: 'written for this test',
  year: 2024,
  expected: { price: ['12.90'], listPrice: [], currency: ['EUR'], availability: ['InStock'], sku: ['L-1'] },
  html: '<p>12,90 €\u2028 \u{1F6D2} &nbsp;</p>\r\n',
  ...changes,
});

describe('writing and reading a set', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'scrap-prices-sets-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('preserves every page exactly, sorted by id', () => {
    const pages = [storedPage({ id: 'zz-last' }), storedPage({ id: 'aa-first', kind: 'free' })];
    writeSet('lamps', pages, folder);
    expect(listSets(folder)).toEqual(['lamps']);
    expect(readSet('lamps', folder)).toEqual([pages[1], pages[0]]);
  });

  test.each<[what: string, changes: Partial<StoredPage>, message: string]>([
    ['an amount with a comma', { expected: { price: ['12,90'] } }, 'expected.price.0'],
    ['a currency sign', { expected: { price: ['12.90'], currency: ['€'] } }, 'expected.currency.0'],
    ['an unknown kind', { kind: 'lamp' as StoredPage['kind'] }, 'kind'],
    ['an address that is none', { url: 'shop/p/1' }, 'url'],
  ])('refuses %s and names it', (_what, changes, message) => {
    expect(() => writeSet('lamps', [storedPage(changes)], folder)).toThrow(message);
  });

  test('rejects a set that is too large for one file', () => {
    let state = 1;
    const noise = Array.from({ length: maxFileBytes }, () => {
      state = (state * 48271) % 2147483647;
      return String.fromCharCode(32 + (state % 90));
    });
    const html = noise.join('') + noise.toReversed().join('');
    expect(() => writeSet('lamps', [storedPage({ html })], folder)).toThrow('split the set');
    expect(readdirSync(folder)).toEqual([]);
  });
});

/** Returns true if the markup has the amount's digits in order, separated only by tags, spaces and separators. */
const isPrinted = (amount: string, html: string): boolean => {
  const [whole = '', fraction = ''] = amount.split('.');
  const cents = fraction.replace(/0+$/, '');
  // Free items often have no digits.
  if (whole === '0' && cents === '') return true;
  const between = String.raw`(?:[\s.,'\u00a0\u202f]|&nbsp;|<[^>]*>)*`;
  const digits = `${whole}${cents}`.split('').join(between);
  return new RegExp(`(?<![0-9])${digits}(?![1-9])`).test(html);
};

describe('the sets of the project', () => {
  const pages = listSets().flatMap((set) => readSet(set).map((page) => ({ set, ...page })));

  test('have unique ids', () => {
    const ids = pages.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('contain the labelled price in some spelling', () => {
    const withoutPrice = pages.filter(
      ({ expected, html }) =>
        expected.price.length > 0 && !expected.price.some((amount) => isPrinted(amount, html)),
    );
    expect(withoutPrice.map(({ id }) => id)).toEqual([]);
  });

  test.each(listSets())('%s keeps about half of its pages', (set) => {
    const ofSet = pages.filter((page) => page.set === set);
    const kept = ofSet.filter(({ split }) => split === 'kept').length;
    expect(kept / ofSet.length).toBeGreaterThan(0.4);
    expect(kept / ofSet.length).toBeLessThan(0.6);
  });

  test('have at least 25 languages, and at least 150 pages that sell nothing', () => {
    expect(new Set(pages.map(({ language }) => language.split('-')[0])).size).toBeGreaterThanOrEqual(25);
    expect(pages.filter(({ kind }) => sellsNothing(kind)).length).toBeGreaterThanOrEqual(150);
  });
});
