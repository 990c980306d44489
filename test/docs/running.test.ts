import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { readSitesFile } from '../../cli/sites.ts';
import { type RequestData, ScrapPrices, type SellingSite } from '../../client/index.ts';
import { callLogLine } from '../../lambdas/api/call-log-middleware.ts';
import { deliveryViewSchema } from '../../lambdas/domain/delivery/delivery-view-schema.ts';
import { resultObject } from '../../lambdas/domain/delivery/result-export.ts';
import { parseQueueRequest } from '../../lambdas/domain/request/queue-request.ts';
import { sellingSiteSchema } from '../../lambdas/domain/site/selling-site.ts';
import { parseWatch } from '../../lambdas/domain/watch/watch-body.ts';
import { watchChangedType, watchChangeSchema } from '../../lambdas/domain/watch/watch-history.ts';
import { parseDeployment } from '../../lib/deployments.ts';
import { readSellingSites } from '../../lib/selling-site-registry.ts';
import { parseSettings, type Settings, settingNames, settingsSchema } from '../../lib/settings.ts';
import { type LocalStack, startLocalStack } from '../../local/stack.ts';
import { requestDataExample } from '../../scripts/openapi/examples.ts';
import { eventually } from '../eventually.ts';
import { clientOf, nextRunOf } from '../watch-runs.ts';
import { documents, root, take, takeOne, textOf } from './code-blocks.ts';
import { tryReceiver } from './try-receiver.ts';

let stack: LocalStack;
beforeAll(async () => {
  stack = await startLocalStack({
    shops: true,
    settings: { watches: true },
  });
});
afterAll(() => stack?.close());

const shopUrl = () => stack.shops!.sellingSites.find(({ Name }) => Name === 'Kettle & Crown')!.Url!;

const searchUrl = () => stack.shops!.sellingSites.find(({ SearchUrl }) => SearchUrl)!.SearchUrl!;

const withFolder = async (work: (folder: string) => Promise<void>): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'scrap-prices-docs-'));
  try {
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Replaces the examples' shops and product by local ones. */
const localised = (code: string): string =>
  code
    .replaceAll(/https:\/\/shop-[ab]\.example\/p\/\{sku\}/g, shopUrl())
    .replaceAll('https://shop-a.example/p/555088-105', shopUrl().replace('{sku}', stack.shops!.sku))
    .replaceAll('https://shop-b.example/search?q={sku}', searchUrl())
    .replaceAll('555088-105', stack.shops!.sku)
    .replaceAll("Currency: 'EUR'", "Currency: 'GBP'");

const variables = () => ({
  PATH: process.env.PATH ?? '',
  ...stack.cliEnv,
  SCRAP_PRICES_BASE_URL: stack.apiUrl,
  SCRAP_PRICES_UID: stack.license!.uid,
  SCRAP_PRICES_LICENSE_KEY: stack.license!.licenseKey,
});

describe('docs/webhooks.md', () => {
  const [body, view] = take('docs/webhooks.md', 'json');
  test('has a body that the service accepts', () => {
    expect(parseQueueRequest(body!, new Map())).toMatchObject({
      request: { webhook: { url: 'https://hooks.example.com/prices' } },
    });
  });

  test('has a view of deliveries as the service returns it', () => {
    expect(deliveryViewSchema.strict().safeParse(JSON.parse(view!)).error).toBeUndefined();
  });

  const [javaScript] = take('docs/webhooks.md', 'js');
  test('has a receiver in JavaScript that accepts only signed calls', () =>
    withFolder(async (folder) => {
      const file = join(folder, 'receiver.mjs');
      writeFileSync(file, javaScript!);
      symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
      await tryReceiver(process.execPath, [file]);
    }));
});

describe('docs/results.md', () => {
  const [, event] = take('docs/results.md', 'json').map((text) => JSON.parse(text));
  const sqls = take('docs/results.md', 'sql');
  const completedEvent = {
    type: 'scrap_prices.completed' as const,
    timestamp: event.CompletedAt,
    data: { RequestId: event.RequestId, RequestStatus: 2 as const, Data: requestDataExample },
  };

  test('queries existing members, in matching tables', () => {
    const line = gunzipSync(resultObject(completedEvent, 'acme')!.body).toString().split('\n')[0]!;
    const members = Object.keys(JSON.parse(line));
    let columns = sqls[1]!.split('PARTITIONED')[0]!;
    for (let before = ''; before !== columns; ) {
      before = columns;
      columns = columns.replaceAll(/<[^<>]*>/g, '');
    }
    const names = [...columns.matchAll(/(\w+)`? (?:string|struct|array)\b/g)].map(([, name]) => name!);
    expect(names).toEqual(expect.arrayContaining(['UID', 'Condition', 'Price', 'Warnings', 'Error']));
    for (const name of names) expect(members).toContain(name);
  });
});

describe('docs/client.md', () => {
  const blocks = take('docs/client.md', 'ts');
  test('has examples that compile and run', async () => {
    expect(blocks).toHaveLength(4);
    await withFolder(async (folder) => {
      const files = blocks.map((code, index) => {
        const file = join(folder, `example-${index}.ts`);
        writeFileSync(file, localised(code));
        return file;
      });
      writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
      writeFileSync(
        join(folder, 'tsconfig.json'),
        JSON.stringify({
          extends: join(root, 'tsconfig.json'),
          compilerOptions: {
            paths: { '@scrap-prices/client': [join(root, 'client/index.ts')] },
            typeRoots: [join(root, 'node_modules/@types')],
          },
          include: [],
          files,
        }),
      );
      const tsc = join(root, 'node_modules/typescript/bin/tsc');
      execFileSync(process.execPath, [tsc, '-p', folder], { stdio: 'pipe', encoding: 'utf8' });
      const outputs = await Promise.all(
        files.map(async (file) => {
          const outfile = file.replace('.ts', '.mjs');
          const alias = { '@scrap-prices/client': join(root, 'client/index.ts') };
          await build({ entryPoints: [file], outfile, bundle: true, format: 'esm', platform: 'node', alias });
          return new Promise<string>((resolve, reject) =>
            execFile(process.execPath, [outfile], { env: variables() }, (error, stdout) =>
              error ? reject(error) : resolve(stdout),
            ),
          );
        }),
      );
      expect(outputs[0]).toBe('Shop A Priced 1149.00 GBP undefined\nShop B Priced 1149.00 GBP undefined\n');
      expect(outputs[1]).toBe('1\n');
      expect(outputs[2]).toMatch(/^(pending|\[)[\s\S]*404 This license has no request/);
    });
  });
});

/** Runs a document's commands in a folder. */
const runner = (folder: string) => {
  // Replaces npx in a clone.
  const npx = join(folder, 'npx');
  writeFileSync(npx, `#!/bin/sh\nshift\nexec "${process.execPath}" "${join(root, 'cli/main.ts')}" "$@"\n`);
  chmodSync(npx, 0o755);
  const env = { ...variables(), HOME: folder, PATH: `${folder}:${process.env.PATH}` };
  return (code: string, input = ''): Promise<string> =>
    new Promise<string>((resolve, reject) => {
      const { stdin } = execFile(
        'bash',
        ['-e', '-c', localised(code)],
        { cwd: folder, env },
        (error, stdout, stderr) =>
          error ? reject(new Error(`${error.message}\n${stdout}\n${stderr}`)) : resolve(stdout),
      );
      // A command that reads no input may have ended.
      stdin?.on('error', () => {});
      stdin?.end(input);
    });
};

const sitesFile = takeOne('docs/selling-sites.md', '{\n  "$schema"');
const atThisStack = (code: string): string => code.replaceAll('--local', `--local ${stack.webUrl}`);

describe('README.md', () => {
  const read = takeOne('README.md', 'curl');
  const [answer] = take('README.md', 'json');

  test('has a call of the API with its actual response', async () => {
    const { uid, licenseKey } = stack.license!;
    const client = new ScrapPrices({ baseUrl: stack.apiUrl, uid, licenseKey });
    const { RequestId } = await client.queue(stack.shops!.sku, [{ Url: shopUrl() }]);
    const shown = JSON.parse(answer!) as { Data: { Sites: { Evidence: object[] }[] } };
    const [site] = shown.Data.Sites;
    site!.Evidence = expect.arrayContaining(site!.Evidence);
    await withFolder((folder) =>
      eventually(async () =>
        expect(JSON.parse(await runner(folder)(read.replace('REQUEST_ID', RequestId)))).toMatchObject({
          ...shown,
          RequestId,
        }),
      ),
    );
  });
});

describe('docs/tutorial.md', () => {
  const here = (code: string): string =>
    atThisStack(code)
      .replaceAll(/http:\/\/127\.0\.0\.1:8788\/espresso\/(\{sku\}|VELA-A3)/g, (_, sku) =>
        shopUrl().replace('{sku}', sku),
      )
      .replace('http://127.0.0.1:8787/prod', stack.apiUrl)
      .replace('SCRAP_PRICES_UID=local', `SCRAP_PRICES_UID=${stack.license!.uid}`)
      .replace('sp_live_…', stack.license!.licenseKey);
  const reasons = takeOne('docs/tutorial.md', 'curl -s http://127.0.0.1:8788');
  const makingShop = takeOne('docs/tutorial.md', 'mkdir shop');
  const ownShop = takeOne('docs/tutorial.md', 'npx scrap-prices allow-target');
  const variablesOfApi = takeOne('docs/tutorial.md', 'export SCRAP_PRICES_BASE_URL');
  const queue = takeOne('docs/tutorial.md', 'curl -s "$SCRAP_PRICES_BASE_URL/api/scrap_prices/queue"');
  const status = takeOne('docs/tutorial.md', 'curl -s "$SCRAP_PRICES_BASE_URL/api/scrap_prices/REQUEST_ID"');

  test('leads to a first price with the command line and the API', async () => {
    await withFolder(async (folder) => {
      const run = runner(folder);
      expect(await run(here(reasons))).toContain('1,149.00');
      await run(makingShop.replace(/^python3 .*$/m, ''));
      const shop = createServer((_request, response) =>
        response.setHeader('Content-Type', 'text/html').end(readFileSync(join(folder, 'shop/LAMP-1.html'))),
      ).listen(0, '127.0.0.1');
      onTestFinished(() => void shop.close());
      await once(shop, 'listening');
      const target = `127.0.0.1:${(shop.address() as AddressInfo).port}`;
      const commands = ownShop
        .replace('allow-target', 'allow-target --local')
        .replaceAll('127.0.0.1:3000', target);
      expect(await run(here(commands))).toMatch(/"Amount": "49.90",\s*"Currency": "EUR"/);
      const { RequestId } = JSON.parse(await run(here(variablesOfApi + queue))) as { RequestId: string };
      const answer = await run(here(variablesOfApi + status.replace('REQUEST_ID', RequestId)));
      expect(JSON.parse(answer)).toMatchObject({
        RequestStatus: 2,
        Data: { Sites: [{ Price: { Amount: '1149.00' } }] },
      });
    });
  });
});

describe('docs/deploy.md', () => {
  const [deployment] = take('docs/deploy.md', 'json');
  const commands = takeOne('docs/deploy.md', 'npm ci');
  test('deploys as the README does, with existing settings', () => {
    expect(commands).toBe(takeOne('README.md', 'npm ci'));
    const name = join(root, 'deployments/prod.json');
    expect(() => parseDeployment(JSON.parse(deployment!), 'prod', name)).not.toThrow();
  });
});

describe('docs/variants.md', () => {
  const [site] = take('docs/variants.md', 'json');
  test('has a selling site that the service accepts', () => {
    expect(sellingSiteSchema.safeParse(JSON.parse(site!)).error).toBeUndefined();
  });
});

describe('docs/cli.md', () => {
  const blocks = take('docs/cli.md', 'sh run');
  const forOperators = takeOne('docs/cli.md', 'npx scrap-prices stats --local');
  test('has commands that run', async () => {
    const [ofLink, ofSku, exported] = blocks;
    await withFolder(async (folder) => {
      const run = runner(folder);
      for (const block of [ofLink, ofSku]) {
        const scraped = JSON.parse(await run(block!)) as RequestData;
        expect(scraped.Sites[0]?.Price?.Amount).toBe('1149.00');
      }
      expect(JSON.parse(await run(exported!))).toMatchObject({ RequestStatus: 0 });
      expect(readFileSync(join(folder, 'prices.csv'), 'utf8')).toMatch(
        /^"Sku","Site",.*\n.*,"Priced",1149\.00,"GBP",/,
      );
    });
  });

  test('has commands for operators that run', async () => {
    await withFolder(async (folder) => {
      const run = runner(folder);
      const output = await run(atThisStack(forOperators));
      expect(output).toMatch(new RegExp(String.raw`^local stack at [\s\S]*Requests[\s\S]*${callLogLine}`));
    });
  });
});

describe('docs/watching.md', () => {
  const [catalogue] = take('docs/watching.md', 'csv');
  const [follow, beginSale, readAndDelete] = take('docs/watching.md', 'sh');
  const [printed] = take('docs/watching.md', 'text');
  const [settings, watch, changed] = take('docs/watching.md', 'json');
  const [putCall] = take('docs/watching.md', 'http');

  test('the account has the settings, accepts the watch, and posts the documented call', () => {
    expect(parseSettings(JSON.parse(settings!) as Record<string, unknown>)).toMatchObject({ watches: true });
    expect(putCall).toBe('PUT /api/watches/aurelia\n');
    const parsed = parseWatch(watch!, new Map(), Date.parse('2026-11-23T00:00:00Z'));
    expect(parsed).toMatchObject({ definition: { schedule: { kind: 'Cron', timeZone: 'Europe/Berlin' } } });
    const notification = JSON.parse(changed!) as { type: string; data: { Changes: object[] } };
    expect(notification.type).toBe(watchChangedType);
    for (const change of notification.data.Changes)
      expect(Object.keys(watchChangeSchema.parse(change))).toEqual(Object.keys(change));
  });

  /** Replaces the demonstration shops by those of this stack. */
  const atTheseShops = (code: string): string =>
    code.replaceAll(/http:\/\/127\.0\.0\.1:(\d+)/g, (_whole, port: string) => {
      const { Url = '', SearchUrl = Url } = stack.shops!.sellingSites[Number(port) - firstShopPort]!;
      return new URL(SearchUrl).origin;
    });
  /** Values of a stack started as documented. */
  const firstShopPort = 8_788;

  test('leads to the printed changes and to their history', async () => {
    await withFolder(async (folder) => {
      writeFileSync(join(folder, 'catalogue.csv'), atTheseShops(catalogue!));
      const run = runner(folder);
      const client = clientOf(stack);
      /** Runs the command that follows until the watch has run. */
      const followOnce = async (): Promise<string> => {
        const before = (await client.watches()).Watches[0]?.UpdatedAt;
        const output = run(atThisStack(follow!.replace(/\n$/, ' --once || test $? = 9\n')));
        const updatedAt = async () => (await client.watches()).Watches[0]?.UpdatedAt;
        await expect.poll(updatedAt, { timeout: 60_000 }).not.toBe(before);
        await nextRunOf(stack, 'VELA-A3');
        return output;
      };
      expect(await followOnce()).toBe('');
      await run(atTheseShops(beginSale!));
      expect(await followOnce()).toBe(printed);
      const output = await run(atThisStack(readAndDelete!));
      expect(output).toContain('"BelowTarget"');
      expect((await client.watches()).Watches).toEqual([]);
    });
  });
});

describe('docs/selling-sites.md', () => {
  const byName = takeOne('docs/selling-sites.md', '{ "Sku"');
  const selectors = takeOne('docs/selling-sites.md', '{\n  "Price"');

  test('has a valid file of sites, which a deployment accepts', async () => {
    await withFolder(async (folder) => {
      const file = join(folder, 'sites.json');
      writeFileSync(file, sitesFile);
      expect(readSitesFile(file).map(({ Name }) => Name)).toEqual(['Shop A', 'Shop B']);
      expect(readSellingSites(file).SellingSites).toHaveLength(2);
    });
  });

  test('has a call by name that a deployment with the file accepts', () => {
    const registered = (JSON.parse(sitesFile) as { SellingSites: SellingSite[] }).SellingSites;
    const body = { Authorization: { LicenseKey: 'key', UID: 'acme' }, Data: JSON.parse(byName) };
    const registry = new Map(registered.map((site) => [site.Name!, site]));
    expect(parseQueueRequest(JSON.stringify(body), registry)).toHaveProperty('request');
    expect(parseQueueRequest(JSON.stringify(body), new Map())).toHaveProperty('violations');
  });

  test('has selectors that a selling site accepts', () => {
    const site = { Url: 'https://shop-a.example/p/{sku}', Selectors: JSON.parse(selectors) };
    expect(sellingSiteSchema.safeParse(site)).toMatchObject({ success: true, data: site });
  });
});

/** Finds settings in a text, e.g. `"stage": "dev"`. */
const settingsIn = (text: string): [name: string, value: unknown][] =>
  [...text.matchAll(/`"(\w+)": ([^`]+)`/g)].map(([, name = '', value = '']): [string, unknown] => [
    name,
    JSON.parse(value),
  ]);

describe('docs/settings.md', () => {
  const files = take('docs/settings.md', 'json');
  test('has valid files of deployments', () => {
    expect(files).toHaveLength(2);
    for (const file of files) {
      const name = join(root, 'deployments/example.json');
      expect(() => parseDeployment(JSON.parse(file), 'example', name)).not.toThrow();
    }
  });
});

describe('every document', () => {
  const everywhere = documents.map((document) => [document, textOf(document)] as const);

  test('names existing settings with valid values', () => {
    for (const [document, text] of everywhere) {
      for (const [name, value] of settingsIn(text)) {
        const said = `${document}: ${name}=${String(value)}`;
        expect(settingNames, said).toContain(name);
        expect(settingsSchema.shape[name as keyof Settings].safeParse(value).error, said).toBeUndefined();
      }
      // The next deployment would not have it.
      expect(text, document).not.toMatch(/cdk deploy .*-c (?!deployment=|drop=)\w+=/);
    }
  });

  test('names existing commands', () => {
    const help = execFileSync(process.execPath, [join(root, 'cli/main.ts'), '--help'], { encoding: 'utf8' });
    const commands = [...help.matchAll(/^ {2}([a-z-]+)\b/gm)].map(([, name]) => name);
    for (const [, text] of everywhere) {
      for (const [, name] of text.matchAll(/(?:npx |`)scrap-prices ([a-z-]+)/g)) {
        expect([...commands, 'complete']).toContain(name);
      }
    }
  });

  test('links to existing files and headings', () => {
    const anchorsOf = (document: string): string[] =>
      [...textOf(document).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
        title
          .toLowerCase()
          .replaceAll(/[^\w\- ]/g, '')
          .replaceAll(' ', '-'),
      );
    for (const [document, text] of everywhere) {
      for (const [, target = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
        if (/^https?:/.test(target)) continue;
        const [path = '', anchor] = target.split('#');
        const file = path === '' ? document : join(dirname(document), path);
        expect(existsSync(join(root, file)), `${document} links to ${target}`).toBe(true);
        if (anchor) expect(anchorsOf(file), `${document} links to ${target}`).toContain(anchor);
      }
    }
  });
});
