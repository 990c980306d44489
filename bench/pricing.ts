/**
 * `npm run bench -- pricing [FOLDER]`: measures extraction on saved pages (*.html, *.html.gz) of a folder (or `PAGES`)
 * and on generated ones, and compares it with reading only JSON-LD through cheerio. Writes bench/results/pricing.txt.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { extractOffer } from '../lambdas/pricing/extract-offer.ts';
import { parsePriceText } from '../lambdas/pricing/text/parse-price-text.ts';
import { installTools } from '../scripts/install-tools.ts';
import { type LoadedPage, readJsonLdOf } from './pricing/cheerio-json-ld.ts';
import { generateListPage } from './pricing/list-page.ts';
import { generateProductPage } from './product-page.ts';

interface Page {
  html: string;
  url: string;
}

const lines: string[] = [];
const print = (line = ''): void => {
  lines.push(line);
  console.log(line);
};

/** Measures the processor time of repeated calls, ms. */
const cpuTimes = (work: () => unknown, rounds: number): number[] =>
  Array.from({ length: rounds }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  });

/** Median of several calls, to exclude garbage collection. */
const cpuMs = (work: () => unknown, rounds: number): number => percentile(cpuTimes(work, rounds), 0.5);

const percentile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
};

const column = (value: string | number, width: number): string => String(value).padStart(width);

const ours = ({ html, url }: Page): unknown => extractOffer(html, { url });
const cheerio = createRequire(join(await installTools('cheerio', { cheerio: '1.2.0' }), 'package.json'))(
  'cheerio',
) as { load(html: string): LoadedPage };
/** Like a common scraper, reads only JSON-LD. */
const peer = ({ html }: Page): unknown => readJsonLdOf(cheerio.load(html));

const compare = (name: string, pages: readonly Page[], rounds: number): void => {
  const bytes = pages.reduce((sum, { html }) => sum + html.length, 0) / pages.length;
  const times = (work: (page: Page) => unknown): number[] => {
    for (const page of pages) work(page);
    // Percentiles over pages; for a single page, over calls.
    if (pages.length === 1) return cpuTimes(() => work(pages[0]!), rounds);
    return pages.map((page) => cpuMs(() => work(page), rounds));
  };
  const [mine, theirs] = [times(ours), times(peer)];
  const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
  print(name);
  for (const [who, values] of [
    ['scrap-prices, whole offer', mine],
    ['cheerio, JSON-LD alone', theirs],
  ] as const) {
    const ms = (share: number): string => column(percentile(values, share).toFixed(2), 9);
    const megabytesPerSecond = bytes / 1e6 / (total(values) / values.length / 1_000);
    const speed = `${column(megabytesPerSecond.toFixed(1), 8)} MB/s`;
    print(`  ${who.padEnd(28)}${ms(0.5)} ms median ${ms(0.95)} ms p95 ${speed}`);
  }
  print(
    `  processor time, ours to cheerio's: ${(percentile(mine, 0.5) / percentile(theirs, 0.5)).toFixed(2)}`,
  );
  print();
};

print(`Node.js ${process.version}, ${cpus()[0]?.model.trim() ?? 'unknown processor'}; processor time, warm`);
print();

// Warm up.
const warmUp = { html: generateProductPage(50_000), url: 'https://shop.example/p/norma-3000' };
for (let round = 0; round < 1_500; round += 1) ours(warmUp);

const folder = process.argv[2] ?? process.env.PAGES;
if (folder) {
  let urls: Record<string, { url?: string }> = {};
  try {
    urls = JSON.parse(readFileSync(join(folder, '../labels.json'), 'utf8')) as typeof urls;
  } catch {
    // The pages have no labels, so any URL will do.
  }
  const pages = readdirSync(folder)
    .filter((file) => /\.html?(?:\.gz)?$/.test(file))
    .map((file) => {
      const bytes = readFileSync(join(folder, file));
      const html = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
      return { html, url: urls[file.split('.')[0]!]?.url ?? 'https://shop.example/p/1' };
    });
  const kilobytes = pages.map(({ html }) => html.length / 1_000);
  compare(
    `${pages.length} saved pages, ${Math.round(percentile(kilobytes, 0.5))} KB median, ${Math.round(percentile(kilobytes, 0.95))} KB p95`,
    pages,
    5,
  );
}

compare(
  'A generated product page of 100 KB, composed like the median saved page',
  [{ html: generateProductPage(100_000), url: 'https://shop.example/p/norma-3000' }],
  200,
);
compare(
  'Worst case: 100 KB of cards and reviews, a price every 250 bytes',
  [{ html: generateListPage(100_000), url: 'https://shop.example/p/norma-3000' }],
  200,
);

print('Growth with the size of the page');
print(
  `  ${'size'.padStart(8)} ${'ms'.padStart(10)} ${'ms per MB'.padStart(10)} ${'cheerio ms'.padStart(11)} ${'heap MB'.padStart(8)}`,
);
for (const kilobytes of [10, 30, 100, 300, 1_000, 3_000, 10_000]) {
  const page = {
    html: generateProductPage(kilobytes * 1_000),
    url: 'https://shop.example/p/norma-3000',
  };
  const rounds = kilobytes <= 300 ? 15 : kilobytes <= 1_000 ? 5 : 3;
  const mine = cpuMs(() => ours(page), rounds);
  const heap = process.memoryUsage().heapUsed / 1e6;
  const theirs = cpuMs(() => peer(page), rounds);
  const cells = [
    column(`${kilobytes} KB`, 8),
    column(mine.toFixed(2), 10),
    column(((mine * 1_000) / kilobytes).toFixed(1), 10),
    column(theirs.toFixed(2), 11),
    column(heap.toFixed(0), 8),
  ];
  print(`  ${cells.join(' ')}`);
}
print();

const texts = [
  '1.299,00 €',
  '$1,299.00',
  'was £20 now £15',
  'ab 19,99 €',
  '3 x 33,33 €',
  'no price here',
  '1 290 руб.',
  '12 of 10 stars',
];
for (const text of texts) for (let round = 0; round < 2_000; round += 1) parsePriceText(text);
const calls = 20_000;
const money = cpuMs(() => {
  for (let index = 0; index < calls; index += 1) parsePriceText(texts[index % texts.length]!);
}, 5);
const textsPerSecond = Math.round(calls / (money / 1_000)).toLocaleString('en');
print(
  `Money from text: ${((money * 1_000) / calls).toFixed(2)} µs for each text, ${textsPerSecond} texts a second`,
);

const target = join(import.meta.dirname, 'results/pricing.txt');
mkdirSync(join(import.meta.dirname, 'results'), { recursive: true });
writeFileSync(target, `${lines.join('\n')}\n`);
