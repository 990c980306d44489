// One run of a peer in a process of its own: `FOLDER TIER ORIGIN PAGES PARALLEL [CHROMIUM]`. Prints its figures as JSON.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { readJsonLdWithCheerio } from '../pricing/cheerio-json-ld.ts';

/** As much of Crawlee as is used here; its own types are installed beside it, outside of the project. */
interface Crawlee {
  CheerioCrawler: new (options: object) => { run(urls: readonly string[]): Promise<unknown> };
  PuppeteerCrawler: Crawlee['CheerioCrawler'];
  Configuration: { getGlobalConfig(): { set(name: string, value: unknown): void } };
  log: { setLevel(level: number): void };
}

const [folder = '', tier = '', origin = '', pages = '0', parallel = '1', chromium] = process.argv.slice(2);
const load = createRequire(join(folder, 'package.json'));
const crawlee = load(tier === 'Http' ? '@crawlee/cheerio' : '@crawlee/puppeteer') as Crawlee;
crawlee.log.setLevel(1);
crawlee.Configuration.getGlobalConfig().set('persistStorage', false);
const urls = Array.from(
  { length: Number(pages) },
  (_, index) => `${origin}/${tier === 'Http' ? 'plain' : 'rendered'}/${index}`,
);
let read = 0;
const count = (price: unknown): void => {
  if (!String(price).replace(/\D/g, '').startsWith('12990'))
    throw new Error(`Read "${price}"; expected 129.90.`);
  read += 1;
};
const concurrency = {
  minConcurrency: Number(parallel),
  maxConcurrency: Number(parallel),
  maxRequestRetries: 3,
};

interface OpenPage {
  waitForFunction(text: string): Promise<unknown>;
  $eval(selector: string, read: (element: { textContent: string | null }) => unknown): Promise<unknown>;
}
const crawler =
  tier === 'Http'
    ? new crawlee.CheerioCrawler({
        ...concurrency,
        requestHandler: ({ body }: { body: Buffer | string }) =>
          count(readJsonLdWithCheerio(String(body))?.price),
      })
    : new crawlee.PuppeteerCrawler({
        ...concurrency,
        launchContext: {
          launchOptions: {
            executablePath: chromium,
            args: ['--no-sandbox', '--headless=shell'],
            headless: 'shell',
          },
        },
        requestHandler: async ({ page }: { page: OpenPage }) => {
          await page.waitForFunction('/\\d/.test(document.getElementById("price").textContent)');
          count(await page.$eval('#price', ({ textContent }) => textContent));
        },
      });
const startedAt = performance.now();
await crawler.run(urls);
const seconds = (performance.now() - startedAt) / 1_000;
const { user, system } = process.cpuUsage();
if (read !== urls.length) throw new Error(`${read} pages of ${urls.length} were read.`);
process.stdout.write(`\n${JSON.stringify({ pages: read, seconds, cpuMs: (user + system) / 1_000 })}\n`);
process.exit();
