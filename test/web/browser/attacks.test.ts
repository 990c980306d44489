// Pages that exceed a cap, in real Chromium, each next to a page that keeps loading. Caps are small and
// timeouts long, so that only its cap ends a page, whatever the machine's speed.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type BrowserLimits, defaultBrowserLimits } from '../../../lambdas/web/browser/browser-limits.ts';
import { WebError } from '../../../lambdas/web/web-error.ts';
import { type LoopbackServer, startShop } from '../http/loopback-shop.ts';
import { attackFiles, attackPages, attackSocket } from './attack-pages.ts';
import { amplyMs, browserFor } from './loopback-browser.ts';

vi.setConfig({ testTimeout: amplyMs + 10_000 });

const mebibyte = 1024 ** 2;
const caps = {
  processBytes: 400 * mebibyte,
  bytes: 24 * mebibyte,
  requests: 400,
} satisfies Partial<BrowserLimits>;

/** Caps for single attacks, which would otherwise reach another cap first. */
const onlyFor: Readonly<Record<string, Partial<BrowserLimits>>> = {
  // The script of each worker is a request.
  'idle-workers': { requests: 100_000 },
  'few-spinning-workers': { processorSeconds: 4 },
  'worker-bombs': { processorSeconds: 4, requests: 100_000, bytes: 1_000 * mebibyte },
};

/** Pending responses, sent when the attack is over. */
const neighbours = new Set<() => void>();
let shop: LoopbackServer;

beforeAll(async () => {
  shop = await startShop((request, response) => {
    const path = request.url ?? '';
    const html = (body: string): void => {
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(`<!doctype html>${body}`);
    };
    const attack = attackPages[path.slice(1)];
    if (attack) html(`<h1>x</h1><script>${attack.script}</script>`);
    else if (path === '/good') {
      html('<h1>x</h1><p id=p></p><script>fetch("/over").then(()=>{p.textContent="€ 12"+".50"})</script>');
    } else if (path === '/over') neighbours.add(() => response.end());
    else attackFiles(request, response);
  }, attackSocket);
});
afterAll(() => shop.close());

const newTier = (limits: Partial<BrowserLimits>) =>
  browserFor([shop.target], { limits: { processorSeconds: amplyMs, ...limits } });

const load = (tier: ReturnType<typeof newTier>, path: string, waitFor?: string) =>
  tier.load(
    {
      url: shop.origin + path,
      signal: AbortSignal.timeout(amplyMs),
      timeoutMs: amplyMs,
      site: { WaitFor: waitFor },
    },
    (html) => (html.includes('€ 12.50') ? 'Ready' : 'NotYet'),
  );

const errorOf = (loading: Promise<unknown>): Promise<WebError | undefined> =>
  loading.then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof WebError) return error;
      throw error;
    },
  );

const codes = { bytes: 'TooLarge', requests: 'TooLarge', kernel: 'RendererCrashed', itself: undefined };

describe('a page that exhausts', () => {
  let usual: ReturnType<typeof newTier>;
  beforeAll(() => {
    usual = newTier(caps);
  });
  afterAll(() => usual.close());

  it.each(Object.entries(attackPages))(
    '%s ends at its cap, and its neighbour loads',
    async (name, { endedBy }) => {
      const tier = onlyFor[name] ? newTier({ ...caps, ...onlyFor[name] }) : usual;
      try {
        const good = load(tier, '/good');
        await Promise.race([good, expect.poll(() => neighbours.size).toBeGreaterThan(0)]);
        const error = await errorOf(load(tier, `/${name}`, '#never'));
        // If its browser was killed, the neighbour retries and gets an immediate response.
        const answering = setInterval(() => {
          for (const answer of neighbours) answer();
          neighbours.clear();
        }, 20);
        const { html } = await good.finally(() => clearInterval(answering));
        expect(error?.code).toBe(codes[endedBy]);
        if (error?.code === 'TooLarge') expect(error.message).toMatch(new RegExp(`\\d+ ${endedBy}\\.$`));
        expect(html).toContain('€ 12.50');
      } finally {
        if (tier !== usual) await tier.close();
      }
    },
  );

  it('nothing is not ended by any cap', async () => {
    const tier = newTier({ ...caps, ...defaultBrowserLimits, loadMs: amplyMs, readyMs: amplyMs });
    const good = load(tier, '/good');
    await expect.poll(() => neighbours.size).toBeGreaterThan(0);
    for (const answer of neighbours) answer();
    neighbours.clear();
    expect((await good).html).toContain('€ 12.50');
    await tier.close();
  });
});
