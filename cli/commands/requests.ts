import type { Command } from 'commander';
import { RequestFailedError } from '../../client/index.ts';
import { createSiteCount, showProgress } from '../../terminal/progress.ts';
import { print } from '../../terminal/streams.ts';
import { type ConnectionOptions, connect, withConnection } from '../connection.ts';
import { exitCodes, UsageError } from '../exit-codes.ts';
import {
  type FormatOptions,
  formatFrom,
  jsonInPipe,
  type SitesOptions,
  type WebhookOptions,
  wantsJson,
  webhookFrom,
  withFormats,
  withHelp,
  withSites,
  withWebhook,
} from '../options.ts';
import { printResults } from '../output/results.ts';
import { pairsFrom } from '../products.ts';
import { inBatches } from '../run/journal.ts';

interface QueueOptions extends SitesOptions, ConnectionOptions, WebhookOptions {
  idempotencyKey?: string;
  json?: boolean;
}

const queue = async (given: readonly string[], options: QueueOptions): Promise<void> => {
  const [order, ...others] = inBatches(pairsFrom(given, options));
  if (others.length > 0) throw new UsageError('These are too many sites for one request; use "scrape".');
  const { sku, sites } = order!;
  const { client } = await connect(options);
  const { idempotencyKey } = options;
  const view = await client.queue(sku, sites, { idempotencyKey, webhook: webhookFrom(options) });
  process.stdout.write(`${wantsJson(options) ? JSON.stringify(view) : view.RequestId}\n`);
};

export const registerQueue = (program: Command): void => {
  const command = program
    .command('queue')
    .description('Queue a request and print its identifier.')
    .argument('<link-or-sku...>', 'links of product pages, or one SKU, which replaces {sku} in the sites');
  withConnection(withWebhook(withSites(command)))
    .option('--idempotency-key <key>', 'a request repeated with the same key is queued once')
    .option('--json', jsonInPipe)
    .action(queue);
  withHelp(command, [
    'queue 555088-105 --site "https://shop-a.example/p/{sku}"',
    'queue 555088-105 --sites sites.json --idempotency-key order-7 --json | jq -r .RequestId',
  ]);
};

type StatusOptions = ConnectionOptions & FormatOptions & { wait?: boolean };

const status = async (id: string, options: StatusOptions): Promise<void> => {
  const { client } = await connect(options);
  const format = formatFrom(options);
  if (options.wait) {
    const { onProgress, onWait, note } = createSiteCount();
    const results = client.results(id, { onProgress, onWait });
    await showProgress([
      { title: id, note, done: results.then(() => ({ text: 'completed', isFine: true })) },
    ]);
    return printResults([await results], format, false);
  }
  const view = await client.status(id);
  if (view.RequestStatus === 1 && format !== 'json') throw new RequestFailedError(id);
  if (view.RequestStatus === 1) process.exitCode = exitCodes.requestFailed;
  if (view.RequestStatus === 2 && format !== 'json') return printResults([view.Data], format, false);
  const { Done, Sites } = (view.RequestStatus === 0 && view.Progress) || {};
  print(format === 'json', view, () =>
    Sites === undefined ? 'Pending' : `Pending, ${Done} of ${Sites} sites done`,
  );
};

export const registerStatus = (program: Command): void => {
  const command = program
    .command('status')
    .description('Show the status of a request, and its results once it is completed.')
    .argument('<request-id>', 'identifier printed by "queue"');
  withFormats(withConnection(command)).option('-w, --wait', 'wait for completion').action(status);
  withHelp(command, [
    'status 0f8fad5b-d9cb-469f-a165-70867728950e',
    'status 0f8fad5b-d9cb-469f-a165-70867728950e --wait --csv',
  ]);
};
