import { existsSync, globSync } from 'node:fs';
import { expect, it } from 'vitest';
import { kinds, longest } from './kinds.ts';

/** `a/{b,c}` as `a/b` and `a/c`. */
const namesIn = (pattern: string): string[] => {
  const [, before = '', listed, after = ''] = /^(.*)\{(.*)\}(.*)$/.exec(pattern) ?? [];
  return listed === undefined ? [pattern] : listed.split(',').map((name) => before + name + after);
};

it('test/kinds.ts names tests that there are, each for one project', () => {
  const files = Object.values(kinds)
    .flat()
    .flatMap(namesIn)
    .map((name) => ({ name, found: globSync(`test/${name}.test.ts`) }));
  expect(files.filter(({ found }) => found.length === 0)).toEqual([]);
  expect(longest.filter((name) => !existsSync(`test/${name}.test.ts`))).toEqual([]);
  const all = files.flatMap(({ found }) => found);
  expect(new Set(all).size).toBe(all.length);
});
