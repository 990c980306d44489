import type { Command } from 'commander';
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

/** `scrap-prices queue SKU`: queues and returns at once. */
export const registerQueue = (program: Command): void => {
  const command = program
    .command('queue')
    .description('Queue a request and print its identifier.')
    .argument('<sku>', 'SKU of the product; replaces {sku} in the sites');
  withConnection(withWebhook(withSites(command)))
    .option('--idempotency-key <key>', 'a request repeated with the same key is queued once')
    .option('--json', "print the service's JSON (default in a pipe)")
    .addHelpText(
      'after',
      `
Examples:
  $ scrap-prices queue 555088-105 --site "https://shop-a.example/p/{sku}"
  $ scrap-prices queue 555088-105 --sites sites.json --idempotency-key order-7 --json | jq -r .RequestId
${exitCodesHelp}`,
    )
    .action(
      async (
        sku: string,
        options: SitesOptions &
          ConnectionOptions &
          WebhookOptions & { idempotencyKey?: string; json?: boolean },
      ) => {
        const sites = sitesFrom(options);
        const { client } = await connect(options);
        const view = await client.queue(sku, sites, {
          idempotencyKey: options.idempotencyKey,
          webhook: webhookFrom(options, process.env),
        });
        const isJson = wantsJson(options);
        process.stdout.write(isJson ? `${JSON.stringify(view)}\n` : `${view.RequestId}\n`);
      },
    );
};
