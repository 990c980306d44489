import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { RequestStore } from '../../lambdas/domain/ports.ts';
import { type ScrapeMessage, scrapeMessageVersion } from '../../lambdas/domain/scrape-message.ts';
import type { SellingSite } from '../../lambdas/domain/selling-site.ts';
import { deriveTimings } from '../../lambdas/domain/timing.ts';
import { scraperBudgetFor } from '../../lambdas/memory-budget.ts';
import { readerLimitsFor } from '../../lambdas/reader/reader-limits.ts';
import { createReaderPool } from '../../lambdas/reader/worker-pool.ts';
import { createBrowserRenderer } from '../../lambdas/renderer/browser-renderer.ts';
import { createScraperHandler } from '../../lambdas/scraper/handler.ts';
import { createBrowserTier } from '../../lambdas/web/browser/browser-tier.ts';
import { createChromiumBinary } from '../../lambdas/web/browser/chromium-binary.ts';
import { createEgressPolicy } from '../../lambdas/web/egress/egress-policy.ts';
import { createHttpTier } from '../../lambdas/web/http/http-tier.ts';
import { defaultUserAgent } from '../../lambdas/web/user-agent.ts';
import { chromiumAssetFolder } from '../../lib/chromium-asset.ts';
import { startShops } from '../../local/shops/start-shops.ts';
import type { ProofOptions, ProofResult } from '../proof.ts';

const hostilePages: Record<string, string> = {
  '/loop': '<h1>x</h1><script>for(;;){}</script>',
  '/alerts': '<h1>x</h1><script>for(;;)alert(1)</script>',
  '/reload': '<h1>x</h1><script>location.reload()</script>',
  '/popups': '<h1>x</h1><script>for(let i=0;i<30;i++)open("/popups")</script>',
  '/nodes':
    '<h1>x</h1><script>for(let i=0;i<1e6;i++)document.body.append(document.createElement("i"))</script>',
  '/workers':
    '<h1>x</h1><script>for(let i=0;i<20;i++)new Worker(URL.createObjectURL(new Blob(["for(;;){}"])))</script>',
};
/** Runs the garbage collector without a command-line flag. */
const collectGarbage: () => void = (() => {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
})();

/** Scrapes many messages, some with hostile pages: no process, file, socket, folder or memory may leak. */
export const runSoak = async ({
  cases: messages = 120,
  log = () => {},
}: ProofOptions = {}): Promise<ProofResult> => {
  const hostile = createServer((request, response) => {
    const page = hostilePages[request.url ?? ''];
    // Other paths never answer.
    if (page) response.writeHead(200, { 'Content-Type': 'text/html' }).end(page);
  });
  await new Promise<void>((resolve) => hostile.listen(0, '127.0.0.1', resolve));
  const hostileTarget = `127.0.0.1:${(hostile.address() as AddressInfo).port}`;

  const demonstration = await startShops();
  const policy = createEgressPolicy({ allowedTargets: [...demonstration.targets, hostileTarget] });
  const binary = createChromiumBinary(await chromiumAssetFolder());

  const written: string[] = [];
  const requests: Pick<RequestStore, 'get' | 'addResults'> = {
    get: async (requestId) => ({
      requestId,
      uid: 'soak',
      sku: demonstration.sku,
      queuedAtMs: Date.now(),
      deadlineMs: Date.now() + 300_000,
      groupCount: 1,
      groups: new Map(),
    }),
    addResults: async (requestId) => {
      written.push(requestId);
      return 'Completed';
    },
  };
  const reader = createReaderPool({
    entry: new URL('../../lambdas/reader/worker.ts', import.meta.url),
    limits: { ...readerLimitsFor(scraperBudgetFor(1_024).readerMb), readMs: 2_000 },
  });
  const unexpected: unknown[] = [];
  const handler = createScraperHandler({
    requests: requests as RequestStore,
    journal: { read: async () => undefined, add: async () => {} },
    openHttpTier: () => createHttpTier({ policy }),
    openRenderer: ({ permit, politeness }) =>
      createBrowserRenderer({
        browser: createBrowserTier({
          policy,
          binary,
          userAgent: defaultUserAgent,
          limits: { readyMs: 2_000 },
        }),
        reader,
        permit,
        politeness,
      }),
    reader,
    retries: { requeue: async () => {}, delay: async () => {} },
    deliveries: { send: async () => {} },
    pause: async () => {},
    clock: Date.now,
    timings: deriveTimings({ processingWindowSeconds: 300, retentionSeconds: 300 }),
    log: {
      info: () => {},
      warn: () => {},
      error: (_message, { error }) => unexpected.push(error),
      waited: () => {},
      dropped: () => {},
      written: () => {},
    },
  });

  const calm = demonstration.sellingSites.filter(({ TimeoutSeconds }) => TimeoutSeconds === undefined);
  const sitesOf = (index: number): SellingSite[] => {
    const path = Object.keys(hostilePages)[index % Object.keys(hostilePages).length];
    const own = [calm[index % calm.length]!, calm[(index * 7 + 3) % calm.length]!];
    const isHostile = index % 4 === 3;
    return isHostile
      ? [...own, { Url: `http://${hostileTarget}${path}`, RenderMode: 'Browser', TimeoutSeconds: 3 }]
      : index % 20 === 1
        ? [...own, { Url: `http://${hostileTarget}/never`, RenderMode: 'Http', TimeoutSeconds: 2 }]
        : own;
  };

  // Other instances may run on this machine.
  const profilesOfThis = `scrap-prices-profile-${process.pid}-`;
  const isOurs = (pid: string): boolean => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(profilesOfThis);
    } catch {
      return false;
    }
  };
  const residue = () => ({
    'browser processes': readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isOurs(name)).length,
    'open files and sockets': readdirSync('/proc/self/fd').length,
    'profile folders': readdirSync(tmpdir()).filter((name) => name.startsWith(profilesOfThis)).length,
    // Code that still polls a closed page holds one.
    'timers that hold the process': process.getActiveResourcesInfo().filter((type) => type === 'Timeout')
      .length,
  });
  const memoryMb = (): number => {
    collectGarbage();
    return Math.round(process.memoryUsage().rss / 1e6);
  };

  const scrape = async (index: number): Promise<void> => {
    const sites = sitesOf(index);
    const message: ScrapeMessage = {
      Version: scrapeMessageVersion,
      Attempt: 0,
      RequestId: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
      Group: 0,
      TotalSites: sites.length,
      DeadlineMs: Date.now() + 300_000,
      Sku: demonstration.sku,
      Sites: sites.map((Site, Index) => ({ Index, Site, Warnings: [] })),
    };
    const record = {
      messageId: String(index),
      receiptHandle: '',
      body: JSON.stringify(message),
      attributes: { ApproximateReceiveCount: '1' },
    };
    await handler({ Records: [record as never] }, { getRemainingTimeInMillis: () => 45_000 });
  };

  // Lasting state (binary, code, pools) exists after the first few.
  const warmUp = 8;
  for (let index = 0; index < warmUp; index += 1) await scrape(index);
  await delay(500);
  const before = residue();
  const memory = [memoryMb()];
  for (let index = warmUp; index < messages; index += 1) {
    await scrape(index);
    if (index % Math.max(1, Math.floor(messages / 10)) === 0) {
      memory.push(memoryMb());
      log(`${index} messages, ${memory.at(-1)} MB`);
    }
  }
  await demonstration.close();
  hostile.closeAllConnections();
  await new Promise<void>((resolve) => hostile.close(() => resolve()));
  await delay(1_000);
  const after = residue();
  memory.push(memoryMb());

  const firstHalf = memory.slice(0, Math.ceil(memory.length / 2));
  const grownMb = Math.max(...memory.slice(Math.ceil(memory.length / 2))) - Math.max(...firstHalf);
  const violations: string[] = [];
  const judge = (what: string, from: number, to: number, isFine: boolean): void => {
    if (!isFine) violations.push(`${what}: ${from} before, ${to} afterwards`);
  };
  for (const what of Object.keys(before) as (keyof typeof before)[])
    judge(what, before[what], after[what], after[what] <= before[what]);
  judge('memory, MB (second half)', Math.max(...firstHalf), Math.max(...firstHalf) + grownMb, grownMb < 60);
  judge('messages written', messages, written.length, written.length === messages);
  judge('errors of ours', 0, unexpected.length, unexpected.length === 0);
  return { cases: messages, violations, report: `memory, MB: ${memory.join(', ')}` };
};
