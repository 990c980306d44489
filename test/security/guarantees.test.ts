// docs/guarantees.md and SECURITY.md only refer to existing files and programs.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const sectionOf = (file: string, title: string): string => {
  const section = read(file)
    .split(/^## /m)
    .find((text) => text.startsWith(`${title}\n`));
  if (section === undefined) throw new Error(`${file} has no section "${title}".`);
  return section;
};
const rowsIn = (markdown: string): string[][] =>
  markdown
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| --'))
    .slice(1)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

/** Names in a table cell, in backticks or links. */
const namesIn = (cell: string): string[] =>
  [...cell.matchAll(/`([^`]+)`|\]\(([^)]+)\)/g)].map(([, code, link]) => code ?? link ?? '');
const exists = (name: string): boolean => {
  const program = /^node scripts\/bootstrap\.mjs (\S+)/.exec(name)?.[1];
  return name.startsWith('npx ') || existsSync(join(root, program ?? name.replace(/^\.\.\//, '')));
};

describe('docs/guarantees.md', () => {
  const rows = rowsIn(read('docs/guarantees.md')).filter(([promise]) => promise !== 'Promise');

  it.each(rows)('%s: is shown by existing files', (_promise, shownBy) => {
    expect(namesIn(shownBy!)).not.toEqual([]);
    expect(namesIn(shownBy!).filter((name) => !exists(name))).toEqual([]);
  });
});

describe('the threat model in SECURITY.md', () => {
  const threats = rowsIn(sectionOf('SECURITY.md', 'Threats and controls'));

  it.each(threats)('%s', (_threat, stoppedBy, shownBy) => {
    expect(stoppedBy).not.toBe('');
    const names = namesIn(shownBy!);
    expect(names).not.toEqual([]);
    expect(names.filter((name) => !exists(name))).toEqual([]);
  });

  it('names every test of security', () => {
    expect(threats.length).toBeGreaterThan(10);
    for (const file of ['costly-input', 'identifiers', 'injection', 'prototype-pollution', 'supply-chain']) {
      expect(threats.flat().join()).toContain(`test/security/${file}.test.ts`);
    }
  });
});
