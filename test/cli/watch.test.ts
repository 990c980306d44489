// The command line against the service's watches, on a simulated clock.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readWatchedProducts } from '../../cli/watched-products.ts';
import { type LocalStack, startLocalStack } from '../../local/stack.ts';
import { clientOf, nextRunOf } from '../watch-runs.ts';
import { cleanEnvironment, runCli, runInTerminal, temporaryFolder } from './run-cli.ts';
import { productPage, startShop } from './shop.ts';

/** The shop's price of each product; a number is a status. */
const prices = new Map<string, string | number>();

/** A title that would do harm wherever it is taken for more than a text. */
const hostileTitle = '\u001b[31m=cmd|calc\n</script>';

let stack: LocalStack;
let shop: Awaited<ReturnType<typeof startShop>>;
beforeAll(async () => {
  shop = await startShop((request, response) => {
    const price = prices.get((request.url ?? '').slice('/p/'.length));
    if (typeof price !== 'string') return void response.writeHead(price ?? 404).end();
    const [, sku = ''] = /^\/p\/(.*)$/.exec(request.url ?? '') ?? [];
    response.setHeader('Content-Type', 'text/html').end(productPage(sku, price, hostileTitle));
  });
  stack = await startLocalStack({ allowedTargets: [shop.host], settings: { watches: true } });
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
  const site = { Name: 'Shop', Url: `http://${shop.host}/p/{sku}`, RenderMode: 'Http' };
  writeFileSync(sites, JSON.stringify([site]));
  const env = {
    ...cleanEnvironment(folder),
    SCRAP_PRICES_BASE_URL: stack.apiUrl,
    SCRAP_PRICES_UID: stack.license!.uid,
    SCRAP_PRICES_LICENSE_KEY: stack.license!.licenseKey,
  };
  const args = ['watch', file, '--sites', sites, '--schedule', 'rate(15 minutes)'];
  return { args, env, [Symbol.dispose]: remove };
};

/** Passes the time of each watch's next run once the command waits for it. */
const runOnce = async (it: ReturnType<typeof setUp>, names: readonly string[], ...more: string[]) => {
  const client = clientOf(stack);
  const putAt = new Map((await client.watches()).Watches.map(({ Name, UpdatedAt }) => [Name, UpdatedAt]));
  const ended = runCli([...it.args, '--once', ...more], it);
  const isPut = async (): Promise<boolean> => {
    const { Watches } = await client.watches();
    return names.every((name) =>
      Watches.some(({ Name, UpdatedAt }) => Name === name && UpdatedAt !== putAt.get(name)),
    );
  };
  await expect.poll(isPut, { timeout: 60_000 }).toBe(true);
  for (const name of names) await nextRunOf(stack, name);
  return ended;
};

describe('watch', () => {
  test('puts a watch for each product, prints what changes, and exits with its own codes', async () => {
    using it = setUp(['w-1,95.00', 'w-2']);
    const names = ['w-1', 'w-2'];
    prices.set('w-1', '100.00').set('w-2', '1349.00');
    expect(await runOnce(it, names)).toEqual({ code: 0, stdout: '', stderr: expect.any(String) });
    expect((await clientOf(stack).watch('w-1')).When).toEqual({ Below: { Amount: '95.00' } });

    prices.set('w-1', 403).set('w-2', '1099.00');
    const cheaper = await runOnce(it, names);
    expect(cheaper).toMatchObject({
      code: 0,
      stdout: 'w-2: Shop 1,349.00 to 1,099.00 EUR, lowest so far, in stock\n',
    });

    prices.set('w-1', '94.99');
    const below = await runOnce(it, names, '--json');
    expect(below.code).toBe(9);
    const reported = below.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(reported).toEqual(
      ['Price', 'BelowTarget'].map((Kind) => expect.objectContaining({ Watch: 'w-1', Sku: 'w-1', Kind })),
    );

    prices.set('w-1', 403).set('w-2', 500);
    expect(await runOnce(it, names)).toMatchObject({ code: 3, stdout: '' });
  });

  test('says on Ctrl-C that the watch stays, and the history shows what it saw', async () => {
    using it = setUp(['t-1']);
    prices.set('t-1', '20.00');
    let isPressed = false;
    const following = runInTerminal(it.args, it.env, { to: '1 of 1 site read', with: '\u0003' }, (screen) => {
      if (isPressed || !screen.includes('Press Ctrl-C')) return;
      isPressed = true;
      void nextRunOf(stack, 't-1');
    });
    const { code, screen } = await following;
    expect(code).toBe(130);
    expect(screen).toContain('To remove one: scrap-prices watches delete t-1');
    expect((await clientOf(stack).watch('t-1')).LastRun).toMatchObject({ Ended: 'Completed' });
    const history = await runInTerminal(['history', 't-1'], it.env);
    expect(history.screen).toContain('1 of 1 priced');
  });

  test('starts a service of its own if none is named, whose watches outlive it', async () => {
    const { folder, [Symbol.dispose]: remove } = temporaryFolder();
    using _ = { [Symbol.dispose]: remove };
    const file = join(folder, 'links.csv');
    writeFileSync(file, 'https://shop.example/p/kettle\n');
    const env = cleanEnvironment(folder);
    const args = ['watch', file, '--data', join(folder, 'data')];
    const { code, screen } = await runInTerminal(args, env, { to: 'Press Ctrl-C', with: '\u0003' });
    expect(code, screen).toBe(130);
    expect(screen).toMatch(/scrap-prices start --data ".*data"/);
    const again = await startLocalStack({
      dataDir: join(folder, 'data'),
      settings: { watches: true },
    });
    try {
      expect(again.untilNextSchedule()).toBeDefined();
    } finally {
      await again.close();
    }
  });
});

describe('a watched file', () => {
  const products = (rows: readonly string[]) => {
    const { folder, [Symbol.dispose]: remove } = temporaryFolder();
    using _ = { [Symbol.dispose]: remove };
    const file = join(folder, 'catalogue.csv');
    writeFileSync(file, ['Sku,Site,Url,Currency,Target', ...rows].join('\n'));
    return readWatchedProducts(file, []);
  };

  test('makes one product of the rows of a SKU, with its target', async () => {
    expect(
      await products([
        'a-1,One,https://one.example/a,GBP,"12,50"',
        'a-1,Two,https://two.example/a,EUR,',
        'a-1,Two,https://two.example/a,EUR,',
      ]),
    ).toEqual([
      {
        ...{ name: 'a-1', sku: 'a-1', below: { Amount: '12.50', Currency: 'GBP' } },
        sites: [
          { Name: 'One', Url: 'https://one.example/a', Currency: 'GBP' },
          { Name: 'Two', Url: 'https://two.example/a', Currency: 'EUR' },
        ],
      },
    ]);
  });

  test('gives each SKU a name of its own that a watch can have', async () => {
    const skus = ['é/1', 'é 1', '商品', '-x', 'y'.repeat(100)];
    const named = await products(
      skus.map((sku) => `${sku},,https://one.example/${encodeURIComponent(sku)},,`),
    );
    const names = named.map(({ name }) => name);
    expect(new Set(names).size).toBe(skus.length);
    for (const name of names) expect(name).toMatch(/^[a-z\d][\w.-]{0,63}$/i);
  });

  test('is refused if its rows disagree about a target', async () => {
    await expect(
      products(['a,One,https://one.example/a,EUR,9', 'a,Two,https://two.example/a,EUR,8']),
    ).rejects.toThrow(/row 3 and .*row 2 give a different targets/);
  });
});
