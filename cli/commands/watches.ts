import { type Command, InvalidArgumentError } from 'commander';
import type { WatchHistory, WatchSummaryView, WatchView, When } from '../../client/index.ts';
import { type ConnectionOptions, connect, withConnection } from '../connection.ts';
import { exitCodesHelp } from '../exit-codes.ts';
import {
  type SitesOptions,
  sitesFrom,
  type WebhookOptions,
  wantsJson,
  webhookFrom,
  withSites,
  withWebhook,
} from '../options.ts';
import { type Column, columnsOf, errorLines, tableText } from '../output/table.ts';
import { counted, formatLocalTime, printable } from '../output/text.ts';
import { lowestText } from '../watch/notice.ts';
import { readTarget } from '../watch/watched-pairs.ts';

type Output = ConnectionOptions & { json?: true };

interface PutOptions extends SitesOptions, WebhookOptions, Output {
  schedule: string;
  timeZone?: string;
  changePercent?: number;
  below?: string;
  backInStock?: true;
}

const timeText = (at: string | null): string =>
  at === null ? '–' : formatLocalTime(new Date(at), new Date());

const runText = ({ LastRun }: Pick<WatchSummaryView, 'LastRun'>): string => {
  if (LastRun === null) return 'none yet';
  const { Ended, StartedAt, Reason } = LastRun;
  return `${timeText(StartedAt)} ${Reason?.Code ?? Ended ?? 'running'}`;
};

const table = (columns: Column[], rows: string[][]): string =>
  rows.length === 0 ? '' : `${tableText(columns, rows, { width: columnsOf(process.stdout, process.env) })}\n`;

/** Below a list: why runs ended without results. */
const reasonsText = (watches: readonly Pick<WatchSummaryView, 'LastRun'>[]): string => {
  const reasons = watches.flatMap(({ LastRun }) => LastRun?.Reason ?? []);
  const lines = errorLines(reasons, columnsOf(process.stdout, process.env));
  return lines.length === 0 ? '' : `\n${lines.join('\n')}\n`;
};

const listText = (watches: readonly WatchSummaryView[]): string =>
  table(
    [
      { heading: 'Name' },
      { heading: 'SKU' },
      { heading: 'Sites', align: 'right' },
      { heading: 'Schedule' },
      { heading: 'Last run' },
      { heading: 'Next run' },
    ],
    watches.map((watch) => [
      watch.Name,
      printable(watch.Sku),
      String(watch.SiteCount),
      [watch.Schedule, watch.TimeZone ?? ''].join(' ').trim(),
      runText(watch),
      timeText(watch.NextRunAt),
    ]),
  ) + reasonsText(watches) || 'There are no watches.\n';

const watchText = (watch: WatchView): string =>
  `${watch.Name}: ${printable(watch.Data.Sku)} at ${counted(watch.Data.SellingSites.length, 'site')}, ${watch.Schedule}${
    watch.TimeZone === null ? '' : ` ${watch.TimeZone}`
  }\nlast run ${runText(watch)}, next run ${timeText(watch.NextRunAt)}\n${reasonsText([watch])}`;

const valueText = (value: unknown): string => {
  if (typeof value !== 'object' || value === null) return String(value ?? '');
  const { Amount, Currency } = value as { Amount: string; Currency: string | null };
  return Currency === null ? Amount : `${Amount} ${Currency}`;
};

const historyText = ({ Entries, Next }: WatchHistory): string => {
  const rows = Entries.flatMap(({ At, Ended, Reason, Sites, Changes }) => {
    const priced = Sites.filter(({ Outcome }) => Outcome === 'Priced').length;
    const scrape = Ended === 'Completed' ? `${priced} of ${Sites.length} priced` : (Reason?.Message ?? Ended);
    const changes = Changes.map((change) => [
      '',
      printable(change.Name ?? change.Url ?? ''),
      [
        `${change.Kind}: ${valueText(change.From ?? change.Price)} to ${valueText(change.To ?? change.Target)}`,
        // One that an older service stored says nothing of it.
        lowestText(change.LowestInDays ?? null),
      ]
        .filter(Boolean)
        .join(', '),
      change.IsTold ? 'reported' : '',
    ]);
    return [[timeText(At), scrape, '', ''], ...changes];
  });
  const columns: Column[] = [{ heading: 'At' }, { heading: '' }, { heading: 'Change' }, { heading: '' }];
  const more = Next === null ? '' : `More: --cursor ${Next}\n`;
  return `${table(columns, rows) || 'Nothing recorded yet.\n'}${more}`;
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

const print = (options: Output, view: unknown, text: () => string): void => {
  process.stdout.write(wantsJson(options) ? `${JSON.stringify(view, null, 2)}\n` : text());
};

const withOutput = (command: Command): Command =>
  withConnection(command)
    .option('--json', "print the service's JSON (default in a pipe)")
    .addHelpText('after', exitCodesHelp);

const registerPut = (watches: Command): void => {
  const command = watches
    .command('put')
    .description('Create a watch, or replace the one with this name.')
    .argument('<name>', 'letters, digits, ".", "_" and "-"')
    .argument('<sku>', 'SKU of the product; replaces {sku} in the sites')
    .requiredOption('--schedule <expression>', '"rate(6 hours)" or "cron(17 6 ? * MON-FRI *)"')
    .option('--time-zone <name>', 'time zone of a cron expression, such as Europe/Berlin (default: UTC)')
    .option('--change-percent <percent>', 'notify when a price changes by this much', percentFrom)
    .option('--below <amount>', 'notify of a price below this, such as "1099 EUR"')
    .option('--back-in-stock', 'notify when it is available again');
  withOutput(withWebhook(withSites(command), 'of each change')).action(
    async (name: string, sku: string, options: PutOptions) => {
      const when = await whenFrom(options);
      const sites = sitesFrom(options);
      const { client } = await connect(options);
      const view = await client.putWatch(name, {
        sku,
        sites,
        schedule: options.schedule,
        timeZone: options.timeZone,
        when,
        webhook: webhookFrom(options, process.env),
      });
      print(options, view, () => watchText(view));
    },
  );
};

/** `scrap-prices watches …`: watches that the service keeps, where the deployment has them. */
export const registerWatches = (program: Command): void => {
  const watches = program
    .command('watches')
    .description('Manage watches that run in the service, if the deployment has them.');
  registerPut(watches);
  withOutput(watches.command('list').description('List all watches with their last and next run.')).action(
    async (options: Output) => {
      const { client } = await connect(options);
      const list = await client.watches();
      print(options, list, () => listText(list.Watches));
    },
  );
  withOutput(watches.command('show').description('Show a watch.').argument('<name>')).action(
    async (name: string, options: Output) => {
      const { client } = await connect(options);
      const view = await client.watch(name);
      print(options, view, () => watchText(view));
    },
  );
  withOutput(
    watches
      .command('history')
      .description('Show what a watch has seen and reported, newest first.')
      .argument('<name>')
      .option('--limit <count>', 'number of entries, at most 100', Number)
      .option('--cursor <text>', 'cursor printed by the previous page'),
  ).action(async (name: string, options: Output & { limit?: number; cursor?: string }) => {
    const { client } = await connect(options);
    const page = await client.watchHistory(name, { limit: options.limit, cursor: options.cursor });
    print(options, page, () => historyText(page));
  });
  withOutput(
    watches.command('delete').description('Delete a watch and its history.').argument('<name>'),
  ).action(async (name: string, options: Output) => {
    const { client } = await connect(options);
    await client.deleteWatch(name);
    process.stderr.write(`Watch ${name} deleted.\n`);
  });
};
