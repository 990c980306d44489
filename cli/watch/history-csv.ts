import Papa from 'papaparse';
import type { SeenPrice, Series } from './history-file.ts';
import type { KeptLooks } from './price-series.ts';

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

/** CSV with a heading, a row a look. What a spreadsheet would run as a formula is quoted: it comes from pages. */
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
