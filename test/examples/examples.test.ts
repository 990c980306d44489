// Runs the examples against a local stack; those for other products with replacements. The Python example is run by
// test/packages/python.test.ts.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { webhookBody } from '../../lambdas/domain/delivery/delivery-body.ts';
import { webhookHeaders, webhookIdOf } from '../../lambdas/domain/delivery/standard-webhooks.ts';
import { packResults } from '../../lambdas/domain/result/result-pack.ts';
import { siteResult } from '../fakes/site-results.ts';
import { useLocalStack } from '../service/stack.ts';

const root = join(import.meta.dirname, '../..');
const examples = join(root, 'examples');
const textOf = (file: string): string => readFileSync(join(examples, file), 'utf8');
const local = useLocalStack();

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'scrap-prices-examples-'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const shopUrl = (): string =>
  local.stack.shops!.sellingSites.find(({ Name }) => Name === 'Kettle & Crown')!.Url!;

/** Replaces shops and product of the examples by local ones. */
const localised = (text: string): string =>
  text
    .replaceAll(/https:\/\/shop-[ab]\.example\/p\/\{sku\}/g, shopUrl())
    .replaceAll('555088-105', local.stack.shops!.sku);

const environment = () => ({
  PATH: process.env.PATH ?? '',
  SCRAP_PRICES_BASE_URL: local.stack.apiUrl,
  SCRAP_PRICES_UID: local.stack.license!.uid,
  SCRAP_PRICES_LICENSE_KEY: local.stack.license!.licenseKey,
});

/** Runs a command of an example in a folder. */
const run = async (command: string, cwd: string): Promise<string> => {
  const { stdout } = await promisify(execFile)('bash', ['-e', '-c', localised(command)], {
    cwd,
    env: environment(),
  });
  return stdout;
};

/** Finds a command in an example's README by its first word. */
const commandOf = (example: string, start: string): string =>
  textOf(`${example}/README.md`)
    .split('\n')
    .find((line) => line.startsWith(start))!;

describe('examples/curl', () => {
  it('prints a completed request', async () => {
    const printed = await run(commandOf('curl', 'sh scrape.sh'), join(examples, 'curl'));
    expect(JSON.parse(printed)).toMatchObject({
      RequestStatus: 2,
      Data: { Sites: [{ Price: { Amount: '1149.00' } }] },
    });
  });
});

const line = () => `Priced\t1149.00 GBP\t${shopUrl().replace('{sku}', local.stack.shops!.sku)}\n`;

describe('examples/node', () => {
  it('prints a line for each shop', async () => {
    await build({
      entryPoints: [join(examples, 'node/scrape.mjs')],
      outfile: join(folder, 'scrape.mjs'),
      bundle: true,
      format: 'esm',
      platform: 'node',
      alias: { '@scrap-prices/client': join(root, 'client/index.ts') },
    });
    expect(await run(commandOf('node', 'node scrape.mjs'), folder)).toBe(line().repeat(2));
  });
});

describe('examples/google-sheets', () => {
  it('fills the rows of a sheet, except empty ones', async () => {
    const rows = [
      [local.stack.shops!.sku, shopUrl()],
      ['', ''],
      [local.stack.shops!.sku, shopUrl()],
    ];
    // Apps Script blocks on each call, and the service under test runs in this thread.
    const worker = new Worker(new URL('apps-script.ts', import.meta.url), {
      workerData: { script: textOf('google-sheets/prices.gs.js'), rows, properties: environment() },
    });
    const [written] = await once(worker, 'message');
    const price = ['Priced', '1149.00', 'GBP', expect.stringMatching(/^\d{4}-/)];
    expect(written).toEqual([price, ['', '', '', ''], price]);
  });
});

describe('examples/slack', () => {
  it('posts the prices of a signed call to the channel, once', async () => {
    const posts: string[] = [];
    let statusOfSlack = 500;
    const slack = createServer(async (request, response) => {
      let text = '';
      for await (const chunk of request.setEncoding('utf8')) text += chunk;
      if (statusOfSlack === 200) posts.push((JSON.parse(text) as { text: string }).text);
      response.writeHead(statusOfSlack).end();
    }).listen(0, '127.0.0.1');
    const unused = createServer().listen(0, '127.0.0.1');
    await Promise.all([once(slack, 'listening'), once(unused, 'listening')]);
    const portOf = (server: typeof slack): number => (server.address() as AddressInfo).port;
    const port = portOf(unused);
    unused.close();
    const secretOf = (byte: number): string => `whsec_${Buffer.alloc(32, byte).toString('base64')}`;
    writeFileSync(join(folder, 'receiver.mjs'), textOf('slack/receiver.mjs'));
    const child = spawn(process.execPath, [join(folder, 'receiver.mjs')], {
      env: {
        PORT: String(port),
        WEBHOOK_SECRET: secretOf(1),
        SLACK_WEBHOOK_URL: `http://127.0.0.1:${portOf(slack)}/`,
      },
      stdio: 'ignore',
    });
    const requestId = '0f8fad5b-d9cb-469f-a165-70867728950e';
    const nowMs = Date.now();
    const groups = new Map([[0, packResults([siteResult({ Name: 'A & <B>' })], 1)]]);
    const times = { queuedAtMs: nowMs, deadlineMs: nowMs + 300_000, lastResultAtMs: nowMs };
    const request = { requestId, uid: 'acme', sku: '555088-105', groupSizes: [1], groups, ...times };
    const body = webhookBody(request, nowMs, 300_000)!;
    const post = async (secret: string, sent: Uint8Array = body, id = webhookIdOf(requestId)) => {
      const headers = webhookHeaders({ id, atMs: nowMs, body: sent, secrets: [secret] });
      for (;;) {
        try {
          return (
            await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: new Uint8Array(sent) })
          ).status;
        } catch (error) {
          // It is still starting.
          if (child.exitCode !== null) throw error;
          await pause(50);
        }
      }
    };
    try {
      expect(await post(secretOf(2))).toBe(400);
      // Slack is unavailable: the service must retry.
      expect(await post(secretOf(1))).toBe(503);
      statusOfSlack = 200;
      expect([await post(secretOf(1)), await post(secretOf(1))]).toEqual([204, 204]);
      expect(posts).toEqual(['*555088-105*\n• A &amp; &lt;B&gt;: 1226.00 EUR']);
      const euros = (Amount: string) => ({ Amount, Currency: 'EUR' });
      const change = { Sku: 'K-1', Title: 'Kettle', Kind: 'Price', From: euros('40'), To: euros('30') };
      const target = {
        Sku: 'K-1',
        Title: null,
        Kind: 'BelowTarget',
        Price: euros('30'),
        Target: euros('35'),
      };
      for (const [type, data] of [
        [
          'scrap_prices.changed',
          {
            Watch: 'kitchen',
            Changes: [
              { ...change, Name: 'A' },
              { ...target, Name: 'B' },
            ],
          },
        ],
        ['scrap_prices.price_changed', { ...change, Site: 'A' }],
        ['scrap_prices.later', {}],
      ]) {
        const sent = Buffer.from(JSON.stringify({ type, timestamp: new Date(nowMs).toISOString(), data }));
        expect(await post(secretOf(1), sent, `msg_${type}`)).toBe(204);
      }
      expect(posts.slice(1)).toEqual([
        '*kitchen*\n• Kettle at A: 40 EUR to 30 EUR\n• K-1 at B: 30 EUR, below 35 EUR',
        '• Kettle at A: 40 EUR to 30 EUR',
      ]);
    } finally {
      child.kill();
      slack.close();
    }
  });
});
