// The documents list exactly the sources and warnings of results.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { evidenceSources } from '../../lambdas/domain/result/result-values.ts';

const root = join(import.meta.dirname, '../..');

/** The names in backticks in the first column of the first table below a heading. */
const namesIn = (document: string, heading: string): string[] => {
  const text = readFileSync(join(root, 'docs', document), 'utf8');
  const lines = text
    .split(/^#+ /m)
    .find((section) => section.startsWith(`${heading}\n`))!
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

describe('the documents', () => {
  test('name every source', () =>
    expect(namesIn('prices.md', 'Sources')).toEqual([...evidenceSources].sort()));
  test('name every warning', () => expect(namesIn('warnings.md', 'Warnings')).toEqual(warningsOfCode()));
});
