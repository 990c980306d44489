import { describe, expect, test } from 'vitest';
import { allWeights, readCorpus, witnessOf } from '../../scripts/mutate/weights.ts';
import file from '../pages/weight-witnesses.json' with { type: 'json' };

const {
  by,
  witnesses,
}: { by: number; witnesses: Record<string, { less: string | null; more: string | null }> } = file;
const changes = allWeights.flatMap((weight) => {
  const { less = null, more = null } = witnesses[weight.name] ?? {};
  return [
    { weight, factor: 1 - by, page: less },
    { weight, factor: 1 + by, page: more },
  ].flatMap(({ page, ...rest }) => (page === null ? [] : [{ ...rest, page, name: weight.name }]));
});

/** Every n-th change, so that each part of the tables is among them. */
const sampled = changes.filter((_, index) => index % 4 === 1);
const corpus = readCorpus(
  [...new Set(sampled.map(({ page }) => page.split('/')[0]!))],
  new Set(sampled.map(({ page }) => page)),
);

describe('the weights that decide', () => {
  test('are all measured: npm run mutate -- --write', () => {
    expect(Object.keys(witnesses).sort()).toEqual(allWeights.map(({ name }) => name).sort());
  });

  test('are enough to be sampled', () => {
    expect(sampled.length).toBeGreaterThan(10);
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
