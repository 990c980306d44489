import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { saveTrials } from '../../cli/commands/sites.ts';
import type { Trial } from '../../cli/page-picture.ts';
import type { SiteResult } from '../../client/index.ts';
import type { PageLoad } from '../../lambdas/web/page-load.ts';
import { siteResult } from '../fakes/site-results.ts';
import { cleanEnvironment, runCli, temporaryFolder } from './run-cli.ts';

const offer =
  '"offers":{"@type":"Offer","price":"1226.00","priceCurrency":"EUR","availability":"https://schema.org/InStock"}';
const markup = `<!doctype html><meta charset="utf-8"><title>Vela Aurelia 3</title>
<link rel="stylesheet" href="/shop.css">
<script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"Vela Aurelia 3","sku":"VELA-A3",${offer}}</script>
<body style="margin-top:1500px"><h1>Vela Aurelia 3</h1><p>UVP <s>1.399,00 €</s></p><p class="price">1.226,00 €</p><button>In den Warenkorb</button>
<img src="http://127.0.0.1:1/private.png"><iframe src="/frame"></iframe><script src="/ran.js"></script>`;

/** A shop that records its requests. */
const startShop = async () => {
  const requested: string[] = [];
  const server = createServer((request, response) => {
    requested.push(request.url ?? '');
    if (request.url?.startsWith('/p/')) response.setHeader('Content-Type', 'text/html').end(markup);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { requested, server, host: `127.0.0.1:${(server.address() as AddressInfo).port}` };
};

const isPng = (file: string): boolean => readFileSync(file).subarray(1, 4).toString('latin1') === 'PNG';

test('sites check --save saves the page, a screenshot with the price outlined, and the result', async () => {
  using it = temporaryFolder();
  const shop = await startShop();
  try {
    const file = join(it.folder, 'sites.json');
    writeFileSync(
      file,
      JSON.stringify([
        { Name: 'Shop: A/../B', Url: `http://${shop.host}/p/{sku}` },
        { Name: 'Gone', Url: 'http://10.0.0.1/' },
      ]),
    );
    const folder = join(it.folder, 'kept');
    const args = ['sites', 'check', file, '--sku', 'VELA-A3', '--allow-target', shop.host, '--save', folder];
    const ended = await runCli(args, { env: cleanEnvironment(it.folder) });
    expect(readdirSync(folder)).toEqual(['01-shop-a-b', '02-gone']);
    const own = join(folder, '01-shop-a-b');
    expect(readFileSync(join(own, 'page.html'), 'utf8')).toBe(markup);
    expect(JSON.parse(readFileSync(join(own, 'result.json'), 'utf8'))).toMatchObject({
      Price: { Amount: '1226.00' },
    });
    expect(isPng(join(own, 'screenshot.png'))).toBe(true);
    expect(ended.stderr).toMatch(/01-shop-a-b: result\.json, page\.html and screenshot\.png\.$/m);
    expect(ended.stderr).toMatch(/02-gone: result\.json; no page was received\.$/m);
    expect(existsSync(join(folder, '02-gone/page.html'))).toBe(false);
    // The picture is of what was read: styles are fetched, the page itself not again, and nothing of it runs.
    expect(shop.requested.filter((path) => path.startsWith('/p/'))).toHaveLength(1);
    expect(shop.requested).toContain('/shop.css');
    expect(shop.requested).not.toContain('/ran.js');
    expect(shop.requested).not.toContain('/frame');
    expect(ended.code).toBe(3);
  } finally {
    shop.server.close();
  }
});

describe('the files of a trial', () => {
  const page = { html: '<p>1' } as PageLoad;
  const trial = (changes: Partial<Trial> = {}): Trial => ({
    site: { Name: 'A' },
    result: siteResult() as SiteResult,
    page,
    ...changes,
  });
  const png = Buffer.from('png');

  test('are in the folder itself for a single trial, with a note if the price is not on the screenshot', async () => {
    using it = temporaryFolder();
    const messages: string[] = [];
    const prices: (readonly string[])[] = [];
    const picture = async (_trial: Trial, given: readonly string[]) => {
      prices.push(given);
      return { png, isOutlined: false };
    };
    await saveTrials(it.folder, [trial()], picture, (sentence) => messages.push(sentence));
    expect(readdirSync(it.folder).toSorted()).toEqual(['page.html', 'result.json', 'screenshot.png']);
    expect(messages).toEqual([expect.stringMatching(/screenshot\.png/)]);
    expect(prices[0]).toContain('1226.00');
  });
});
