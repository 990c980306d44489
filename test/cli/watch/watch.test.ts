import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type LocalStack, startLocalStack } from '../../../local/stack.ts';
import { cleanEnvironment, mainFile, runCli, temporaryFolder } from '../run-cli.ts';
import { productPage, startShop } from '../shop.ts';

/** The shop's price of each product; a number is a status. */
const prices = new Map<string, string | number>();
const requested: string[] = [];
/** Called when a held product is requested, with a function that releases the response. */
const held = new Map<string, (answer: () => void) => void>();

/** A title that would do harm wherever it was taken for more than a text. */
const hostileTitle = '$(touch pwned) `touch pwned`"; touch pwned; \u001b[31m=cmd|calc\n</script>';

let stack: LocalStack;
let shop: Awaited<ReturnType<typeof startShop>>;
beforeAll(async () => {
  shop = await startShop((request, response) => {
    const [, sku = ''] = /^\/p\/(.*)$/.exec(request.url ?? '') ?? [];
    const price = prices.get(sku);
    if (price === undefined) return void response.writeHead(404).end();
    requested.push(sku);
    const answer = () => {
      if (typeof price === 'number') response.writeHead(price).end();
      else response.setHeader('Content-Type', 'text/html').end(productPage(sku, price, hostileTitle));
    };
    const hold = held.get(sku);
    held.delete(sku);
    if (hold) hold(answer);
    else answer();
  });
  stack = await startLocalStack({ allowedTargets: [shop.host] });
});
afterAll(async () => {
  await stack?.close();
  shop?.close();
});

const setUp = (rows: readonly string[]) => {
  const { folder, [Symbol.dispose]: remove } = temporaryFolder();
  const file = join(folder, 'catalogue.csv');
  const sites = join(folder, 'sites.json');
  writeFileSync(file, ['Sku,Target', ...rows].join('\n'));
  writeFileSync(
    sites,
    JSON.stringify([{ Name: 'Shop', Url: `http://${shop.host}/p/{sku}`, RenderMode: 'Http' }]),
  );
  const env = {
    ...cleanEnvironment(folder),
    SCRAP_PRICES_BASE_URL: stack.apiUrl,
    SCRAP_PRICES_UID: stack.license!.uid,
    SCRAP_PRICES_LICENSE_KEY: stack.license!.licenseKey,
  };
  return {
    folder,
    env,
    args: ['watch', file, '--sites', sites],
    history: join(folder, '.local/state/scrap-prices/history.sqlite'),
    [Symbol.dispose]: remove,
  };
};

describe('a watch', () => {
  test('reports each change once, and exits with its own code below a target', async () => {
    using it = setUp(['w-1,95.00', 'w-2']);
    prices.set('w-1', '100.00').set('w-2', '1349.00');
    expect(await runCli(it.args, it)).toEqual({
      code: 0,
      stdout: '',
      stderr: expect.stringMatching(/recorded for the first time/),
    });
    expect(statSync(it.history).mode & 0o777).toBe(0o600);

    prices.set('w-1', 403).set('w-2', '1099.00');
    const cheaper = await runCli(it.args, it);
    expect(cheaper).toEqual({
      code: 0,
      stdout: 'w-2: Shop 1,349.00 to 1,099.00 EUR, lowest so far, in stock\n',
      stderr: '',
    });

    prices.set('w-1', '94.99');
    const below = await runCli([...it.args, '--json'], it);
    expect(below.code).toBe(9);
    const reported = below.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const common = { Sku: 'w-1', Site: 'Shop', Url: `http://${shop.host}/p/w-1`, Of: [{}], LowestInDays: 0 };
    expect(reported).toEqual([
      expect.objectContaining({
        ...common,
        Kind: 'Price',
        From: { Amount: '100.00', Currency: 'EUR' },
        To: { Amount: '94.99', Currency: 'EUR' },
      }),
      expect.objectContaining({
        ...common,
        Kind: 'BelowTarget',
        Price: { Amount: '94.99', Currency: 'EUR' },
        Target: { Amount: '95.00', Currency: 'EUR' },
      }),
    ]);

    prices.set('w-1', 403).set('w-2', 500);
    const none = await runCli(it.args, it);
    expect(none).toMatchObject({ code: 3, stdout: '' });
    expect(none.stderr).toBe(
      'None of the 2 gave a price to compare; "scrap-prices scrape --skus" explains why.\n',
    );
  });

  test('repeats each change until a command and a signed webhook accept it', async () => {
    using it = setUp(['h-1']);
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    const calls: { headers: IncomingHttpHeaders; body: string }[] = [];
    let status = 500;
    const receiver = await startShop(async (request, response) => {
      calls.push({ headers: request.headers, body: await text(request) });
      response.writeHead(status, status === 302 ? { Location: '/elsewhere' } : {}).end('x');
    });
    const out = join(it.folder, 'reported');
    const env = { ...it.env, SCRAP_PRICES_WEBHOOK_SECRET: secret, OUT: out };
    const command = `cat >> "$OUT" && env | grep ^SCRAP_PRICES | sort >> "$OUT"; exit $(cat ${join(it.folder, 'code')})`;
    writeFileSync(join(it.folder, 'code'), '7');
    const args = [...it.args, '--on-change', command, '--webhook', `http://${receiver.host}/hook`];
    prices.set('h-1', '20.00');
    expect(await runCli(args, { env })).toEqual({
      code: 0,
      stdout: '',
      stderr: expect.stringMatching(/recorded for the first time/),
    });

    prices.set('h-1', '15.00');
    const refused = await runCli(args, { env });
    expect(refused.code).toBe(6);
    expect(refused.stdout).toBe('h-1: Shop 20.00 to 15.00 EUR, lowest so far, in stock\n');
    expect(refused.stderr).toBe(
      'The command of --on-change ended with 7; expected 0.\n' +
        `The webhook at http://${receiver.host} responded 500; expected 2xx.\n` +
        'error: 2 changes not delivered; the next run tries again.\n',
    );

    writeFileSync(join(it.folder, 'code'), '0');
    status = 302;
    const redirected = await runCli(args, { env });
    expect(redirected).toMatchObject({ code: 6, stdout: '' });
    status = 204;
    expect(await runCli(args, { env })).toEqual({ code: 0, stdout: '', stderr: '' });

    const [first, second] = readFileSync(out, 'utf8').split(/(?<=\n)(?=\{)/);
    expect(second).toBe(first);
    const [json = '', ...variables] = first!.trim().split('\n');
    const notice = JSON.parse(json) as { Id: string; At: string; Title: string };
    expect(notice.Title).toContain('$(touch pwned)');
    expect(variables).toEqual([
      `SCRAP_PRICES_AT=${notice.At}`,
      'SCRAP_PRICES_AVAILABILITY=InStock',
      'SCRAP_PRICES_CURRENCY=EUR',
      'SCRAP_PRICES_FROM=20.00',
      `SCRAP_PRICES_ID=${notice.Id}`,
      'SCRAP_PRICES_KIND=Price',
      'SCRAP_PRICES_PART=Page',
      'SCRAP_PRICES_SITE=Shop',
      'SCRAP_PRICES_SKU=h-1',
      'SCRAP_PRICES_TO=15.00',
      `SCRAP_PRICES_URL=http://${shop.host}/p/h-1`,
    ]);
    // Text from a page is never executed.
    expect(readdirSync(it.folder)).not.toContain('pwned');
    expect(existsSync('pwned')).toBe(false);

    expect(calls).toHaveLength(3);
    for (const { headers, body } of calls) {
      const verified = new Webhook(secret).verify(body, headers as Record<string, string>);
      expect(verified).toEqual({ type: 'scrap_prices.price_changed', timestamp: notice.At, data: notice });
      expect(headers['webhook-id']).toBe(notice.Id);
      expect(headers['content-type']).toBe('application/json');
    }
    receiver.close();
  });

  test('leaves the unreported changes of another catalogue to it', async () => {
    using it = setUp(['o-1']);
    const [first, second] = ['first.csv', 'second.csv'].map((name) => join(it.folder, name));
    writeFileSync(first!, 'Sku\no-1\n');
    writeFileSync(second!, 'Sku\no-2\n');
    const out = join(it.folder, 'taken');
    const runOf = (file: string, command: string) =>
      runCli(['watch', file, ...it.args.slice(2), '--on-change', command], it);
    const take = `cat >> '${out}'`;
    const skusTaken = (): string[] =>
      readFileSync(out, 'utf8')
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { Sku: string }).Sku);
    prices.set('o-1', '20.00').set('o-2', '20.00');
    for (const file of [first!, second!]) expect((await runOf(file, 'exit 1')).code).toBe(0);
    prices.set('o-1', '15.00').set('o-2', '15.00');
    expect(await runOf(first!, 'exit 1')).toMatchObject({
      code: 6,
      stderr: expect.stringContaining('1 change not delivered;'),
    });

    expect((await runOf(second!, take)).stdout).toMatch(/^o-2: .*\n$/);
    expect(skusTaken()).toEqual(['o-2']);
    expect(await runOf(first!, take)).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(skusTaken()).toEqual(['o-2', 'o-1']);
  });

  test('resumes after being killed, and reports everything once', async () => {
    const skus = Array.from({ length: 102 }, (_, index) => `k-${index}`);
    // Told at first sight: one that was seen before the kill, and one behind it.
    using it = setUp(skus.map((sku, index) => (index % 101 === 0 ? `${sku},10.50` : sku)));
    for (const sku of skus) prices.set(sku, '10.00');
    const args = [...it.args, '--parallel', '1'];
    const asking = new Promise<() => void>((resolve) => held.set('k-100', resolve));
    const child = spawn(process.execPath, [mainFile, ...args], { env: it.env, stdio: 'ignore' });
    const answer = await asking;
    child.kill('SIGKILL');
    await once(child, 'close');
    answer();

    const rest = await runCli(args, it);
    expect(rest.code).toBe(9);
    expect(rest.stderr).toMatch(/^Continuing an interrupted run: 1 of 2 requests already done\.\n/);
    expect(rest.stdout).toBe(
      ['k-0', 'k-101']
        .map((sku) => `${sku}: Shop 10.00 EUR is below the target 10.50 EUR, in stock\n`)
        .join(''),
    );
    expect(requested.filter((sku) => sku.startsWith('k-')).sort()).toEqual(skus.toSorted());
    expect(readdirSync(join(it.folder, '.local/state/scrap-prices/runs'))).toEqual([]);
  });
});

describe('an invalid watch', () => {
  test.each<[string, string, readonly string[], RegExp]>([
    [
      'a target that is none',
      'Sku,Url,Target\na,https://shop.example/a,cheap\n',
      [],
      /row 2, column Target: "cheap" is not a target price; expected an amount/,
    ],
    [
      'a page that is requested twice for the same product',
      'Sku,Url,Target\na,https://shop.example/a,1\na,https://shop.example/a,2\n',
      [],
      /row 3 and .*row 2 request the same product/,
    ],
    [
      'a webhook without a secret',
      'Sku,Url\na,https://shop.example/a\n',
      ['--webhook', 'https://hooks.example/'],
      /--webhook signs its calls: set SCRAP_PRICES_WEBHOOK_SECRET/,
    ],
    [
      'a history that is none',
      'Sku,Url\na,https://shop.example/a\n',
      ['--history', mainFile],
      /cannot be used as a history: file is not a database/,
    ],
  ])('is %s', async (_name, content, more, message) => {
    using it = setUp([]);
    const file = join(it.folder, 'other.csv');
    writeFileSync(file, content);
    const ended = await runCli(['watch', file, ...more], it);
    expect(ended.stderr).toMatch(message);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
  });
});
