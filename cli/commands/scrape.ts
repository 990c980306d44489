import type { Command } from 'commander';
import type { RequestData } from '../../client/index.ts';
import { info, OutputError } from '../../terminal/streams.ts';
import { type Connection, type ConnectionOptions, connect, withConnection } from '../connection.ts';
import { UsageError } from '../exit-codes.ts';
import { readLocalDocument } from '../local-stack.ts';
import {
  expecting,
  type FormatOptions,
  formatFrom,
  parallelOption,
  type SitesOptions,
  sitesFrom,
  spanOption,
  type WebhookOptions,
  webhookFrom,
  withFormats,
  withHelp,
  withSites,
  withWebhook,
} from '../options.ts';
import { mismatchLines, printResults } from '../output/results.ts';
import { pairsFrom } from '../products.ts';
import { inBatches, keepRun, type Order, type RunJournal, type SetAside } from '../run/journal.ts';
import { interruptible, runOrders } from '../run/run-orders.ts';
import { readSkusFile } from '../sku-file.ts';

interface ScrapeOptions extends SitesOptions, ConnectionOptions, FormatOptions, WebhookOptions {
  skus?: string;
  parallel: number;
  maxWait: number;
  resume?: true;
  state?: string;
  demo?: true;
}

const ordersFrom = (given: readonly string[], options: ScrapeOptions): Order[] => {
  if (options.skus === undefined) return inBatches(pairsFrom(given, options));
  if (given.length > 0) throw new UsageError('Give either SKU or links, or a file of them with --skus.');
  if (options.skus === '-' && options.sites === '-') {
    throw new UsageError('Standard input cannot be both --skus and --sites.');
  }
  const sites = options.site || options.sites ? sitesFrom(options) : [];
  const orders = readSkusFile(options.skus, sites);
  return orders.map((order) => ({ ...order, sites: expecting(order.sites, options) }));
};

/** Orders the local stack's demonstration product, or the given SKU, from its demonstration shops. */
const demonstrationOrders = async (sku: string | undefined, options: ScrapeOptions): Promise<Order[]> => {
  if (options.skus !== undefined || options.site || options.sites) {
    throw new UsageError('--demo has its own sites; omit --site, --sites and --skus.');
  }
  const { Sku, SellingSites } = await readLocalDocument(options.local ?? true);
  if (Sku === null || SellingSites.length === 0) {
    throw new UsageError(
      'The local stack runs without demonstration shops; start it with "scrap-prices start".',
    );
  }
  return [{ sku: sku ?? Sku, sites: expecting(SellingSites, options) }];
};

const resumeAdvice = 'Run the same command with --resume to continue.';

const journalFor = (
  { state, resume }: ScrapeOptions,
  connection: Connection,
  orders: readonly Order[],
): RunJournal | undefined => {
  const onSetAside = (earlier: SetAside): void =>
    info(
      `An earlier run stopped with ${earlier.done} of ${earlier.count} done; it was renamed. Use --resume --state "${earlier.file}" to continue it.`,
    );
  const journal = keepRun({ state, resume: resume === true, onSetAside }, connection, orders);
  if (journal && journal.doneBefore > 0) info(`${journal.doneBefore} of ${orders.length} already done.`);
  return journal;
};

const scrape = async (given: readonly string[], options: ScrapeOptions): Promise<void> => {
  const { demo, parallel } = options;
  const webhook = webhookFrom(options);
  const orders = (demo ? await demonstrationOrders(given[0], options) : ordersFrom(given, options)).map(
    (order) => (webhook ? { ...order, webhook } : order),
  );
  const isCatalogue = options.skus !== undefined || orders.length > 1;
  const local = options.local ?? (demo ? true : undefined);
  const { client, ...caller } = await connect(
    { ...options, ...(local !== undefined && { local }) },
    { maxWaitSeconds: options.maxWait / 1_000 },
  );
  const journal = journalFor(options, { client, ...caller }, orders);
  const show = async (found: RequestData[]): Promise<void> => {
    try {
      if (found.length > 0) await printResults(found, formatFrom(options), isCatalogue);
    } catch (error) {
      // The results are in the run's file.
      throw journal && error instanceof OutputError
        ? new OutputError(error.cause as Error, resumeAdvice)
        : error;
    }
    if (isCatalogue) for (const line of mismatchLines(found)) info(line);
  };
  await interruptible('Interrupted. Queued requests stay queued; use --resume to continue.', (signal) =>
    runOrders({ client, orders, journal, parallel, signal, advice: resumeAdvice }, show),
  );
};

export const registerScrape = (program: Command): void => {
  const command = program
    .command('scrape')
    .description('Scrape prices of links or SKUs and wait for the results.')
    .argument('[link-or-sku...]', 'links of product pages, or one SKU, which replaces {sku} in the sites');
  withFormats(withConnection(withWebhook(withSites(command))))
    .option(
      '--skus <file>',
      'CSV file with a column "Sku" or "Url", or a list of either; "-" reads standard input',
    )
    .addOption(parallelOption('concurrent requests with --skus'))
    .addOption(spanOption('--max-wait <span>', 'how long to wait for a used-up quota', 120_000))
    .option('--demo', 'scrape the demonstration shops of the local stack')
    .option('--resume', 'continue an interrupted run of the same command')
    .option('--state <file>', 'file of the run (default: in ~/.local/state/scrap-prices)')
    .action(scrape);
  withHelp(
    command,
    [
      'scrape https://shop.example/p/kettle',
      'scrape --local --demo',
      'scrape 555088-105 --site "https://shop-a.example/p/{sku}"',
      'scrape 555088-105 --sites sites.json --csv > prices.csv',
      'scrape 555088-105 --sites sites.json --expect-quantity "2 x 1 l"',
      'scrape --skus links.txt --csv > prices.csv',
      'scrape --skus skus.csv --sites sites.json --csv --resume > prices.csv',
    ],
    `Each link is a product of its own, named by its page. With --skus a row can name its own site: the column Site holds the name of a given or registered site, Url or SearchUrl
an address. ExpectGtin and the other Expect columns describe the expected product; docs/cli.md lists all columns.

A run is kept until it is complete, so --resume continues where it was stopped or killed: nothing is queued or charged
twice, and the output holds everything.`,
  );
};
