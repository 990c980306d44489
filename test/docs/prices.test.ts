// docs/prices.md lists exactly the warnings of results.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { evidenceSources } from '../../lambdas/domain/result/result-values.ts';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/prices.md'), 'utf8');

/** The names in backticks in the first column of a section's table. */
const namesIn = (title: string): string[] => {
  const lines = page
    .split(/^## /m)
    .find((text) => text.startsWith(`${title}\n`))!
    .split('\n');
  return lines
    .slice(lines.findIndex((line) => line.startsWith('| ---')))
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => [...line.split('|')[1]!.matchAll(/`(\w+)`/g)].map(([, name]) => name!))
    .sort();
};

/** Codes at the start of texts, as in `StalePrice: …`. */
const warningsOfCode = (): string[] => {
  const files = readdirSync(join(root, 'lambdas'), { recursive: true, encoding: 'utf8' });
  const found = files
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => [
      ...readFileSync(join(root, 'lambdas', file), 'utf8').matchAll(
        /[`'"]([A-Z][a-z]+[A-Z][A-Za-z]+): [$\w"]/g,
      ),
    ]);
  return [...new Set(found.map(([, name]) => name!))].sort();
};

describe('docs/prices.md', () => {
  test('names every source', () => expect(namesIn('Sources')).toEqual([...evidenceSources].sort()));
  test('names every warning', () => expect(namesIn('Warnings')).toEqual(warningsOfCode()));
});
