import { expect, it } from 'vitest';
import { resultHeadings } from '../../client/result-rows.ts';
import { tableIn } from './tables.ts';

it('docs/cli.md describes every column of the CSV output, and no other', () => {
  const columns = tableIn('docs/cli.md', 'CSV columns').flatMap(([cell = '']) =>
    cell.split(',').map((name) => name.replaceAll('`', '').trim()),
  );
  expect(columns.toSorted()).toEqual([...resultHeadings].sort());
});
