import { randomInt } from 'node:crypto';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { ScrapPrices } from '../../client/index.ts';
import { allowTargetPath } from '../../local/operations/operations-pages.ts';
import { startOwnStack } from '../../local/own-stack.ts';
import { startShops } from '../../local/shops/start-shops.ts';
import type { LocalStack } from '../../local/stack.ts';
import { accessFile, keptLocalKey, localKeyFile, readAccessKey } from '../../local/state-files.ts';
import { cleanEnvironment, runCli } from '../cli/run-cli.ts';
import { listeners } from './listeners.ts';

let folder: string;
let variables: Record<string, string>;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'scrap-prices-own-'));
  variables = { XDG_STATE_HOME: join(folder, 'state') };
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Finds enough consecutive free ports for API and shops. */
const findFreePorts = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(20_000, 30_000);
    const running = await startShops(port + 1);
    await running.close();
    if (running.moved.length === 0) return port;
  }
};

const unknownRequest = '0f8fad5b-d9cb-469f-a165-70867728950e';
const isKnown = (stack: LocalStack, licenseKey: string): Promise<boolean> =>
  new ScrapPrices({ baseUrl: stack.apiUrl, uid: 'local', licenseKey }).status(unknownRequest).then(
    () => true,
    (error: { status?: number }) => error.status === 404,
  );

describe('a second start', () => {
  test('has the key and ports of the first, with, without and after deleting its data', async () => {
    const port = await findFreePorts();
    const data = join(folder, 'data');
    const seen: { key: string; sites: unknown }[] = [];
    for (const options of [{ data }, { data }, {}, { data: join(folder, 'other') }]) {
      const complaints: string[] = [];
      const stack = await startOwnStack({ port, ...options }, variables, (text) => complaints.push(text));
      try {
        const first = seen[0]?.key ?? stack.license!.licenseKey;
        expect(await isKnown(stack, first)).toBe(true);
        seen.push({ key: stack.license!.licenseKey, sites: stack.shops!.sellingSites });
        expect(complaints).toEqual([]);
      } finally {
        await stack.close();
      }
    }
    for (const start of seen) expect(start).toEqual(seen[0]);
    expect(readFileSync(localKeyFile(variables), 'utf8').trim()).toBe(seen[0]!.key);
  });
});

describe('the kept key', () => {
  const keyForm = /^sp_live_[\w-]{43}$/;
  test('is random, private and stable', () => {
    const file = localKeyFile(variables);
    const key = keptLocalKey(file);
    expect(key).toMatch(keyForm);
    expect(keptLocalKey(file)).toBe(key);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    chmodSync(file, 0o644);
    expect(keptLocalKey(file)).toBe(key);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(dirname(file))).toEqual(['local-license-key']);
    rmSync(file);
    expect(keptLocalKey(file)).not.toBe(key);
  });

  test.each(['', 'a\n', 'sp_live_short', `sp_live_${'x'.repeat(43)}\nmore`])(
    'replaces the invalid content %j',
    (content) => {
      const file = localKeyFile(variables);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
      const key = keptLocalKey(file);
      expect(key).toMatch(keyForm);
      expect(keptLocalKey(file)).toBe(key);
    },
  );

  test('is the same for concurrent starts', async () => {
    const file = localKeyFile(variables);
    const module = new URL('../../local/state-files.ts', import.meta.url).href;
    const code = `
      const { parentPort, workerData } = require('node:worker_threads');
      import(workerData.module).then(({ keptLocalKey }) => {
        parentPort.postMessage('ready');
        Atomics.wait(new Int32Array(workerData.gate), 0, 0);
        parentPort.postMessage(keptLocalKey(workerData.file));
      });`;
    const gate = new SharedArrayBuffer(4);
    const workers = Array.from(
      { length: 4 },
      () => new Worker(code, { eval: true, workerData: { module, file, gate } }),
    );
    const answers = workers.map((worker) => {
      const ready = Promise.withResolvers<void>();
      const key = new Promise<string>((resolve, reject) => {
        worker.on('message', (message: string) => (message === 'ready' ? ready.resolve() : resolve(message)));
        worker.on('error', reject);
      });
      return { ready: ready.promise, key };
    });
    await Promise.all(answers.map(({ ready }) => ready));
    Atomics.store(new Int32Array(gate), 0, 1);
    Atomics.notify(new Int32Array(gate), 0);
    const keys = await Promise.all(answers.map(({ key }) => key));
    expect(new Set(keys).size).toBe(1);
    expect(keptLocalKey(file)).toBe(keys[0]);
  });
});

test('the access key is in a private file until the stack ends', async () => {
  const stack = await startOwnStack({ port: 0 }, variables, () => {});
  const file = accessFile(variables, new URL(stack.webUrl).port);
  try {
    expect(readAccessKey(file)).toBe(stack.credentials.accessKeyId);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  } finally {
    await stack.close();
  }
  expect(readAccessKey(file)).toBeUndefined();
});

test('a private shop can be scraped once it is allowed, while the service runs', async () => {
  const shop = createServer((_request, response) =>
    response
      .setHeader('Content-Type', 'text/html')
      .end(
        '<script type="application/ld+json">{"@type":"Product","name":"Lamp","sku":"1","offers":{"price":"7.00","priceCurrency":"EUR"}}</script><h1>Lamp</h1><p>€ 7.00</p>',
      ),
  );
  shop.listen(0, '127.0.0.1');
  await new Promise((resolve) => shop.once('listening', resolve));
  const target = `127.0.0.1:${(shop.address() as AddressInfo).port}`;
  const sites = [
    { Url: `http://${target}/`, RenderMode: 'Http' as const },
    { Url: 'http://192.168.0.7:3000/' },
  ];
  try {
    const stack = await startOwnStack(
      { port: 0, listen: '0.0.0.0', allowHost: ['prices.lan'] },
      variables,
      () => {},
    );
    onTestFinished(() => stack.close());
    const scrape = async () => {
      const data = await new ScrapPrices({ baseUrl: stack.apiUrl, ...stack.license! }).scrape('1', sites);
      return data.Sites.map((site) => site.Error?.Message ?? site.Price?.Amount);
    };
    const advice = (of: string) => `To allow it: npx scrap-prices allow-target --local ${stack.webUrl} ${of}`;
    const refused = expect.stringContaining(advice('192.168.0.7:3000'));
    expect(await scrape()).toEqual([expect.stringContaining(advice(target)), refused]);
    const allow = (of: string) =>
      runCli(['allow-target', '--local', stack.webUrl, of], { env: cleanEnvironment(folder, variables) });
    expect(await allow('127.0.0.1')).toMatchObject({ code: 2 });
    const path = `${stack.webUrl}${allowTargetPath}?target=${target}`;
    expect((await fetch(path, { method: 'POST' })).status).toBe(401);
    expect((await scrape())[0]).not.toBe('7.00');
    expect(await allow(target)).toMatchObject({ code: 0, stderr: '' });
    expect(await scrape()).toEqual(['7.00', refused]);
    // Only the requested port listens beyond loopback, and only for the given names.
    const { port } = new URL(stack.webUrl);
    expect(listeners().flatMap((one) => (one.address === '0100007F' ? [] : [one.port]))).toEqual([
      Number(port),
    ]);
    const statusFor = (headers: Record<string, string>): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        request(`${stack.webUrl}/demo.json`, { headers }, (answer) => resolve(answer.resume().statusCode))
          .on('error', reject)
          .end();
      });
    const origin = 'https://prices.lan';
    const tried: Record<string, string>[] = [
      { host: 'Prices.LAN:80' },
      { host: 'prices.lan', origin },
      { host: `127.0.0.1:${port}`, origin },
      { host: `127.0.0.1:${port}`, origin: `https://127.0.0.1:${port}` },
      { host: 'other.lan' },
      { host: 'prices.lan.evil.example' },
      { host: 'prices.lan', origin: 'https://evil.example' },
    ];
    expect(await Promise.all(tried.map(statusFor))).toEqual([200, 200, 403, 403, 421, 421, 403]);
  } finally {
    shop.close();
  }
});
