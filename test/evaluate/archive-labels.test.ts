import { describe, expect, test } from 'vitest';
import { readArchiveLabels } from '../../scripts/evaluate/archive-labels.ts';
import { pageArchives } from '../../scripts/evaluate/archives.ts';
import { sellsNothing } from '../../scripts/evaluate/page-kinds.ts';

const sets = pageArchives.map(({ set }) => set);

describe('labels of fetched pages', () => {
  test.each(sets)('%s: each page is labelled once', (set) => {
    const labels = readArchiveLabels(set);
    expect(new Set(labels.map(({ id }) => id)).size).toBe(labels.length);
    expect(new Set(labels.map(({ file }) => file)).size).toBe(labels.length);
    // A site is in one split, so an archive of one site has only that.
    const sites = new Set(labels.map(({ url }) => new URL(url).hostname));
    expect(new Set(labels.map(({ split }) => split)).size).toBe(Math.min(sites.size, 2));
  });

  test.each(sets)('%s: a page that sells nothing is expected to have no price', (set) => {
    const priced = readArchiveLabels(set).filter(
      ({ kind, expected }) => sellsNothing(kind) && expected.price.length > 0,
    );
    expect(priced).toEqual([]);
  });
});
