// Pages that starve what all pages of a browser share, each next to a page that keeps loading.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { defaultBrowserLimits } from '../../../lambdas/web/browser/browser-limits.ts';
import type { BrowserTier, PageLoad } from '../../../lambdas/web/page-load.ts';
import { WebError } from '../../../lambdas/web/web-error.ts';
import { type LoopbackServer, startShop } from '../http/loopback-shop.ts';
import { amplyMs, browserFor } from './loopback-browser.ts';

vi.setConfig({ testTimeout: amplyMs + 10_000 });

const endlessly = (code: string): string => `setInterval(()=>{${code}},1)`;
const floods: Readonly<Record<string, string>> = {
  locks: endlessly('for(let i=0;i<1e6;i++)navigator.locks.request("a"+i,()=>new Promise(()=>{}))'),
  console: endlessly('for(let i=0;i<2e4;i++)console.log("x".repeat(100)+i)'),
  frames: endlessly(
    'for(let i=0;i<200;i++){const f=document.createElement("iframe");f.srcdoc="x";document.body.append(f)}',
  ),
  permissions: endlessly('for(let i=0;i<1e4;i++)navigator.permissions.query({name:"geolocation"})'),
  'shared-workers': endlessly('for(let i=0;i<500;i++)new SharedWorker("data:,"+Math.random())'),
  'service-workers': endlessly(
    'for(let i=0;i<5e3;i++)navigator.serviceWorker.register("/s.js").catch(()=>0)',
  ),
  files: endlessly(
    'for(let i=0;i<2e3;i++)navigator.storage.getDirectory().then(d=>d.getFileHandle("x"+Math.random(),{create:true}))',
  ),
};

/** Pending responses of pages that wait until the flood is over. */
const neighbours = new Set<() => void>();
let shop: LoopbackServer;

beforeAll(async () => {
  shop = await startShop(({ url = '' }, response) => {
    const html = (body: string): void => {
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(`<!doctype html>${body}`);
    };
    const flood = floods[url.slice(1)];
    if (flood !== undefined) html(`<h1>x</h1><script>setTimeout(()=>{${flood}},50)</script>`);
    else if (url === '/over') neighbours.add(() => response.end());
    else html('<h1>x</h1><p id=p></p><script>fetch("/over").then(()=>{p.textContent="€ 12"+".50"})</script>');
  });
});
afterAll(() => shop.close());

const newTier = (): BrowserTier =>
  browserFor([shop.target], { limits: { commandMs: defaultBrowserLimits.commandMs, idleMs: amplyMs } });

const load = (tier: BrowserTier, path: string, timeoutMs = amplyMs, waitFor?: string): Promise<PageLoad> =>
  tier.load(
    { url: shop.origin + path, signal: AbortSignal.timeout(amplyMs), timeoutMs, site: { WaitFor: waitFor } },
    (html) => (html.includes('€ 12.50') ? 'Ready' : 'NotYet'),
  );

const answerAll = (): NodeJS.Timeout =>
  setInterval(() => {
    for (const answer of neighbours) answer();
    neighbours.clear();
  }, 20);

describe('a page that starves the browser', () => {
  it.each(Object.keys(floods))('by %s takes no price from its neighbours', async (name) => {
    const tier = newTier();
    try {
      const good = [1, 2, 3].map((page) => load(tier, `/good/${page}`));
      await expect.poll(() => neighbours.size, { timeout: amplyMs }).toBe(good.length);
      // No price ends it, so that it lasts until its time is over or the browser is.
      const guilty = await load(tier, `/${name}`, 12_000, '#never').catch((error: unknown) => error);
      const answering = answerAll();
      const pages = await Promise.all(good).finally(() => clearInterval(answering));
      expect(pages.map(({ html }) => html.includes('€ 12.50'))).toEqual([true, true, true]);
      if (guilty instanceof WebError) expect(guilty.code).toMatch(/^(Timeout|RendererCrashed|TooLarge)$/);
      else expect((guilty as PageLoad).html).toContain('<h1>x</h1>');
    } finally {
      await tier.close();
    }
  });

  it('is named, and counts the second fetch of each page', async () => {
    const tier = newTier();
    try {
      const good = load(tier, '/good');
      await expect.poll(() => neighbours.size, { timeout: amplyMs }).toBe(1);
      const guilty = load(tier, '/locks', amplyMs, '#never');
      await expect(guilty).rejects.toMatchObject({
        code: 'Timeout',
        message: /browser too busy/,
        attempts: 2,
      });
      const answering = answerAll();
      await expect(good.finally(() => clearInterval(answering))).resolves.toMatchObject({ attempts: 2 });
    } finally {
      await tier.close();
    }
  });
});
