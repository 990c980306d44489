import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const clauses = [
  ...readFileSync(join(import.meta.dirname, '../../docs/specification.md'), 'utf8').matchAll(
    /^- \*\*([A-Z]\d+)\*\* ((?:.|\n {2})+)/gm,
  ),
].map(([, name, text]) => ({ name: name!, text: text! }));
const section = (from: string): string[] =>
  clauses.filter(({ name }) => name.startsWith(from)).map(({ name }) => name);

it('every clause of docs/specification.md is tested, and every cited clause exists', () => {
  const cited = new Set(
    readdirSync(import.meta.dirname).flatMap((file) =>
      [...readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(/['"]([A-Z]\d+)\b/g)].map(
        ([, name]) => name!,
      ),
    ),
  );
  const names = clauses.map(({ name }) => name);
  expect(names.length).toBeGreaterThan(50);
  expect([...cited].filter((name) => !names.includes(name))).toEqual([]);
  // Sections that name their tests as a whole.
  const elsewhere = [...section('T'), ...section('H'), ...section('K')];
  const unchecked = clauses.filter(
    ({ name, text }) => !cited.has(name) && !elsewhere.includes(name) && !/`test\//.test(text),
  );
  expect(unchecked.map(({ name }) => name)).toEqual([]);
});
