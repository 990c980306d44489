/**
 * `npm run bench -- web`: pages per second and processor time per page, for pages of 100 KB (gzip on the wire) from a
 * shop on loopback.
 * Processor time is this process's own: connecting, headers, decompression, decoding to text; for Browser and Auto
 * also the extraction, but not Chromium's own.
 *
 * HTTP loads pages that state their price. Browser loads pages whose price comes by script, with six style sheets,
 * eighteen scripts and a call that the shop answers 30 ms late each. Auto meets one of the latter among nine of the
 * former. The pages are made up as real ones are, see product-page.ts.
 */
import { fork } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { scraperBudgetFor } from '../lambdas/memory-budget.ts';
import { readerLimitsFor } from '../lambdas/reader/reader-limits.ts';
import { createReaderPool } from '../lambdas/reader/worker-pool.ts';
import { createBrowserRenderer } from '../lambdas/renderer/browser-renderer.ts';
import { createHostMemory } from '../lambdas/scraper/host-memory.ts';
import { readPage } from '../lambdas/scraper/read-page.ts';
import { createBrowserTier } from '../lambdas/web/browser/browser-tier.ts';
import { createChromiumBinary } from '../lambdas/web/browser/chromium-binary.ts';
import { createEgressPolicy } from '../lambdas/web/egress/egress-policy.ts';
import { createHttpTier } from '../lambdas/web/http/http-tier.ts';
import { defaultUserAgent } from '../lambdas/web/user-agent.ts';
import { chromiumAssetFolder } from '../lib/chromium-asset.ts';

interface Row {
  tier: string;
  parallel: number;
  pages: number;
  seconds: number;
  cpuMs: number;
}

/** Lanes that begin together stay in step for a while; what they do in that time does not count. */
const warmUpMs = 4_000;
const countedMs = 16_000;

/** Loads pages on so many lanes without a pause, and counts those that end within a part of that time. */
const measure = async (
  tier: string,
  parallel: number,
  loadPage: (index: number) => Promise<void>,
): Promise<Row> => {
  let begun = 0;
  let ended = 0;
  let isOver = false;
  const lane = async (): Promise<void> => {
    while (!isOver) {
      begun += 1;
      await loadPage(begun);
      ended += 1;
    }
  };
  const lanes = Promise.all(Array.from({ length: parallel }, lane));
  await Promise.race([lanes, delay(warmUpMs)]);
  const before = { ended, cpu: process.cpuUsage(), at: performance.now() };
  await Promise.race([lanes, delay(countedMs)]);
  const pages = ended - before.ended;
  const { user, system } = process.cpuUsage(before.cpu);
  const seconds = (performance.now() - before.at) / 1_000;
  isOver = true;
  await lanes;
  return { tier, parallel, pages, seconds, cpuMs: (user + system) / 1_000 };
};

const measureHttp = async (port: number): Promise<Row[]> => {
  const policy = createEgressPolicy({ allowedTargets: [`127.0.0.1:${port}`] });
  const rows: Row[] = [];
  for (const parallel of [1, 4, 16]) {
    const tier = createHttpTier({ policy, maxFetchesPerHost: parallel });
    const loadPage = async (index: number): Promise<void> => {
      const { signal } = new AbortController();
      const { html } = await tier.load({
        url: `http://127.0.0.1:${port}/p/${index}`,
        locale: 'de-DE',
        signal,
      });
      if (!html.includes('129,90 €')) throw new Error('The page did not arrive whole.');
    };
    try {
      rows.push(await measure('HTTP', parallel, loadPage));
    } finally {
      await tier.close();
    }
  }
  return rows;
};

const measureBrowser = async (port: number, tierName: 'Browser' | 'Auto'): Promise<Row[]> => {
  const policy = createEgressPolicy({ allowedTargets: [`127.0.0.1:${port}`] });
  const binary = createChromiumBinary(await chromiumAssetFolder());
  const rows: Row[] = [];
  for (const parallel of [1, 4, 16]) {
    const http = createHttpTier({ policy, maxFetchesPerHost: parallel });
    const browser = createBrowserTier({
      policy,
      binary,
      userAgent: defaultUserAgent,
      limits: { pages: parallel },
    });
    const reader = createReaderPool({
      entry: new URL('../lambdas/reader/worker.ts', import.meta.url),
      limits: readerLimitsFor(scraperBudgetFor(1_024).readerMb),
    });
    const renderer = createBrowserRenderer({ browser, reader });
    const loadPage = async (index: number): Promise<void> => {
      const isRendered = tierName === 'Browser' || index % 10 === 0;
      const { extraction } = await readPage(
        // A memory of its own for each page: they stand for pages of different shops.
        { http, renderer, memory: createHostMemory(), reader },
        {
          url: `http://127.0.0.1:${port}/${isRendered ? 'rendered' : 'p'}/${index}`,
          site: { RenderMode: tierName, Locale: 'de-DE' },
          sku: undefined,
          signal: new AbortController().signal,
          startedAtMs: Date.now(),
          remainingMs: () => 30_000,
        },
      );
      if (extraction.Price?.Amount.replace(/\D/g, '') !== '12990') throw new Error('The price was not read.');
    };
    try {
      rows.push(await measure(tierName, parallel, loadPage));
    } finally {
      await reader.close();
      await browser.close();
      await http.close();
    }
  }
  return rows;
};

const shop = fork(new URL('./web-shop.ts', import.meta.url));
try {
  const port = await new Promise<number>((resolve, reject) => {
    shop.once('message', (message) => resolve(Number(message)));
    shop.once('error', reject);
  });
  const rows = [
    ...(await measureHttp(port)),
    ...(await measureBrowser(port, 'Browser')),
    ...(await measureBrowser(port, 'Auto')),
  ];
  const lines = [
    `Node.js ${process.versions.node}, ${cpus().length} x ${cpus()[0]?.model ?? 'unknown processor'}`,
    '',
    'tier     parallel   pages/s   processor ms/page',
    ...rows.map(({ tier, parallel, pages, seconds, cpuMs }) =>
      [
        tier.padEnd(8),
        String(parallel).padStart(8),
        (pages / seconds).toFixed(pages / seconds < 100 ? 1 : 0).padStart(9),
        (cpuMs / pages).toFixed(2).padStart(19),
      ].join(' '),
    ),
  ];
  console.log(lines.join('\n'));
  writeFileSync(new URL('./results/web.txt', import.meta.url), `${lines.join('\n')}\n`);
} finally {
  shop.disconnect();
}
