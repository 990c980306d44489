// `npm run bench -- functions`: measures memory and processor time of the bundled functions on the local stack. Writes
// bench/results/functions.json, which bench/cost.ts reads, and the table in docs/architecture.md.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ScrapPrices, type SellingSite } from '../client/index.ts';
import type { LogListener } from '../local/functions/function-instance.ts';
import { type LocalStack, startLocalStack } from '../local/stack.ts';
import { ProcessSampler } from './process-sampler.ts';
import { holdToShares } from './processor-shares.ts';

const functionNames = ['queue', 'status', 'scraper', 'renderer'] as const;
type FunctionName = (typeof functionNames)[number];

export interface Measurement {
  function: FunctionName;
  what: string;
  /** Calls or messages. */
  count: number;
  /** Processor time of one including child processes, ms. */
  cpuMs: number;
  /** From call to answer, or from queueing to the written result; median, ms. */
  wallMs: number;
  /** Peak memory of the whole function, MB. */
  peakMb: number;
  /** Bytes logged by the function for one, including metrics; AWS adds its own lines. */
  logBytes: number;
}

const logBytes: Record<FunctionName, number> = { queue: 0, status: 0, scraper: 0, renderer: 0 };
const countLine: LogListener = ({ functionName, text }) => {
  for (const name of functionNames) {
    if (functionName.toLowerCase().startsWith(name)) logBytes[name] += Buffer.byteLength(text) + 1;
  }
};

const root = join(import.meta.dirname, '..');
const rows: Measurement[] = [];
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** Repeats work and measures the functions, with a row each. */
const measure = async (
  stack: LocalStack,
  watched: FunctionName | readonly FunctionName[],
  what: string,
  count: number,
  work: () => Promise<unknown>,
): Promise<void> => {
  const names = typeof watched === 'string' ? [watched] : watched;
  const samplers = names.map((name) => ({
    name,
    loggedBefore: logBytes[name],
    sampler: new ProcessSampler(() => stack.functionActivity(name).processIds),
  }));
  const wallMs: number[] = [];
  for (let done = 0; done < count; done += 1) {
    const startedAtMs = performance.now();
    await work();
    wallMs.push(performance.now() - startedAtMs);
  }
  for (const { name, sampler, loggedBefore } of samplers) {
    const { cpuMs, peakBytes } = sampler.stop();
    const row = {
      function: name,
      what,
      count,
      cpuMs: Math.round((10 * cpuMs) / count) / 10,
      wallMs: Math.round(10 * median(wallMs)) / 10,
      peakMb: Math.round(peakBytes / 1e6),
      logBytes: Math.round((logBytes[name] - loggedBefore) / count),
    };
    rows.push(row);
    process.stdout.write(`${JSON.stringify(row)}\n`);
  }
};

const shop = fork(join(import.meta.dirname, 'web-shop.ts'));
const [port] = (await once(shop, 'message')) as [number];
const sites = (kind: string, count: number, RenderMode: 'Http' | 'Browser'): SellingSite[] =>
  Array.from({ length: count }, (_, index) => ({
    Name: `Shop ${index}`,
    Url: `http://127.0.0.1:${port}/${kind}/${index}?sku={sku}`,
    RenderMode,
    Currency: 'EUR',
  }));

/** The whole service with one instance of each function. */
const withStack = async (
  settings: Record<string, unknown>,
  work: (stack: LocalStack, client: ScrapPrices) => Promise<void>,
): Promise<void> => {
  const stack = await startLocalStack({
    settings,
    maxConcurrency: 1,
    allowedTargets: [`127.0.0.1:${port}`],
    log: countLine,
  });
  try {
    const client = new ScrapPrices({
      baseUrl: stack.apiUrl,
      ...stack.license!,
      // Polls in short steps without holding, to see when results are written.
      holdSeconds: 0,
      wait: () => delay(20),
    });
    await work(stack, client);
  } finally {
    await stack.close();
  }
};
const sku = '555088-105';

/**
 * Measures the billed duration of groups of sites at slow shops. Each function is limited to its processor
 * share on Lambda, and works on one page while it waits for others.
 */
const measureBilledTime = (): Promise<void> =>
  withStack({ maxFetchesPerHost: 8 }, async (stack, client) => {
    const shares = holdToShares(stack, functionNames);
    try {
      await scrape(client, sites('rendered', 8, 'Browser'));
      await scrape(client, sites('plain', 8, 'Http'));
      if (!shares.areHeld()) throw new Error('Found no control groups; expected to run as root on Linux.');
      await measure(stack, 'scraper', 'HTTP, 8 pages of shops that take 2 s', 5, () =>
        scrape(client, sites('slow-plain', 8, 'Http')),
      );
      for (const count of [1, 2, 4, 8])
        await measure(stack, ['scraper', 'renderer'], `Browser, ${count} of shops that take 2 s`, 5, () =>
          scrape(client, sites('slow-rendered', count, 'Browser')),
        );
    } finally {
      await stack.close();
      shares.release();
    }
  });

/** Scrapes and requires prices, so that failures do not look like fast scrapes. */
const scrape = async (client: ScrapPrices, wanted: SellingSite[]): Promise<void> => {
  const { Summary, Sites } = await client.scrape(sku, wanted);
  if (Summary.Priced !== wanted.length) {
    throw new Error(`Only ${JSON.stringify(Summary)}: ${JSON.stringify(Sites[0]?.Error)}`);
  }
};

try {
  await measureBilledTime();
  await withStack({}, async (stack, client) => {
    const one = sites('plain', 1, 'Http');
    const hundred = sites('plain', 100, 'Http');
    await measure(stack, 'queue', 'first call of a new instance', 1, () => client.queue(sku, one));
    await measure(stack, 'queue', '1 site', 100, () => client.queue(sku, one));
    // Their scraping would compete for the processor.
    await client.scrape(sku, hundred);
    await measure(stack, 'queue', '100 sites', 40, () => client.queue(sku, hundred));
  });
  await withStack({}, async (stack, client) => {
    const { RequestId } = await client.queue(sku, sites('plain', 100, 'Http'));
    await measure(stack, 'status', 'first call of a new instance', 1, () => client.status(RequestId));
    await client.results(RequestId);
    await measure(stack, 'status', 'result of 100 sites', 100, () => client.status(RequestId));
    const small = await client.queue(sku, sites('plain', 1, 'Http'));
    await client.results(small.RequestId);
    await measure(stack, 'status', 'result of 1 site', 100, () => client.status(small.RequestId));
  });
  await withStack({}, async (stack, client) => {
    await measure(stack, 'scraper', 'HTTP, first message of a new instance, 8 pages', 1, () =>
      scrape(client, sites('plain', 8, 'Http')),
    );
    await measure(stack, 'scraper', 'HTTP, 8 pages of 100 KB', 30, () =>
      scrape(client, sites('plain', 8, 'Http')),
    );
    await measure(stack, 'scraper', 'HTTP, 8 pages of 6 MB', 4, () =>
      scrape(client, sites('large', 8, 'Http')),
    );
  });
  const both = ['scraper', 'renderer'] as const;
  await withStack({}, async (stack, client) => {
    await measure(stack, both, 'Browser, first message of a new instance, 8 pages', 1, () =>
      scrape(client, sites('rendered', 8, 'Browser')),
    );
    for (const count of [1, 2, 4])
      await measure(stack, both, `Browser, ${count} of 100 KB`, 5, () =>
        scrape(client, sites('rendered', count, 'Browser')),
      );
  });
  for (const maxBrowserPages of [2, 4, 8]) {
    // Fetches per host are limited, and the benchmark has a single host.
    await withStack({ maxBrowserPages, maxFetchesPerHost: 8 }, async (stack, client) => {
      const pages = `${maxBrowserPages} at a time`;
      await measure(stack, both, `Browser, 8 of 100 KB, ${pages}`, 4, () =>
        scrape(client, sites('rendered', 8, 'Browser')),
      );
      // Eight of these at once exceed the memory, and the memory guard would end some.
      if (maxBrowserPages === 8) return;
      await measure(stack, both, `Browser, 8 that hold 150 MB, ${pages}`, 2, () =>
        scrape(client, sites('heavy', 8, 'Browser')),
      );
    });
  }
} finally {
  shop.disconnect();
}

const machine = `${cpus().length} x ${cpus()[0]?.model.trim()}, Node.js ${process.versions.node}`;
writeFileSync(join(root, 'bench/results/functions.json'), `${JSON.stringify({ machine, rows }, null, 2)}\n`);
const table = [
  '| Function | Work | Processor time, ms | Whole time, ms | Most memory, MB |',
  '| --- | --- | ---: | ---: | ---: |',
  ...rows.map((row) => `| ${row.function} | ${row.what} | ${row.cpuMs} | ${row.wallMs} | ${row.peakMb} |`),
].join('\n');
const file = join(root, 'docs/architecture.md');
writeFileSync(
  file,
  readFileSync(file, 'utf8').replace(
    /(<!-- functions -->\n)[\s\S]*?(<!-- end -->)/,
    (_match, start: string, end: string) => `${start}${table}\n${end}`,
  ),
);
