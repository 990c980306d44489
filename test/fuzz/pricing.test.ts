import { expect, it } from 'vitest';
import { manyOf, rounds, seedOr } from '../rounds.ts';
import { run as fuzzGrowth } from './growth.fuzz.ts';
import { calls, processorTime } from './growth.ts';
import { run as fuzzMoney } from './money.fuzz.ts';
import { run as fuzzPages } from './pages.fuzz.ts';

const seed = seedOr(20_261_121);

it('reads money from any text without throwing or inventing amounts', () => {
  expect(() => fuzzMoney(manyOf(1_500), seed)).not.toThrow();
});

it('reads any page without throwing or inventing amounts', () => {
  expect(() => fuzzPages(manyOf(500), seed)).not.toThrow();
});

it('reads every text from outside in time that grows with its length', () => {
  expect(() => fuzzGrowth(manyOf(2_000), seed, rounds > 1 ? processorTime : calls)).not.toThrow();
}, 180_000);
