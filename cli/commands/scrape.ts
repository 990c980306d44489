import { type Command, InvalidArgumentError } from 'commander';
import { RateLimitedError, type RequestData, type SellingSite } from '../../client/index.ts';
import { type Connection, type ConnectionOptions, connect, withConnection } from '../connection.ts';
import { exitCodes, exitCodesHelp, Interrupted, QuotaUsedUpError, UsageError } from '../exit-codes.ts';
import { readLocalDocument } from '../local-stack.ts';
import {
  expecting,
  type FormatOptions,
  formatFrom,
  type SitesOptions,
  sitesFrom,
  spanOption,
  type WebhookOptions,
  webhookFrom,
  withFormats,
  withSites,
  withWebhook,
} from '../options.ts';
import { mismatchLines } from '../output/mismatches.ts';
import { printResults } from '../output/print-results.ts';
import {
  createSiteCount,
  type LineEnd,
  maxProgressLines,
  type ProgressLine,
  showProgress,
  siteEnd,
} from '../output/progress.ts';
import { neverFitsText, quotaText } from '../output/quota.ts';
import { OutputError } from '../output/standard-output.ts';
import {
  nameOfRun,
  openJournal,
  RunInUseError,
  type RunJournal,
  removeOldRuns,
  stateFileOf,
} from '../run/journal.ts';
import { type Order, titleOf } from '../run/order.ts';
import { NotQueued, runOrders } from '../run/run-orders.ts';
import { readSkusFile } from '../sku-file.ts';

interface ScrapeOptions extends SitesOptions, ConnectionOptions, FormatOptions, WebhookOptions {
  skus?: string;
  parallel: number;
  maxWait: number;
  resume?: true;
  state?: string;
  demo?: true;
}

const lastWords = (data: RequestData, index: number): LineEnd => {
  const site = data.Sites[index];
  return site ? siteEnd(site) : { words: 'no result', isFine: false };
};

const siteTitle = (site: SellingSite, index: number, { sku }: Order): string => {
  const name = site.Name ?? site.Url ?? site.SearchUrl ?? `site ${index + 1}`;
  return site.Sku === undefined || site.Sku === sku ? name : `${name}, ${site.Sku}`;
};

/** One line a site for one order, else one line an order. */
const progressLines = (
  orders: readonly Order[],
  results: readonly Promise<RequestData>[],
  notes: readonly (() => string)[],
): ProgressLine[] => {
  const [only, ...others] = orders;
  if (others.length === 0 && only!.sites.length <= maxProgressLines) {
    return only!.sites.map((site, index) => ({
      title: siteTitle(site, index, only!),
      done: results[0]!.then((data) => lastWords(data, index)),
    }));
  }
  return orders.map((order, index) => ({
    title: titleOf(order),
    note: notes[index]!,
    done: results[index]!.then(({ Summary }) => ({
      words: `${Summary.Priced} of ${Summary.Total} priced`,
      isFine: Summary.Priced > 0,
    })),
  }));
};

const ordersFrom = (sku: string | undefined, options: ScrapeOptions): Order[] => {
  if ((sku === undefined) === (options.skus === undefined)) {
    throw new UsageError('Give either a SKU or a file of them with --skus.');
  }
  if (options.skus === '-' && options.sites === '-') {
    throw new UsageError('Standard input cannot be both --skus and --sites.');
  }
  if (sku !== undefined) return [{ sku, sites: sitesFrom(options) }];
  const given = options.site || options.sites ? sitesFrom(options) : [];
  const orders = readSkusFile(options.skus!, given);
  return orders.map((order) => ({ ...order, sites: expecting(order.sites, options) }));
};

/** The demonstration shops of the local stack, and the product that all of them sell unless another is named. */
const demonstrationOrders = async (sku: string | undefined, options: ScrapeOptions): Promise<Order[]> => {
  if (options.skus !== undefined || options.site || options.sites) {
    throw new UsageError('--demo has sites of its own; leave --site, --sites and --skus out.');
  }
  const { Sku, SellingSites } = await readLocalDocument(options.local ?? true);
  if (Sku === null || SellingSites.length === 0) {
    throw new UsageError('The local stack runs without demonstration shops; "npm start" has them.');
  }
  return [{ sku: sku ?? Sku, sites: expecting(SellingSites, options) }];
};

const tell = (text: string): void => {
  process.stderr.write(`${text}\n`);
};

/** @returns `undefined` where the run cannot be kept, which only matters when somebody asked for it. */
const journalFor = (
  { state, resume }: ScrapeOptions,
  { baseUrl, uid }: Connection,
  orders: readonly Order[],
): RunJournal | undefined => {
  const file = state ?? stateFileOf(nameOfRun(baseUrl, uid, orders), process.env);
  try {
    if (state === undefined) removeOldRuns(process.env, Date.now());
    const journal = openJournal({
      file,
      baseUrl,
      uid,
      orders,
      resume: resume ?? false,
      onLaidAside: (kept) =>
        tell(
          `An earlier run of this was stopped with ${kept.done} of ${kept.count} done, and is laid aside; --resume --state "${kept.file}" goes on with it.`,
        ),
    });
    if (journal.doneBefore > 0) tell(`${journal.doneBefore} of ${orders.length} were done before.`);
    return journal;
  } catch (error) {
    const isWanted = state !== undefined || resume === true;
    // The same may be scraped twice at a time; only one of them can be gone on with.
    if (error instanceof UsageError && (isWanted || !(error instanceof RunInUseError))) throw error;
    const reason = `This run cannot be kept in ${file}: ${(error as Error).message}`;
    if (isWanted) throw new UsageError(reason, { cause: error });
    tell(`${reason}; --resume could not go on with it.`);
    return undefined;
  }
};

const resumeAdvice = 'The same command with --resume goes on from there.';

/** Which of several errors tells most of why a run ended. */
const tellingFailure = (
  settled: readonly PromiseSettledResult<unknown>[],
  orders: readonly Order[],
): unknown => {
  const reasons: unknown[] = settled.flatMap((result) =>
    result.status === 'rejected' ? [result.reason] : [],
  );
  const refusal = reasons.find((reason) => reason instanceof RateLimitedError);
  if (!refusal) return reasons.find((reason) => !(reason instanceof NotQueued));
  const done = `${settled.length - reasons.length} of ${settled.length} done`;
  const largest = Math.max(...orders.map(({ sites }) => sites.length));
  const next = neverFitsText(refusal, largest) ?? resumeAdvice;
  return new QuotaUsedUpError(`${quotaText(refusal, new Date())}; ${done}\n${next}`, { cause: refusal });
};

/** What is found is not lost with the output: it is in the run's file. */
const withResumeAdvice = (error: unknown): unknown =>
  error instanceof OutputError ? new OutputError(error.cause as Error, resumeAdvice) : error;

const scrape = async (sku: string | undefined, options: ScrapeOptions): Promise<void> => {
  const { demo } = options;
  const named = demo ? await demonstrationOrders(sku, options) : ordersFrom(sku, options);
  const webhook = webhookFrom(options, process.env);
  const orders = webhook ? named.map((order) => ({ ...order, webhook })) : named;
  const local = options.local ?? (demo ? true : undefined);
  const connection = await connect(local === undefined ? options : { ...options, local }, {
    maxWaitSeconds: options.maxWait / 1_000,
  });
  const journal = journalFor(options, connection, orders);
  const interrupt = new AbortController();
  const onInterrupt = (): void => {
    if (interrupt.signal.aborted) process.exit(exitCodes.interrupted);
    tell('Interrupted; what is queued stays queued, and --resume goes on with it.');
    process.exitCode = exitCodes.interrupted;
    interrupt.abort(new Interrupted());
  };
  // Not `once`: libraries that restore the cursor kill the process when no other listener is left.
  process.on('SIGINT', onInterrupt);
  let isAllDone = false;
  try {
    const watches = orders.map(createSiteCount);
    const results = runOrders({
      client: connection.client,
      orders,
      journal,
      parallel: options.parallel,
      signal: interrupt.signal,
      watches,
    });
    const notes = watches.map(({ note }) => note);
    await showProgress(progressLines(orders, results, notes));
    const settled = await Promise.allSettled(results);
    const found = settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    if (found.length > 0) {
      await printResults(found, formatFrom(options), options.skus !== undefined).catch((error: unknown) => {
        throw journal ? withResumeAdvice(error) : error;
      });
    }
    if (options.skus !== undefined) for (const line of mismatchLines(found)) tell(line);
    isAllDone = found.length === settled.length;
    if (!isAllDone) throw tellingFailure(settled, orders);
  } finally {
    process.off('SIGINT', onInterrupt);
    if (isAllDone) journal?.finish();
    else journal?.close();
  }
};

const parallelFrom = (text: string): number => {
  const count = Number(text);
  if (/^\d+$/.test(text) && count >= 1 && count <= 100) return count;
  throw new InvalidArgumentError('Expected a whole number from 1 to 100.');
};

const help = `
With --skus a row may have sites of its own: the column Site names one of those
given or a registered one, Url or SearchUrl gives its address. ExpectGtin and
its like say what the row's product must be. A run is kept until
all is done, so that --resume goes on where it stopped or was killed: nothing is
queued or charged twice, and the output holds all of it.

Examples:
  $ scrap-prices scrape --local --demo
  $ scrap-prices scrape 555088-105 --site "https://shop-a.example/p/{sku}"
  $ scrap-prices scrape 555088-105 --sites sites.json --csv > prices.csv
  $ scrap-prices scrape 555088-105 --sites sites.json --expect-quantity "2 x 1 l"
  $ scrap-prices scrape --skus skus.csv --sites sites.json --csv > prices.csv
  $ scrap-prices scrape --skus skus.csv --sites sites.json --csv --resume \\
      > prices.csv
`;

/** `scrap-prices scrape SKU`: queues, waits, prints. */
export const registerScrape = (program: Command): void => {
  const command = program
    .command('scrape')
    .description('Scrape prices of a SKU, or of many, and wait for them.')
    .argument('[sku]', 'what to look for; replaces {sku} in the sites');
  withFormats(withConnection(withWebhook(withSites(command))))
    .option('--skus <file>', 'CSV file with many SKUs (column "Sku", else the first); "-" is standard input')
    .option('--parallel <count>', 'requests at the same time with --skus', parallelFrom, 4)
    .addOption(spanOption('--max-wait <span>', 'how long to wait for a quota to be free again', 120_000))
    .option('--demo', 'the demonstration shops of the local stack, and the product they sell')
    .option('--resume', 'go on with the same command as it was stopped')
    .option(
      '--state <file>',
      'where the run is kept (default: a file of its own in ~/.local/state/scrap-prices)',
    )
    .addHelpText('after', help + exitCodesHelp)
    .action(scrape);
};
