import { type Command, InvalidArgumentError } from 'commander';
import type { SellingSite } from '../../client/index.ts';
import { webhookSchema } from '../../lambdas/domain/request/webhook-schema.ts';
import { confirmAfterMs } from '../../lambdas/domain/watch/watched-changes.ts';
import { type ConnectionOptions, connect, withConnection } from '../connection.ts';
import { exitCodes, UnavailableError, UsageError } from '../exit-codes.ts';
import {
  expecting,
  parallelOption,
  type SitesOptions,
  sitesFrom,
  spanFrom,
  spanOption,
  webhookSecretVariable,
  withHelp,
  withSites,
} from '../options.ts';
import { info, isScreen } from '../output/terminal.ts';
import { counted } from '../output/text.ts';
import { interruptible } from '../run/run-orders.ts';
import { historyFileOf, openHistory } from '../watch/history-file.ts';
import { channelNames, channelsOf, type Receiver, type Reported, reportChanges } from '../watch/report.ts';
import { type WatchCount, watchOnce } from '../watch/watch-run.ts';
import { readWatchedPairs, type WatchedPair } from '../watch/watched-pairs.ts';

interface WatchCommandOptions extends SitesOptions, ConnectionOptions {
  history?: string;
  state?: string;
  parallel: number;
  maxWait: number;
  confirmAfter?: number;
  onChange?: string;
  webhook?: string;
  json?: true;
}

const makeSecret = `node -p "'whsec_' + require('node:crypto').randomBytes(32).toString('base64')"`;

/** The secret is not an argument: `ps` would show it. @throws UsageError if address or secret are invalid. */
const receiverFrom = (url: string | undefined): Receiver | undefined => {
  if (url === undefined) return undefined;
  const secret = process.env[webhookSecretVariable];
  if (secret === undefined || secret === '') {
    throw new UsageError(
      `--webhook signs its calls: set ${webhookSecretVariable} to a secret shared with the receiver. To create one:\n  ${makeSecret}`,
    );
  }
  const { error } = webhookSchema.safeParse({ Url: url, Secret: secret });
  const fault = error?.issues[0];
  if (fault)
    throw new UsageError(
      `${fault.path[0] === 'Secret' ? webhookSecretVariable : '--webhook'} ${fault.message}.`,
    );
  return { url, secret };
};

/** Reads a number of minutes, or a span as in other options. */
const confirmAfterFrom = (text: string): number => {
  const spanMs = spanFrom(/^\d{1,5}$/.test(text.trim()) ? `${text.trim()} min` : text);
  if (spanMs >= confirmAfterMs) return spanMs;
  throw new InvalidArgumentError(
    'Expected at least a minute; before that, the shop may serve the same cached page.',
  );
};

const pairsFrom = async (file: string, options: WatchCommandOptions): Promise<WatchedPair[]> => {
  if (file === '-' && options.sites === '-')
    throw new UsageError('Standard input cannot be both FILE and --sites.');
  const given: SellingSite[] = options.site || options.sites ? sitesFrom(options) : [];
  return (await readWatchedPairs(file, given)).map((pair) => ({
    ...pair,
    site: expecting([pair.site], options)[0]!,
  }));
};

const watch = async (file: string, options: WatchCommandOptions): Promise<void> => {
  const { onChange, json, history: historyFile = historyFileOf(process.env) } = options;
  if (onChange?.trim() === '') throw new UsageError('--on-change: expected a command.');
  const pairs = await pairsFrom(file, options);
  const receiver = receiverFrom(options.webhook);
  const connection = await connect(options, { maxWaitSeconds: options.maxWait / 1_000 });
  using history = openHistory(historyFile);
  const showsProgress = isScreen(process.stderr);
  await interruptible('Interrupted. Run the same command to continue.', async (signal) => {
    const channels = channelsOf(json, onChange, receiver, signal);
    const fresh = pairs.filter(({ question }) => history.find(question) === undefined);
    let count: WatchCount | undefined;
    let reported: Reported;
    try {
      count = await watchOnce({
        connection,
        history,
        pairs,
        channels: channelNames(channels),
        parallel: options.parallel,
        confirmAfterMs: options.confirmAfter,
        state: options.state,
        signal,
        showsProgress,
      });
    } finally {
      // Findings from before the failure are still valid.
      reported = await reportChanges(history, pairs, channels);
      if (reported.notices.some(({ Kind }) => Kind === 'BelowTarget'))
        process.exitCode = exitCodes.belowTarget;
      else process.exitCode = count?.read === 0 ? exitCodes.incomplete : exitCodes.ok;
    }
    const { read, unread } = count;
    const missing = unread === 0 ? '' : `, ${unread} without a result to compare`;
    const changes = counted(reported.notices.length, 'change');
    if (showsProgress) info(`${pairs.length} watched: ${read} read${missing}; ${changes}.`);
    const recorded = fresh.filter(({ question }) => history.find(question) !== undefined).length;
    if (read > 0 && recorded > 0)
      info(
        `${counted(recorded, 'price')} recorded for the first time; the next run reports what has changed.`,
      );
    if (read === 0)
      info(`None of the ${pairs.length} gave a price to compare; "scrap-prices scrape --skus" explains why.`);
    if (reported.rejected > 0 && process.exitCode === exitCodes.ok)
      throw new UnavailableError(
        `${counted(reported.rejected, 'change')} not delivered; the next run tries again.`,
      );
  });
};

export const registerWatch = (program: Command): void => {
  const command = program
    .command('watch')
    .description('Check the prices of a catalogue once and report what has changed since the last run.')
    .argument('<file>', 'CSV file to watch; "-" reads standard input');
  withConnection(withSites(command))
    .option('--history <file>', 'history file (default: ~/.local/state/scrap-prices/history.sqlite)')
    .option('--on-change <command>', 'run this for each change, with JSON on standard input')
    .option('--webhook <url>', 'post each change to this URL, signed')
    .option(
      '--confirm-after <minutes>',
      'check uncertain changes again after this time (default: at the next run)',
      confirmAfterFrom,
    )
    .option('--json', 'print a line of JSON for each change')
    .addOption(parallelOption('concurrent requests'))
    .addOption(spanOption('--max-wait <span>', 'how long to wait for a used-up quota', 120_000))
    .option('--state <file>', 'file of the run until it is complete')
    .action(watch);
  withHelp(
    command,
    [
      'watch catalogue.csv',
      'watch catalogue.csv --confirm-after 5 --on-change ./notify.sh',
      'watch skus.csv --sites sites.json --history prices.sqlite',
    ],
    `FILE is a CSV file with a column Sku, as for "scrape --skus": Site, Url and similar columns give a row its own site,
ExpectGtin and the other Expect columns describe its product. Target is the price below which you want to be notified.

Each run checks every row once, records the result in the history, and prints what has changed; usually nothing. An
uncertain change is reported once a second check confirms it. An interrupted run continues when it is started again
within 36 hours. Schedule it with cron or similar: see docs/watching.md.

--on-change gets each change as JSON on standard input and in the variables SCRAP_PRICES_SKU, _SITE, _KIND, _FROM, _TO,
_CURRENCY and others. --webhook posts it, signed with the secret in SCRAP_PRICES_WEBHOOK_SECRET.`,
  );
};
