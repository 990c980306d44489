import { describe, expect, test } from 'vitest';
import { allWeights, readCorpus, witnessOf } from '../../scripts/mutate/weights.ts';
import file from '../pages/weight-witnesses.json' with { type: 'json' };

const {
  by,
  witnesses,
}: { by: number; witnesses: Record<string, { less: string | null; more: string | null }> } = file;
/** One change of each weight that some page notices. */
const sampled = allWeights.flatMap((weight) => {
  const { less = null, more = null } = witnesses[weight.name] ?? {};
  const page = less ?? more;
  return page === null ? [] : [{ weight, factor: less === null ? 1 + by : 1 - by, page, name: weight.name }];
});
const corpus = readCorpus(
  [...new Set(sampled.map(({ page }) => page.split('/')[0]!))],
  new Set(sampled.map(({ page }) => page)),
);

describe('the weights that decide', () => {
  test('are all measured: npm run mutate -- --write', () => {
    expect(Object.keys(witnesses).sort()).toEqual(allWeights.map(({ name }) => name).sort());
  });

  test('are each noticed by some page; one that none needs goes', () => {
    expect(sampled.map(({ name }) => name)).toEqual(allWeights.map(({ name }) => name));
  });

  test.each(sampled)('$name times $factor changes the answer of $page', ({ weight, factor, page }) => {
    const own = corpus.filter(({ id }) => id === page);
    expect(own).toHaveLength(1);
    expect(witnessOf(own, weight, factor)).toBe(page);
  });

  test('left as they are change nothing', () => {
    for (const { weight } of sampled) expect(witnessOf(corpus, weight, 1)).toBeUndefined();
  });
});
