import { type Command, InvalidArgumentError } from 'commander';
import type { When } from '../../client/index.ts';
import { info } from '../../terminal/streams.ts';
import { counted } from '../../terminal/text.ts';
import { type ConnectionOptions, withConnection } from '../connection.ts';
import { followWatches, stateOfWatches } from '../follow-watches.ts';
import {
  type SitesOptions,
  sitesFrom,
  type WebhookOptions,
  webhookFrom,
  withHelp,
  withSites,
  withWebhook,
} from '../options.ts';
import { connectOrStart } from '../own-service.ts';
import { interruptible } from '../run/run-orders.ts';
import { readTarget } from '../target.ts';
import { readWatchedProducts } from '../watched-products.ts';

/** When a watch runs, and what it reports. */
export interface WatchOptions extends SitesOptions, WebhookOptions {
  schedule: string;
  timeZone?: string;
  changePercent?: number;
  below?: string;
  backInStock?: true;
}

const percentFrom = (text: string): number => {
  if (/^\d{1,4}(\.\d{1,2})?$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Expected a percentage such as 5 or 2.5.');
};

/** Adds the sites, schedule and conditions of a watch. */
export const withWatch = (command: Command): Command =>
  withWebhook(withSites(command), 'of each change')
    .option('--schedule <expression>', '"rate(6 hours)" or "cron(17 6 ? * MON-FRI *)"', 'rate(6 hours)')
    .option('--time-zone <name>', 'time zone of a cron expression, such as Europe/Berlin (default: UTC)')
    .option('--change-percent <percent>', 'notify when a price changes by this much', percentFrom)
    .option('--below <amount>', 'notify of a price below this, such as "1099 EUR"')
    .option('--back-in-stock', 'notify when it is available again');

const belowFrom = async (text: string): Promise<NonNullable<When['Below']>> => {
  const { Amount, Currency } = await readTarget(text, undefined, '--below');
  return { Amount, ...(Currency !== null && { Currency }) };
};

/** The options' part of a watch's definition, besides its product and sites. */
export const watchSettingsFrom = async (options: WatchOptions, target?: When['Below']) => {
  const { schedule, timeZone, changePercent, below, backInStock } = options;
  const Below = target ?? (below === undefined ? undefined : await belowFrom(below));
  const when: When = {
    ...(changePercent !== undefined && { ChangePercent: changePercent }),
    ...(Below && { Below }),
    ...(backInStock && { BackInStock: true }),
  };
  const isEach = Object.keys(when).length === 0;
  return { schedule, timeZone, when: isEach ? undefined : when, webhook: webhookFrom(options) };
};

interface FollowOptions extends WatchOptions, ConnectionOptions {
  data?: string;
  once?: true;
  json?: true;
}

const watch = async (file: string, options: FollowOptions): Promise<void> => {
  const sites = options.site || options.sites ? sitesFrom(options) : [];
  const products = await readWatchedProducts(file, sites);
  const names = products.map(({ name }) => name);
  const { once = false, json = false } = options;
  await interruptible('Interrupted.', async (signal) => {
    await using service = await connectOrStart(options, options.data);
    const { client } = service;
    const watches = await stateOfWatches(client, names, signal);
    for (const { name, sku, sites: ofProduct, below } of products) {
      const settings = await watchSettingsFrom(options, below);
      await client.putWatch(name, { sku, sites: ofProduct, ...settings }, { signal });
    }
    const more = names.length > 5 ? ' …' : '';
    info(`Watching ${counted(names.length, 'product')}: ${names.slice(0, 5).join(', ')}${more}`);
    if (!once) info('Changes are printed as they happen. Press Ctrl-C to stop printing them.');
    try {
      process.exitCode = await followWatches(watches, { client, signal, isJson: json, isOnce: once });
    } finally {
      if (signal.aborted)
        info(
          `The watches go on ${service.whereOn}\nTo remove one: scrap-prices watches delete ${names[0]}${service.flags}`,
        );
    }
  });
};

export const registerWatch = (program: Command): void => {
  const command = program
    .command('watch')
    .description('Watch the products of a file in the service, and print changes as they happen.')
    .argument('<file>', 'CSV file to watch; "-" reads standard input');
  withConnection(withWatch(command))
    .option('--data <folder>', 'start a local service with its data in this folder, and watch there')
    .option('--once', 'exit after the next run of each product')
    .option('--json', 'print a line of JSON for each change')
    .action(watch);
  withHelp(
    command,
    [
      'watch catalogue.csv',
      'watch catalogue.csv --schedule "cron(17 6,18 ? * MON-FRI *)" --time-zone Europe/Berlin',
      'watch catalogue.csv --webhook https://hooks.example.com/prices --change-percent 5',
      'watch skus.csv --sites sites.json --once',
    ],
    `FILE is a CSV file with a column Sku, as for "scrape --skus": Site, Url and similar columns give a row its own site,
ExpectGtin and the other Expect columns describe its product. Target is the price below which a product is reported.

Each product gets a watch, named by its SKU, which runs in the service on its schedule and stays there when this command
ends. A file that is watched again replaces the watches of its products. Without a service in the options, the environment
or a profile, the one that "scrap-prices start" runs is used, or a local one is started until this command ends.

With --once, the exit code is 9 if a price was below its target, and 3 if no site could be read.`,
  );
};
