import type { Command } from 'commander';
import type { ScrapPrices, WatchList, WatchSummaryView, WatchView } from '../../client/index.ts';
import { info, print } from '../../terminal/streams.ts';
import { errorLines, outWidth, tableText } from '../../terminal/table.ts';
import { counted, formatLocalTime, printable } from '../../terminal/text.ts';
import { type ConnectionOptions, connect, withConnection } from '../connection.ts';
import { jsonInPipe, sitesFrom, wantsJson } from '../options.ts';
import { type WatchOptions, watchSettingsFrom, withWatch } from './watch.ts';

type Output = ConnectionOptions & { json?: true };

const timeText = (at: string | null): string => (at === null ? '–' : formatLocalTime(at));

const runText = ({ LastRun }: Pick<WatchSummaryView, 'LastRun'>): string => {
  if (LastRun === null) return 'none yet';
  const { Ended, StartedAt, Reason } = LastRun;
  return `${timeText(StartedAt)} ${Reason?.Code ?? Ended ?? 'running'}`;
};

/** Lines below a list: why runs ended without results. */
const reasonsOf = (watches: readonly Pick<WatchSummaryView, 'LastRun'>[]): string[] => {
  const reasons = watches.flatMap(({ LastRun }) => LastRun?.Reason ?? []);
  return reasons.length === 0 ? [] : ['', ...errorLines(reasons, outWidth())];
};

const scheduleText = ({ Schedule, TimeZone }: Pick<WatchView, 'Schedule' | 'TimeZone'>): string =>
  TimeZone === null ? Schedule : `${Schedule} ${TimeZone}`;

const listText = ({ Watches }: WatchList): string => {
  if (Watches.length === 0) return 'There are no watches.';
  const rows = Watches.map((watch) => [
    watch.Name,
    printable(watch.Sku),
    watch.SiteCount,
    scheduleText(watch),
    runText(watch),
    timeText(watch.NextRunAt),
  ]);
  const sites = { heading: 'Sites', align: 'right' } as const;
  const table = tableText(['Name', 'SKU', sites, 'Schedule', 'Last run', 'Next run'], rows);
  return [table, ...reasonsOf(Watches)].join('\n');
};

const watchText = (watch: WatchView): string =>
  [
    `${watch.Name}: ${printable(watch.Data.Sku)} at ${counted(watch.Data.SellingSites.length, 'site')}, ${scheduleText(watch)}`,
    `last run ${runText(watch)}, next run ${timeText(watch.NextRunAt)}`,
    ...reasonsOf([watch]),
  ].join('\n');

export const registerWatches = (program: Command): void => {
  const watches = program
    .command('watches')
    .description('Manage watches that run in the service, if the deployment has them.');
  const add = (name: string, description: string): Command =>
    withConnection(watches.command(name).description(description)).option('--json', jsonInPipe);
  /** Calls the service and prints the response. */
  const show = async <View>(
    options: Output,
    call: (client: ScrapPrices) => Promise<View>,
    text: (view: View) => string,
  ): Promise<void> => {
    const { client } = await connect(options);
    const view = await call(client);
    print(wantsJson(options), view, () => text(view));
  };

  withWatch(add('put', 'Create a watch, or replace the one with this name.'))
    .argument('<name>', 'letters, digits, ".", "_" and "-"')
    .argument('<sku>', 'SKU of the product; replaces {sku} in the sites')
    .action(async (name: string, sku: string, options: WatchOptions & Output) => {
      const definition = { sku, sites: sitesFrom(options), ...(await watchSettingsFrom(options)) };
      await show(options, (client) => client.putWatch(name, definition), watchText);
    });
  add('list', 'List all watches with their last and next run.').action((options: Output) =>
    show(options, (client) => client.watches(), listText),
  );
  add('show', 'Show a watch.')
    .argument('<name>')
    .action((name: string, options: Output) => show(options, (client) => client.watch(name), watchText));
  add('delete', 'Delete a watch and its history.')
    .argument('<name>')
    .action(async (name: string, options: Output) => {
      const { client } = await connect(options);
      await client.deleteWatch(name);
      info(`Watch ${name} deleted.`);
    });
};
