import type { Availability, Price, SiteResult } from '../result/site-result.ts';
import type { EpochMs } from '../timing.ts';
import { lowestInPast } from './lowest-price.ts';
import { comparePrices, type PriceChange, pastOf, type WatchState } from './price-changes.ts';

/** Minimum time between two scrapes that confirm each other, because of shops' caches and clock differences. */
export const confirmAfterMs = 60_000;

/** A change with its context, as reported. */
export type WatchedChange = PriceChange & {
  /** Name of the product, as on the page. */
  Title: string | null;
  /** Known availability of the page's product after the change. */
  Availability: Availability;
  /** See {@link lowestInPast}. */
  LowestInDays: number | null;
};

/** Compares a scrape of a site with a watch's state; see {@link comparePrices}. */
export const compareWatched = (
  before: WatchState | undefined,
  { result, atMs }: { result: SiteResult; atMs: EpochMs },
  target: Price | undefined,
): { state: WatchState; changes: WatchedChange[] } => {
  const { state, changes } = comparePrices(before, { result, atMs }, { target, confirmAfterMs });
  const past = before && pastOf(before);
  return {
    state,
    changes: changes.map((change) => ({
      ...change,
      Title: result.Title,
      Availability: state.Items[0]?.Availability.Known ?? 'Unknown',
      LowestInDays: lowestInPast(change, past, state.AtMs),
    })),
  };
};
