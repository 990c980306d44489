import { writeFileSync } from 'node:fs';
import { type Command, Option } from 'commander';
import { exitCodes, UsageError } from '../exit-codes.ts';
import { wholeNumber, withHelp } from '../options.ts';
import { outWidth } from '../output/table.ts';
import { info, writeOut } from '../output/terminal.ts';
import { printable } from '../output/text.ts';
import { historyFileOf, type Observation, openHistory, type PriceHistory } from '../watch/history-file.ts';
import { historySvg } from '../watch/history-svg.ts';
import { historyText, isUnicodeTerminal } from '../watch/history-text.ts';
import { historyCsv, type Recorded, recordedOf, toPriceSeries } from '../watch/price-series.ts';

interface HistoryOptions {
  history?: string;
  site?: string;
  days?: number;
  svg?: string;
  csv?: true;
}

const dayMs = 24 * 3_600_000;

const maxNames = 10;

const noSeriesText = (history: PriceHistory, sku: string, site: string | undefined): string => {
  const sites = [...new Set(history.seriesOfSku(sku).map((series) => series.site))];
  // If the SKU is known, the site is wrong.
  const known = sites.length > 0 ? sites : history.skus();
  const at = site === undefined ? '' : ` at a site called "${site}"`;
  const names = known.slice(0, maxNames).map((each) => printable(each, 60));
  const more = known.length > maxNames ? ` and ${known.length - maxNames} more` : '';
  return `The history has no entry for "${sku}"${at}; it has ${names.join(', ') || 'no entries at all'}${more}.`;
};

const noPriceText = (observations: readonly Observation[]): string => {
  if (observations.length === 0) return 'Nothing was recorded in these days.';
  if (observations.some(({ amount }) => amount !== null))
    return 'No price is certain yet; run "scrap-prices watch" again.';
  const outcomes = [...new Set(observations.map(({ outcome, error }) => error ?? outcome))].join(', ');
  return `No price was found yet (${outcomes}); "scrap-prices scrape" explains why.`;
};

const draw = async (recorded: readonly Recorded[], { svg }: HistoryOptions): Promise<void> => {
  const series = recorded.flatMap((each) => toPriceSeries(each.series, each.observations));
  if (series.length === 0) {
    info(noPriceText(recorded.flatMap(({ observations }) => observations)));
    process.exitCode = exitCodes.incomplete;
    return;
  }
  if (svg === undefined) {
    const isUnicode = isUnicodeTerminal(process.env, process.platform);
    return writeOut(`${historyText(series, { width: outWidth(), isUnicode })}\n`);
  }
  try {
    writeFileSync(svg, historySvg(series));
  } catch (error) {
    throw new UsageError(`${svg} cannot be written: ${(error as Error).message}`);
  }
};

const showHistory = async (sku: string, options: HistoryOptions): Promise<void> => {
  using history = openHistory(options.history ?? historyFileOf(process.env), true);
  const since =
    options.days === undefined ? undefined : new Date(Date.now() - options.days * dayMs).toISOString();
  const recorded = recordedOf(history, { sku, site: options.site, since });
  if (recorded.length === 0) throw new UsageError(noSeriesText(history, sku, options.site));
  if (options.csv) return writeOut(`${historyCsv(recorded)}\n`);
  await draw(
    recorded.filter(({ observations }) => observations.length > 0),
    options,
  );
};

export const registerHistory = (program: Command): void => {
  const command = program
    .command('history')
    .description('Chart the prices of a SKU that a watch has seen over time.')
    .argument('<sku>', 'SKU as in the watched file')
    .option('--site <name>', 'only sites whose name contains this')
    .option('--days <count>', 'only the last days', wholeNumber(99_999))
    .addOption(new Option('--svg <file>', 'write an SVG chart instead').conflicts('csv'))
    .addOption(new Option('--csv', 'print CSV, one row per check').conflicts('svg'))
    .option('--history <file>', 'history file (default: ~/.local/state/scrap-prices/history.sqlite)')
    .action(showHistory);
  withHelp(
    command,
    [
      'history VELA-A3',
      'history VELA-A3 --site "Dolce Macchina" --days 30',
      'history VELA-A3 --svg vela.svg',
      'history VELA-A3 --csv > vela.csv',
    ],
    `Shows what "scrap-prices watch" has recorded for a SKU. The curve shows certain prices, with gaps where no price was seen
and dots while it was sold out.`,
  );
};
