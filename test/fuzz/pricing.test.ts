import { expect, it } from 'vitest';
import { run as fuzzMoney } from './money.fuzz.ts';
import { run as fuzzPages } from './pages.fuzz.ts';
import { run as fuzzRepetitions } from './repetitions.fuzz.ts';

// A few of the inputs of `npm run fuzz`, with another seed each time; a failure prints its seed.
const seed = Math.floor(Math.random() * 2 ** 31);

it('reads money from any text without throwing, and only what stands there', () => {
  expect(() => fuzzMoney(1_500, seed)).not.toThrow();
});

it('reads any page without throwing, and only what stands there', () => {
  expect(() => fuzzPages(500, seed)).not.toThrow();
});

it('reads pages that repeat a few pieces without end in time that grows with their length', () => {
  expect(() => fuzzRepetitions(4_000, seed)).not.toThrow();
}, 60_000);
