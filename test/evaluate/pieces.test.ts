// docs/pieces.md names every piece that can be left out, and what it is for.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { allKnockouts } from '../../scripts/evaluate/ablate.ts';
import { parts } from '../../scripts/evaluate/parts.ts';
import { promises, readPieces } from '../../scripts/evaluate/pieces-page.ts';

const root = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const partNames = Object.entries(parts).flatMap(([file, names]) => names.map((name) => `${file}#${name}`));
const pieces = readPieces();

it('lists the pieces of the code and no others', () => {
  const names = [...partNames, ...allKnockouts().map(({ name }) => name)];
  expect(pieces.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
});

it.each(Object.entries(parts))('names functions at the top of %s', (file, names) => {
  const source = read(`lambdas/pricing/${file}.ts`);
  for (const name of names) expect(source).toMatch(new RegExp(`^(?:export )?const ${name} = `, 'm'));
});

/** Judged by `npm run fit -- --features`, with shops left out. */
const isFitted = ({ name }: { name: string }): boolean =>
  /^(?:relation|owner|place|words|price feature|page feature) /.test(name);

it('has a loss or a promise for each', () => {
  const idle = pieces.filter((piece) => !isFitted(piece) && piece.losses === '' && piece.promise === '');
  expect(idle.map(({ name }) => name)).toEqual([]);
});

it('names clauses of the specification', () => {
  const specification = read('docs/specification.md');
  for (const clause of Object.keys(promises)) expect(specification).toContain(`- **${clause}** `);
  const promised = pieces.filter(({ promise }) => promise !== '').map(({ name, promise }) => [promise, name]);
  const pairs = Object.entries(promises).flatMap(([clause, names]) => names.map((name) => [clause, name]));
  expect(promised.toSorted()).toEqual(pairs.toSorted());
});
