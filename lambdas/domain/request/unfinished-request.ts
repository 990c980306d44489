import { unpackResults } from '../result/result-pack.ts';
import type { SiteResult } from '../result/site-result.ts';
import { unscrapedResult } from '../result/unscraped-site.ts';
import type { ClosingMessage } from './closing.ts';
import type { GroupJournal } from './group-journal.ts';
import type { StoredRequest } from './request.ts';

/** Groups of a request without results. */
export const missingGroups = (message: ClosingMessage, request: StoredRequest): number[] =>
  [...message.Groups.keys()].filter((group) => !request.groups.has(group));

/**
 * Results of a request that the scraper will not complete: those in the journals, and `Failed` with `Internal` for all
 * other sites.
 *
 * @param journals - by group, of the missing ones.
 * @returns results by group; `undefined` if nothing was processed, so that the whole request fails.
 */
export const resultsOfUnfinished = (
  message: ClosingMessage,
  request: StoredRequest,
  journals: ReadonlyMap<number, GroupJournal | undefined>,
): Map<number, SiteResult[]> | undefined => {
  const isProcessed =
    request.groups.size > 0 || [...journals.values()].some((journal) => (journal?.ended.size ?? 0) > 0);
  if (!isProcessed) return undefined;
  return new Map(
    missingGroups(message, request).map((group) => {
      const journal = journals.get(group);
      const results = (message.Groups[group] ?? []).map((site) => {
        const packed = journal?.ended.get(site.Index);
        const [ended] = packed ? unpackResults(packed) : [];
        if (ended) return ended;
        if (journal?.alone.has(site.Index)) return unscrapedResult(site, 'suspect');
        return unscrapedResult(site, journal?.begun.has(site.Index) ? 'unfinished' : 'unbegun');
      });
      return [group, results];
    }),
  );
};
