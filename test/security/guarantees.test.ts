// README.md, SECURITY.md and `npm run endurance` speak of the same promises, and of files that exist.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parts, tableOf } from '../../scripts/endurance.ts';
import { guarantees } from '../../scripts/guarantees.ts';

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

const scripts = (JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts;
/** What a cell names in backticks or as a link, and whether it is there. */
const namesIn = (cell: string): string[] =>
  [...cell.matchAll(/`([^`]+)`|\]\(([^)]+)\)/g)].map(([, code, link]) => code ?? link ?? '');
const exists = (name: string): boolean => {
  const script = /^npm run (\S+)(?: -- \S+)*$/.exec(name)?.[1];
  if (script !== undefined) return script in scripts;
  return name.startsWith('npx ') || existsSync(join(root, name));
};

describe('what README.md guarantees', () => {
  const rows = rowsIn(sectionOf('README.md', 'What it guarantees'));

  it('is what "npm run endurance" tries, row by row and in the same words', () => {
    expect(rows.map(([promise, row]) => [row, promise])).toEqual(
      guarantees.map(({ row, promise }) => [`\`${row}\``, promise]),
    );
  });

  it.each(rows)('%s (%s): is shown by things that exist', (_promise, _row, shownBy) => {
    const names = namesIn(shownBy!);
    expect(names).not.toEqual([]);
    expect(names.filter((name) => !exists(name))).toEqual([]);
  });
});

describe('npm run endurance', () => {
  it('has every part that a promise names, and none that no promise names', () => {
    expect(new Set(guarantees.flatMap(({ parts: names }) => names))).toEqual(new Set(Object.keys(parts)));
  });

  it('prints a promise, its cases and its violations in one row', () => {
    const table = tableOf([{ row: 'status', promise: 'It holds', cases: 12_345, violations: 2 }]);
    expect(table.split('\n').at(-1)).toMatch(/^status +It holds +12,345 +2$/);
  });
});

describe('the threat model in SECURITY.md', () => {
  const threats = rowsIn(sectionOf('SECURITY.md', 'What stops them, and which test shows it'));

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
