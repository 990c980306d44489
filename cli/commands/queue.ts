import type { Command } from 'commander';
import { type ConnectionOptions, connect, withConnection } from '../connection.ts';
import {
  jsonInPipe,
  type SitesOptions,
  sitesFrom,
  type WebhookOptions,
  wantsJson,
  webhookFrom,
  withSites,
  withWebhook,
} from '../options.ts';

type QueueOptions = SitesOptions &
  ConnectionOptions &
  WebhookOptions & { idempotencyKey?: string; json?: boolean };

const queue = async (sku: string, options: QueueOptions): Promise<void> => {
  const sites = sitesFrom(options);
  const { client } = await connect(options);
  const { idempotencyKey } = options;
  const view = await client.queue(sku, sites, { idempotencyKey, webhook: webhookFrom(options) });
  process.stdout.write(`${wantsJson(options) ? JSON.stringify(view) : view.RequestId}\n`);
};

/** `scrap-prices queue SKU`: queues a request and returns at once. */
export const registerQueue = (program: Command): void => {
  const command = program
    .command('queue')
    .description('Queue a request and print its identifier.')
    .argument('<sku>', 'SKU of the product; replaces {sku} in the sites');
  withConnection(withWebhook(withSites(command)))
    .option('--idempotency-key <key>', 'a request repeated with the same key is queued once')
    .option('--json', jsonInPipe)
    .addHelpText(
      'after',
      `
Examples:
  $ scrap-prices queue 555088-105 --site "https://shop-a.example/p/{sku}"
  $ scrap-prices queue 555088-105 --sites sites.json --idempotency-key order-7 --json | jq -r .RequestId`,
    )
    .action(queue);
};
