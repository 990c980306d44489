import Papa from 'papaparse';
import type { KeptLooks } from './price-series.ts';

const headings = [
  'At',
  'Sku',
  'Site',
  'Price',
  'Currency',
  'Availability',
  'Outcome',
  'Stated',
  'StatedCurrency',
  'Confidence',
  'Title',
  'Url',
  'Error',
] as const;

/** CSV with a heading, a row a look. What a spreadsheet would run as a formula is quoted: it comes from pages. */
export const historyCsv = (kept: readonly KeptLooks[]): string =>
  Papa.unparse(
    {
      fields: [...headings],
      data: kept.flatMap(({ series, looks }) =>
        looks.map((look) => ({
          At: look.at,
          Sku: series.sku,
          Site: series.site,
          Price: look.knownAmount ?? '',
          Currency: look.knownCurrency ?? '',
          Availability: look.availability,
          Outcome: look.outcome,
          Stated: look.amount ?? '',
          StatedCurrency: look.currency ?? '',
          Confidence: look.confidence ?? '',
          Title: look.title ?? '',
          Url: series.url ?? '',
          Error: look.error ?? '',
        })),
      ),
    },
    { escapeFormulae: true, newline: '\n' },
  );
