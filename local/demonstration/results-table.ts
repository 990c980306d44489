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
    const code = result?.Error?.Code;
    const reason = code === undefined || code === result?.Outcome ? '' : colors.dim(` ${code}`);
    table.push([
      differences.length === 0 ? colors.green('✓') : colors.red('✗'),
      shop.name,
      result ? coloured(colors, result.Outcome) + reason : colors.red('no result'),
      result?.Price?.Amount ?? '',
      result?.Price?.Currency ?? '',
      !result || result.Availability === 'Unknown' ? '' : result.Availability,
      result?.RenderMode ?? '',
      result ? seconds(result.DurationMs) : '',
      ...(hasRoom ? [shop.shows] : []),
    ]);
  }
  return table.toString();
};
