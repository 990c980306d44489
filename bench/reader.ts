// `npm run bench -- reader`: compares reading a page in a worker thread with the main thread, by processor time of the
// whole process. Both alternate in one run, so that the ratio holds under load.

import { scraperBudgetFor } from '../lambdas/memory-budget.ts';
import { extractOffer } from '../lambdas/pricing/extract-offer.ts';
import { readerLimitsFor } from '../lambdas/reader/reader-limits.ts';
import { createReaderPool } from '../lambdas/reader/worker-pool.ts';
import { generateProductPage } from './product-page.ts';

const rounds = 15;
const signal = new AbortController().signal;
const context = { url: 'https://shop.example/p/1' };
const pool = createReaderPool({
  entry: new URL('../lambdas/reader/worker.ts', import.meta.url),
  limits: { ...readerLimitsFor(scraperBudgetFor(1_024).readerMb), readyWorkers: 1, growAfterMs: 600_000 },
});

/** A document of its own each time: the worker keeps the last one's page. */
const read = (html: string) => pool.read('readWithSigns', { html, finalUrl: context.url }, [context], signal);

const cpuMs = async (work: () => unknown): Promise<number> => {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
};
const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

const startMs = await cpuMs(() => read('<h1>A</h1>'));
process.stdout.write(`worker from sources, until its first answer: ${Math.round(startMs)} ms\n`);
process.stdout.write('page      main, ms   in a worker, ms   ratio\n');
for (const bytes of [10_000, 100_000, 1_000_000, 6_000_000]) {
  const html = generateProductPage({ bytes });
  const here: number[] = [];
  const there: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    here.push(await cpuMs(() => extractOffer(html, context)));
    there.push(await cpuMs(() => read(`${html}<!-- ${round} -->`)));
  }
  // The first few compile the code.
  const [own, other] = [median(here.slice(3)), median(there.slice(3))];
  const cells = [
    `${Math.round(bytes / 1_000)} KB`.padEnd(8),
    own.toFixed(1).padStart(9),
    other.toFixed(1).padStart(17),
    (other / own).toFixed(2).padStart(7),
  ];
  process.stdout.write(`${cells.join(' ')}\n`);
}
await pool.close();
