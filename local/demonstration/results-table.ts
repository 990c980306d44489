import type { Colors } from 'picocolors/types.js';
import { formatMoney } from '../../client/result-rows.ts';
import { type Cell, type Grid, tableText } from '../../terminal/table.ts';
import type { ShopReport } from './scrape-shops.ts';

const paintOf = (colors: Colors, outcome: string): ((text: string) => string) => {
  if (outcome === 'Priced') return colors.green;
  return outcome === 'Failed' ? colors.red : colors.yellow;
};

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

/** Terminal width from which the explanations fit. */
const widthWithExplanations = 180;

const columns: Grid['columns'] = [
  'Site',
  'Outcome',
  { heading: 'Price', align: 'right' },
  'Availability',
  'Tier',
  { heading: 'Time', align: 'right' },
];

const resultCells = (result: ShopReport['result'], colors: Colors): (string | Cell)[] => {
  if (!result) return [{ text: 'no result', paint: colors.red }, '', '', '', ''];
  const { Outcome, Error: error, Price, Availability, RenderMode, DurationMs } = result;
  return [
    {
      text: error && error.Code !== Outcome ? `${Outcome} ${error.Code}` : Outcome,
      paint: paintOf(colors, Outcome),
    },
    Price ? formatMoney(Price) : '',
    Availability === 'Unknown' ? '' : Availability,
    RenderMode ?? '',
    seconds(DurationMs),
  ];
};

/** Formats the table of all shops. @param width - columns of the terminal; a wide one has an explanation column. */
export const resultsTable = (reports: readonly ShopReport[], colors: Colors, width: number): string => {
  const hasRoom = width >= widthWithExplanations;
  return tableText(
    hasRoom ? [...columns, 'What it shows'] : columns,
    reports.map(({ shop, result, differences }) => [
      differences.length === 0
        ? { text: `✓ ${shop.name}`, paint: (text: string) => text.replace('✓', colors.green('✓')) }
        : { text: `✗ ${shop.name}`, paint: (text: string) => text.replace('✗', colors.red('✗')) },
      ...resultCells(result, colors),
      ...(hasRoom ? [shop.shows] : []),
    ]),
    { width },
  );
};
