import Table from 'cli-table3';
import type { Colors } from 'picocolors/types.js';
import type { ShopReport } from './scrape-shops.ts';

const coloured = (colors: Colors, outcome: string): string => {
  if (outcome === 'Priced') return colors.green(outcome);
  return outcome === 'Failed' ? colors.red(outcome) : colors.yellow(outcome);
};

/** Only a line below the head: boxes around cells would not fit on a narrow terminal. */
const plainBorders = {
  ...Object.fromEntries(
    [
      ['top', 'top-mid', 'top-left', 'top-right', 'bottom', 'bottom-mid', 'bottom-left', 'bottom-right'],
      ['left', 'left-mid', 'right', 'right-mid', 'mid', 'mid-mid'],
    ].flatMap((names) => names.map((name) => [name, ''])),
  ),
  middle: ' ',
};

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

/** Characters that the widest column takes beside the others. */
const widthWithExplanations = 180;

const resultCells = (result: ShopReport['result'], colors: Colors): string[] => {
  if (!result) return [colors.red('no result'), '', '', '', '', ''];
  const { Outcome, Error: error, Price, Availability, RenderMode, DurationMs } = result;
  const reason = error && error.Code !== Outcome ? colors.dim(` ${error.Code}`) : '';
  return [
    coloured(colors, Outcome) + reason,
    Price?.Amount ?? '',
    Price?.Currency ?? '',
    Availability === 'Unknown' ? '' : Availability,
    RenderMode ?? '',
    seconds(DurationMs),
  ];
};

/**
 * The table of all shops.
 *
 * @param width - columns of the terminal; what a shop shows is told where there is room.
 */
export const resultsTable = (reports: readonly ShopReport[], colors: Colors, width: number): string => {
  const hasRoom = width >= widthWithExplanations;
  const table = new Table({
    head: ['', 'Site', 'Outcome', 'Price', 'Currency', 'Availability', 'Tier', 'Time'].concat(
      hasRoom ? ['What it shows'] : [],
    ),
    colAligns: ['left', 'left', 'left', 'right', 'left', 'left', 'left', 'right', 'left'],
    style: { head: [], border: [], compact: true, 'padding-left': 0 },
    chars: plainBorders,
  });
  for (const { shop, result, differences } of reports) {
    table.push([
      differences.length === 0 ? colors.green('✓') : colors.red('✗'),
      shop.name,
      ...resultCells(result, colors),
      ...(hasRoom ? [shop.shows] : []),
    ]);
  }
  return table.toString();
};
