import { compareDecimals } from '../../lambdas/domain/money/decimals.ts';
import { isGone, isRead } from '../../lambdas/domain/watch/price-changes.ts';
import { toCsv } from '../../lib/csv.ts';
import type { Observation, PriceHistory, Series, StoredSeries } from './history-file.ts';

/** One point of a curve. */
interface PricePoint {
  atMs: number;
  /** Exact decimals; `undefined` if the scrape read no product page, or found another currency. */
  amount: string | undefined;
  isGone: boolean;
}

/** A product's price at a site over time, in one currency. */
export interface PriceSeries {
  sku: string;
  site: string;
  currency: string | null;
  /** In order of time, at least one with an amount. */
  points: PricePoint[];
  lowest: { amount: string; atMs: number };
  highest: { amount: string; atMs: number };
  last: { amount: string; atMs: number; isGone: boolean };
}

type Named = Pick<StoredSeries, 'sku' | 'site'>;
type Priced = PricePoint & { amount: string };

/** Positions are floats; an amount that no float represents is dropped. */
const hasPlace = (amount: string | null): amount is string =>
  amount !== null && Number.isFinite(Number(amount));

const pointOf = (seen: Observation, currency: string | null): PricePoint => {
  const result = { Outcome: seen.outcome, Availability: seen.availability };
  const isKnown = isRead(result) && hasPlace(seen.knownAmount) && seen.knownCurrency === currency;
  return {
    atMs: Date.parse(seen.at),
    amount: isKnown ? seen.knownAmount! : undefined,
    isGone: isGone(result),
  };
};

const seriesIn = (
  { sku, site }: Named,
  observations: readonly Observation[],
  currency: string | null,
): PriceSeries[] => {
  const points = observations.map((seen) => pointOf(seen, currency));
  const priced = points.filter((point): point is Priced => point.amount !== undefined);
  const last = priced.at(-1);
  if (last === undefined) return [];
  const best = (isBetter: (order: number) => boolean): Priced =>
    priced.reduce((found, point) => (isBetter(compareDecimals(point.amount, found.amount)) ? point : found));
  const [lowest, highest] = [best((order) => order < 0), best((order) => order > 0)];
  return [{ sku, site, currency, points, lowest, highest, last }];
};

/** Curves of a series, one for each currency with a confirmed price. */
export const toPriceSeries = (series: Named, observations: readonly Observation[]): PriceSeries[] => {
  const currencies = new Set(
    observations.flatMap((seen) => (seen.knownAmount === null ? [] : [seen.knownCurrency])),
  );
  return [...currencies].flatMap((currency) => seriesIn(series, observations, currency));
};

interface Wanted {
  sku: string;
  /** Part of the sites' name, ignoring case; `undefined`: all. */
  site: string | undefined;
  /** ISO 8601, UTC. */
  since: string | undefined;
}

export interface Recorded {
  series: StoredSeries;
  observations: Observation[];
}

export const recordedOf = (history: PriceHistory, { sku, site, since }: Wanted): Recorded[] =>
  history
    .seriesOfSku(sku)
    .filter((series) => site === undefined || series.site.toLowerCase().includes(site.toLowerCase()))
    .map((series) => ({ series, observations: history.observationsOf(series, since) }));

const columns: Readonly<Record<string, (seen: Observation, series: Series) => string | null>> = {
  At: ({ at }) => at,
  Sku: (_seen, { sku }) => sku,
  Site: (_seen, { site }) => site,
  Price: ({ knownAmount }) => knownAmount,
  Currency: ({ knownCurrency }) => knownCurrency,
  Availability: ({ availability }) => availability,
  Outcome: ({ outcome }) => outcome,
  Stated: ({ amount }) => amount,
  StatedCurrency: ({ currency }) => currency,
  Confidence: ({ confidence }) => confidence,
  Title: ({ title }) => title,
  Url: (_seen, { url }) => url,
  Error: ({ error }) => error,
};

/** CSV with a heading, one row per scrape. */
export const historyCsv = (recorded: readonly Recorded[]): string =>
  toCsv(
    Object.keys(columns),
    recorded.flatMap(({ series, observations }) =>
      observations.map((seen) => Object.values(columns).map((cellOf) => cellOf(seen, series))),
    ),
  );
