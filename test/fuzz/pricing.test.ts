import { expect, it } from 'vitest';
import { atMostCalls } from './budget.ts';
import { run as fuzzGrowth } from './growth.fuzz.ts';
import { calls } from './growth.ts';
import { run as fuzzMoney } from './money.fuzz.ts';
import { run as fuzzPages } from './pages.fuzz.ts';

// A few of the inputs of `npm run stress`, which looks for new ones; here the same in every run, red for everybody.
const seed = 20_261_121;

it('reads money from any text without throwing, and only what stands there', () => {
  expect(() => fuzzMoney(1_500, seed, atMostCalls(1_000))).not.toThrow();
});

it('reads any page without throwing, and only what stands there', () => {
  expect(() => fuzzPages(500, seed, atMostCalls(100))).not.toThrow();
});

it('reads every text from outside in time that grows with its length', () => {
  expect(() => fuzzGrowth(2_000, seed, calls)).not.toThrow();
}, 180_000);
