import { type Command, InvalidArgumentError } from 'commander';
import type { SellingSite } from '../../client/index.ts';
import { wait } from '../../client/waiting.ts';
import { webhookSchema } from '../../lambdas/domain/webhook.ts';
import { type ConnectionOptions, connect, withConnection } from '../connection.ts';
import { exitCodes, exitCodesHelp, UnavailableError, UsageError } from '../exit-codes.ts';
import {
  expecting,
  parallelOption,
  type SitesOptions,
  sitesFrom,
  spanFrom,
  spanOption,
  webhookSecretVariable,
  withSites,
} from '../options.ts';
import { isScreen } from '../output/colors.ts';
import { counted } from '../output/counted.ts';
import { tell } from '../output/tell.ts';
import { interruptible } from '../run/interruptible.ts';
import type { Receiver } from '../watch/hand-over.ts';
import { historyFileOf, openHistory } from '../watch/history-file.ts';
import { confirmAfterMs } from '../watch/look.ts';
import { channelsOf, type Told, tellChanges } from '../watch/tell-changes.ts';
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

/** @throws UsageError where the address or the secret is none. No argument takes the secret: `ps` would show it. */
const receiverFrom = (url: string | undefined): Receiver | undefined => {
  if (url === undefined) return undefined;
  const secret = process.env[webhookSecretVariable];
  if (secret === undefined || secret === '') {
    throw new UsageError(
      `--webhook signs what it posts: set ${webhookSecretVariable} to the secret that its receiver has. This makes one:\n  ${makeSecret}`,
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

/** A number of minutes, or a span as other options take it. */
const confirmAfterFrom = (text: string): number => {
  const spanMs = spanFrom(/^\d{1,5}$/.test(text.trim()) ? `${text.trim()} min` : text);
  if (spanMs >= confirmAfterMs) return spanMs;
  throw new InvalidArgumentError(
    'Expected a minute at least: what a cache of the shop holds would be seen twice.',
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

const summaryText = (
  pairs: readonly WatchedPair[],
  { read, unread }: WatchCount,
  { notices }: Told,
): string => {
  const none = unread === 0 ? '' : `, ${unread} gave nothing to compare`;
  return `${pairs.length} watched: ${read} read${none}; ${counted(notices.length, 'change')}.`;
};

const endCode = ({ notices }: Told, count: WatchCount | undefined): number => {
  if (notices.some(({ Kind }) => Kind === 'BelowTarget')) return exitCodes.belowTarget;
  return count?.read === 0 ? exitCodes.incomplete : exitCodes.ok;
};

const watch = async (file: string, options: WatchCommandOptions): Promise<void> => {
  if (options.onChange?.trim() === '') throw new UsageError('--on-change: expected a command, and got none.');
  const pairs = await pairsFrom(file, options);
  const receiver = receiverFrom(options.webhook);
  const connection = await connect(options, { maxWaitSeconds: options.maxWait / 1_000 });
  using history = openHistory(options.history ?? historyFileOf(process.env));
  const telling = {
    history,
    pairs,
    isJson: options.json ?? false,
    command: options.onChange,
    receiver,
    now: Date.now,
  };
  const showsProgress = isScreen(process.stderr);
  await interruptible('Interrupted; the same command goes on from there.', async (signal) => {
    let count: WatchCount | undefined;
    let told: Told;
    try {
      count = await watchOnce({
        connection,
        history,
        pairs,
        channels: channelsOf({ command: options.onChange, receiver }),
        parallel: options.parallel,
        confirmAfterMs: options.confirmAfter,
        state: options.state,
        signal,
        now: Date.now,
        wait,
        showsProgress,
      });
    } finally {
      // What was found before something went wrong is no less true.
      told = await tellChanges({ ...telling, signal });
      process.exitCode = endCode(told, count);
    }
    if (showsProgress) tell(summaryText(pairs, count, told));
    if (count.read === 0)
      tell(`None of ${pairs.length} gave anything to compare; "scrap-prices scrape --skus" tells why.`);
    if (told.notTaken > 0 && process.exitCode === exitCodes.ok) {
      throw new UnavailableError(
        `Not taken: ${counted(told.notTaken, 'change')}; handed over again at the next run.`,
      );
    }
  });
};

const help = `
FILE is CSV with a column Sku, as "scrape --skus" takes it: Site, Url and their
like give a row its own site, ExpectGtin and its like say what its product must
be. Target is the price below which you want to hear of it.

Each run looks once at each row, keeps what it saw in the history, and prints
what has changed since: nothing, mostly. A change that the page does not show
for certain is told when a second look has seen it too. A run that was stopped
goes on where it was when it is started again within a day and a half. Let cron
or its like start it: see docs/watching.md.

Each change goes to the COMMAND of --on-change as JSON on standard input and in
SCRAP_PRICES_SKU, _SITE, _KIND, _FROM, _TO, _CURRENCY and others; to --webhook it
is posted, signed with the secret in SCRAP_PRICES_WEBHOOK_SECRET.

Examples:
  $ scrap-prices watch catalogue.csv
  $ scrap-prices watch catalogue.csv --confirm-after 5 --on-change ./tell.sh
  $ scrap-prices watch skus.csv --sites sites.json --history prices.sqlite
`;

/** `scrap-prices watch FILE`: looks, remembers, tells what has changed. */
export const registerWatch = (program: Command): void => {
  const command = program
    .command('watch')
    .description('Look at the prices of a catalogue once, and tell what has changed since the last time.')
    .argument('<file>', 'CSV file of what to watch; "-" is standard input');
  withConnection(withSites(command))
    .option('--history <file>', 'where prices are kept (default: ~/.local/state/scrap-prices/history.sqlite)')
    .option('--on-change <command>', 'run for each change, with JSON on its standard input')
    .option('--webhook <url>', 'post each change there, signed')
    .option(
      '--confirm-after <minutes>',
      'look again after so long at what is not certain (default: at the next run)',
      confirmAfterFrom,
    )
    .option('--json', 'one line of JSON for each change')
    .addOption(parallelOption('requests at the same time'))
    .addOption(spanOption('--max-wait <span>', 'how long to wait for a quota to be free again', 120_000))
    .option('--state <file>', 'where the run is kept until it is done')
    .addHelpText('after', help + exitCodesHelp)
    .action(watch);
};
