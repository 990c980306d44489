import { type Command, InvalidArgumentError } from 'commander';
import type {
  ScrapPrices,
  WatchHistory,
  WatchList,
  WatchSummaryView,
  WatchView,
  When,
} from '../../client/index.ts';
import type { WatchedChange } from '../../lambdas/domain/watch/watched-changes.ts';
import { type ConnectionOptions, connect, withConnection } from '../connection.ts';
import {
  jsonInPipe,
  type SitesOptions,
  sitesFrom,
  type WebhookOptions,
  wantsJson,
  webhookFrom,
  wholeNumber,
  withSites,
  withWebhook,
} from '../options.ts';
import { errorLines, outWidth, tableText } from '../output/table.ts';
import { info, print } from '../output/terminal.ts';
import { counted, formatLocalTime, printable } from '../output/text.ts';
import { changeText, siteText } from '../watch/notice.ts';
import { readTarget } from '../watch/watched-pairs.ts';

type Output = ConnectionOptions & { json?: true };

interface PutOptions extends SitesOptions, WebhookOptions, Output {
  schedule: string;
  timeZone?: string;
  changePercent?: number;
  below?: string;
  backInStock?: true;
}

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

const historyText = ({ Entries, Next }: WatchHistory): string => {
  const rows = Entries.flatMap(({ At, Ended, Reason, Sites, Changes }) => {
    const priced = Sites.filter(({ Outcome }) => Outcome === 'Priced').length;
    const scrape = Ended === 'Completed' ? `${priced} of ${Sites.length} priced` : (Reason?.Message ?? Ended);
    const changes = Changes.map((given) => {
      const change = given as typeof given & WatchedChange;
      const site = printable(siteText(given.Name ?? given.Url ?? '', change));
      return ['', site, printable(changeText(change), 1_000), given.IsReported ? 'reported' : ''];
    });
    return [[timeText(At), scrape, '', ''], ...changes];
  });
  const table = rows.length === 0 ? 'Nothing recorded yet.' : tableText(['At', '', 'Change', ''], rows);
  return Next === null ? table : `${table}\nMore: --cursor ${Next}`;
};

const percentFrom = (text: string): number => {
  if (/^\d{1,4}(\.\d{1,2})?$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Expected a percentage such as 5 or 2.5.');
};

const belowFrom = async (text: string): Promise<NonNullable<When['Below']>> => {
  const { Amount, Currency } = await readTarget(text, undefined, '--below');
  return { Amount, ...(Currency !== null && { Currency }) };
};

const whenFrom = async ({ changePercent, below, backInStock }: PutOptions): Promise<When | undefined> => {
  const when: When = {
    ...(changePercent !== undefined && { ChangePercent: changePercent }),
    ...(below !== undefined && { Below: await belowFrom(below) }),
    ...(backInStock && { BackInStock: true }),
  };
  return Object.keys(when).length > 0 ? when : undefined;
};

const put = async (name: string, sku: string, options: PutOptions): Promise<void> => {
  const when = await whenFrom(options);
  const sites = sitesFrom(options);
  const { client } = await connect(options);
  const { schedule, timeZone } = options;
  const definition = { sku, sites, schedule, timeZone, when, webhook: webhookFrom(options) };
  const view = await client.putWatch(name, definition);
  print(wantsJson(options), view, () => watchText(view));
};

export const registerWatches = (program: Command): void => {
  const watches = program
    .command('watches')
    .description('Manage watches that run in the service, if the deployment has them.');
  const add = (name: string, description: string): Command =>
    withConnection(watches.command(name).description(description)).option('--json', jsonInPipe);
  /** Creates an action that calls the service and prints the response. */
  const show =
    <View, Options extends Output>(
      call: (client: ScrapPrices, name: string, options: Options) => Promise<View>,
      text: (view: View) => string,
    ) =>
    async (name: string, options: Options): Promise<void> => {
      const { client } = await connect(options);
      const view = await call(client, name, options);
      print(wantsJson(options), view, () => text(view));
    };

  withWebhook(withSites(add('put', 'Create a watch, or replace the one with this name.')), 'of each change')
    .argument('<name>', 'letters, digits, ".", "_" and "-"')
    .argument('<sku>', 'SKU of the product; replaces {sku} in the sites')
    .requiredOption('--schedule <expression>', '"rate(6 hours)" or "cron(17 6 ? * MON-FRI *)"')
    .option('--time-zone <name>', 'time zone of a cron expression, such as Europe/Berlin (default: UTC)')
    .option('--change-percent <percent>', 'notify when a price changes by this much', percentFrom)
    .option('--below <amount>', 'notify of a price below this, such as "1099 EUR"')
    .option('--back-in-stock', 'notify when it is available again')
    .action(put);
  add('list', 'List all watches with their last and next run.').action((options: Output) =>
    show((client) => client.watches(), listText)('', options),
  );
  add('show', 'Show a watch.')
    .argument('<name>')
    .action(show((client, name) => client.watch(name), watchText));
  add('history', 'Show what a watch has seen and reported, newest first.')
    .argument('<name>')
    .option('--limit <count>', 'number of entries, at most 100', wholeNumber(100))
    .option('--cursor <text>', 'cursor printed by the previous page')
    .action(
      show(
        (client, name, { limit, cursor }: Output & { limit?: number; cursor?: string }) =>
          client.watchHistory(name, { limit, cursor }),
        historyText,
      ),
    );
  add('delete', 'Delete a watch and its history.')
    .argument('<name>')
    .action(async (name: string, options: Output) => {
      const { client } = await connect(options);
      await client.deleteWatch(name);
      info(`Watch ${name} deleted.`);
    });
};
