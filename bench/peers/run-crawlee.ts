// One run of Crawlee in its own process: `FOLDER TIER PORT HOSTS PAGES PARALLEL [CHROMIUM]`. Prints its figures as JSON.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { readJsonLdOf } from '../pricing/cheerio-json-ld.ts';
import { originOf } from './hosts.ts';
import { createRunClock } from './run-clock.ts';

/** The used part of Crawlee's types, which are installed outside the project. */
interface Crawlee {
  CheerioCrawler: new (options: object) => { run(urls: readonly string[]): Promise<unknown> };
  PuppeteerCrawler: Crawlee['CheerioCrawler'];
  Configuration: { getGlobalConfig(): { set(name: string, value: unknown): void } };
  log: { setLevel(level: number): void };
}

const [folder = '', tier = '', port = '', hosts = '1', pages = '0', parallel = '1', chromium] =
  process.argv.slice(2);
const load = createRequire(join(folder, 'package.json'));
const crawlee = load(tier === 'Http' ? '@crawlee/cheerio' : '@crawlee/puppeteer') as Crawlee;
crawlee.log.setLevel(1);
crawlee.Configuration.getGlobalConfig().set('persistStorage', false);
const urls = Array.from(
  { length: Number(pages) },
  (_, index) => `${originOf(port, index, Number(hosts))}/${tier === 'Http' ? 'plain' : 'rendered'}/${index}`,
);
const clock = createRunClock(urls.length);
const count = (price: unknown): void => {
  if (!String(price).replace(/\D/g, '').startsWith('12990'))
    throw new Error(`Read "${price}"; expected 129.90.`);
  clock.read();
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
        // The crawler has already loaded the page.
        requestHandler: ({ $ }: { $: Parameters<typeof readJsonLdOf>[0] }) => count(readJsonLdOf($)?.price),
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
clock.start();
await crawler.run(urls);
process.stdout.write(`\n${JSON.stringify(clock.figures())}\n`);
process.exit();
