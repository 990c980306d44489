import { expect, it } from 'vitest';
import { memoize } from '../../../lambdas/pricing/words/memoize.ts';

it('asks once for each text, also where the answer is that there is none', () => {
  const asked: string[] = [];
  const lengthOf = memoize((text) => {
    asked.push(text);
    return text === '' ? undefined : text.length;
  }, 10);
  expect(['one', 'three', 'one', '', ''].map(lengthOf)).toEqual([3, 5, 3, undefined, undefined]);
  expect(asked).toEqual(['one', 'three', '']);
});

it('remembers no more than it may, however many texts a page makes up', () => {
  let asked = 0;
  const isAsked = memoize(() => {
    asked += 1;
    return true;
  }, 100);
  for (let index = 0; index < 1_000; index += 1) isAsked(`name-${index}`);
  isAsked('name-999');
  isAsked('name-0');
  expect(asked).toBe(1_001);
});
