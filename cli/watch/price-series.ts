import Papa from 'papaparse';
import { compareDecimals } from '../../lambdas/domain/decimals.ts';
import { isGone, isRead } from '../../lambdas/domain/price-changes.ts';
import type { PriceHistory, SeenPrice, Series, StoredSeries } from './history-file.ts';

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

type Priced = PricePoint & { amount: string };

/** Positions are floats; an amount that no float represents is dropped. */
const hasPlace = (amount: string | null): amount is string =>
  amount !== null && Number.isFinite(Number(amount));

const pointOf = (look: SeenPrice, currency: string | null): PricePoint => {
  const result = { Outcome: look.outcome, Availability: look.availability };
  const isKnown = isRead(result) && hasPlace(look.knownAmount) && look.knownCurrency === currency;
  return {
    atMs: Date.parse(look.at),
    amount: isKnown ? look.knownAmount! : undefined,
    isGone: isGone(result),
  };
};

const seriesIn = (
  { sku, site }: Pick<StoredSeries, 'sku' | 'site'>,
  looks: readonly SeenPrice[],
  currency: string | null,
): PriceSeries[] => {
  const points = looks.map((look) => pointOf(look, currency));
  const priced = points.filter((point): point is Priced => point.amount !== undefined);
  const last = priced.at(-1);
  if (last === undefined) return [];
  const best = (isBetter: (order: number) => boolean): Priced =>
    priced.reduce((found, point) => (isBetter(compareDecimals(point.amount, found.amount)) ? point : found));
  return [
    {
      sku,
      site,
      currency,
      points,
      lowest: best((order) => order < 0),
      highest: best((order) => order > 0),
      last,
    },
  ];
};

/** Curves of a series, one for each currency with a confirmed price. */
export const toPriceSeries = (
  series: Pick<StoredSeries, 'sku' | 'site'>,
  looks: readonly SeenPrice[],
): PriceSeries[] => {
  const currencies = new Set(
    looks.flatMap((look) => (look.knownAmount === null ? [] : [look.knownCurrency])),
  );
  return [...currencies].flatMap((currency) => seriesIn(series, looks, currency));
};

export interface Wanted {
  sku: string;
  /** Part of the sites' name, ignoring case; `undefined`: all. */
  site: string | undefined;
  /** ISO 8601, UTC. */
  since: string | undefined;
}

export interface KeptLooks {
  series: StoredSeries;
  looks: SeenPrice[];
}

export const looksOfSku = (history: PriceHistory, { sku, site, since }: Wanted): KeptLooks[] =>
  history
    .seriesOfSku(sku)
    .filter((series) => site === undefined || series.site.toLowerCase().includes(site.toLowerCase()))
    .map((series) => ({ series, looks: history.looksOf(series, since) }));

const columns: Readonly<Record<string, (look: SeenPrice, series: Series) => string | null>> = {
  At: ({ at }) => at,
  Sku: (_look, { sku }) => sku,
  Site: (_look, { site }) => site,
  Price: ({ knownAmount }) => knownAmount,
  Currency: ({ knownCurrency }) => knownCurrency,
  Availability: ({ availability }) => availability,
  Outcome: ({ outcome }) => outcome,
  Stated: ({ amount }) => amount,
  StatedCurrency: ({ currency }) => currency,
  Confidence: ({ confidence }) => confidence,
  Title: ({ title }) => title,
  Url: (_look, { url }) => url,
  Error: ({ error }) => error,
};

/** CSV with a heading, one row per scrape. Text from pages that a spreadsheet would run as a formula is escaped. */
export const historyCsv = (kept: readonly KeptLooks[]): string =>
  Papa.unparse(
    {
      fields: Object.keys(columns),
      data: kept.flatMap(({ series, looks }) =>
        looks.map((look) => Object.values(columns).map((cellOf) => cellOf(look, series))),
      ),
    },
    { escapeFormulae: true, newline: '\n' },
  );
