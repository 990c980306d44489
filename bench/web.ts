import { fork } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { createEgressPolicy } from '../lambdas/web/egress/egress-policy.ts';
import { createHttpTier } from '../lambdas/web/http/http-tier.ts';

/**
 * Pages per second and processor time per page, for pages of 100 KB (gzip on the wire) from a shop on loopback.
 * Processor time is this process's own: connecting, headers, decompression, decoding to text.
 */
interface Row {
  tier: string;
  parallel: number;
  pages: number;
  seconds: number;
  cpuMs: number;
}

const runMs = 3_000;
const warmUpPages = 200;

/** Loads pages on so many lanes until the time is over. */
const measure = async (
  tier: string,
  parallel: number,
  loadPage: (index: number) => Promise<void>,
): Promise<Row> => {
  let pages = 0;
  const cpu = process.cpuUsage();
  const start = performance.now();
  const lane = async (): Promise<void> => {
    while (performance.now() - start < runMs) {
      await loadPage(pages);
      pages += 1;
    }
  };
  await Promise.all(Array.from({ length: parallel }, lane));
  const seconds = (performance.now() - start) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
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
      if (!html.includes('1.226,00 €')) throw new Error('The page did not arrive whole.');
    };
    try {
      for (let index = 0; index < warmUpPages; index += 1) await loadPage(index);
      rows.push(await measure('HTTP', parallel, loadPage));
    } finally {
      await tier.close();
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
  const rows = await measureHttp(port);
  const lines = [
    `Node.js ${process.versions.node}, ${cpus().length} x ${cpus()[0]?.model ?? 'unknown processor'}`,
    '',
    'tier     parallel   pages/s   processor ms/page',
    ...rows.map(({ tier, parallel, pages, seconds, cpuMs }) =>
      [
        tier.padEnd(8),
        String(parallel).padStart(8),
        (pages / seconds).toFixed(0).padStart(9),
        (cpuMs / pages).toFixed(2).padStart(19),
      ].join(' '),
    ),
  ];
  console.log(lines.join('\n'));
  writeFileSync(new URL('./results/web.txt', import.meta.url), `${lines.join('\n')}\n`);
} finally {
  shop.disconnect();
}
