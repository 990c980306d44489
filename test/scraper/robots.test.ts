// A deployment that obeys robots.txt does so in every mode and for every kind of navigation.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RenderMode } from '../../lambdas/domain/site/selling-site.ts';
import { createBrowserRenderer } from '../../lambdas/renderer/browser-renderer.ts';
import { createHostMemory } from '../../lambdas/scraper/host-memory.ts';
import { scrapeSite } from '../../lambdas/scraper/scrape-site.ts';
import { createEgressPolicy } from '../../lambdas/web/egress/egress-policy.ts';
import { createHttpTier } from '../../lambdas/web/http/http-tier.ts';
import type { BrowserTier } from '../../lambdas/web/page-load.ts';
import { isAllowedByRobots } from '../../lambdas/web/robots-rules.ts';
import { directReader } from '../fakes/direct-reader.ts';
import { messageSites } from '../fakes/events.ts';
import { productHtml, shellHtml } from '../fakes/tiers.ts';
import { amplyMs, browserFor } from '../web/browser/loopback-browser.ts';
import { type LoopbackServer, startShop } from '../web/http/loopback-shop.ts';

const robotsTxt = 'User-agent: *\nDisallow: /private';
const withScript = (code: string): string => shellHtml.replace('</body>', `<script>${code}</script></body>`);

/** Pages by path; all but the last lead to a disallowed one. */
const pages: Readonly<Record<string, string>> = {
  '/private/product': productHtml(),
  '/meta': '<meta http-equiv="refresh" content="0;url=/private/product">',
  '/script': withScript('location.href = "/private/product"'),
  '/late-script': withScript('fetch("/robots.txt").then(() => location.replace("/private/product"))'),
  '/form': withScript(
    'document.body.innerHTML = "<form action=/private/product method=post></form>"; document.forms[0].submit()',
  ),
  '/parts': withScript('').replace('<script></script>', '<script src="/private/part.js"></script>'),
  '/private/part.js': `document.body.innerHTML = ${JSON.stringify(/<main>.*<\/main>/s.exec(productHtml())![0])};
    fetch('/private/call'); document.body.append(Object.assign(document.createElement('iframe'), { src: '/private/frame' }));`,
  '/private/call': '{}',
  '/private/frame': '<p>framed</p>',
};

let shop: LoopbackServer;
/** Shared by all tests; each test's own HTTP tier checks permissions. */
let browser: BrowserTier;
let robots: { status: number; body: string };
const requested: string[] = [];
beforeAll(async () => {
  shop = await startShop((request, response) => {
    const path = request.url ?? '';
    requested.push(path);
    if (path === '/robots.txt') response.writeHead(robots.status).end(robots.body);
    else if (path === '/redirect') response.writeHead(302, { Location: '/private/product' }).end();
    else if (path === '/redirects') response.writeHead(302, { Location: '/redirect' }).end();
    else {
      const type = path.endsWith('.js') ? 'text/javascript' : 'text/html';
      response.writeHead(path in pages ? 200 : 404, { 'Content-Type': type }).end(pages[path] ?? '');
    }
  });
  browser = browserFor([shop.target]);
});
afterAll(async () => {
  await browser.close();
  await shop.close();
});
beforeEach(() => {
  requested.length = 0;
  robots = { status: 200, body: robotsTxt };
});

const scrape = async (path: string, RenderMode: RenderMode, robotsPolicy: 'obey' | 'ignore' = 'obey') => {
  const policy = createEgressPolicy({ allowedTargets: [shop.target] });
  const http = createHttpTier({
    policy,
    robotsPolicy,
    checkRobots: async (...given) => isAllowedByRobots(given[0], given[1], given[2]),
    limits: { totalMs: amplyMs, firstByteMs: amplyMs },
  });
  const renderer = createBrowserRenderer({
    browser: { load: browser.load, close: async () => {} },
    reader: directReader,
    permit: http.permit,
  });
  try {
    return await scrapeSite(
      { http, renderer, memory: createHostMemory(), reader: directReader },
      {
        queued: messageSites({ Url: `${shop.origin}${path}`, RenderMode })[0]!,
        signal: new AbortController().signal,
        budgetMs: amplyMs,
        clock: Date.now,
        report: (message, error) => expect.fail(`${message}: ${error}`),
      },
    );
  } finally {
    await Promise.all([http.close(), renderer.close()]);
  }
};

const modes: RenderMode[] = ['Auto', 'Http', 'Browser'];

describe.each(modes)('in the mode %s', (mode) => {
  it.each(['/private/product', '/redirect', '/redirects', '/meta'])('%s is not visited', async (path) => {
    const result = await scrape(path, mode);
    expect(result).toMatchObject({
      Outcome: 'Blocked',
      Error: { Code: 'RobotsDisallowed', Retryable: false },
      Warnings: [],
    });
    expect(requested).not.toContain('/private/product');
  });

  it('robots.txt is read once, and nothing is fetched if it is unavailable', async () => {
    robots = { status: 503, body: '' };
    const result = await scrape('/parts', mode);
    expect(result).toMatchObject({ Error: { Code: 'RobotsDisallowed', Retryable: true } });
    expect(requested).toEqual(['/robots.txt']);
  });

  it('is visited if the deployment ignores robots.txt, which is then not fetched', async () => {
    expect(await scrape('/private/product', mode, 'ignore')).toMatchObject({ Outcome: 'Priced' });
    expect(requested).not.toContain('/robots.txt');
  });
});

describe.each<RenderMode>(['Auto', 'Browser'])('in the browser, in the mode %s,', (mode) => {
  it.each(['/script', '/late-script'])('%s leads to no page that is disallowed', async (path) => {
    expect(await scrape(path, mode)).toMatchObject({
      Outcome: 'Blocked',
      Error: { Code: 'RobotsDisallowed' },
    });
    expect(requested).not.toContain('/private/product');
  });

  it('no form is submitted', async () => {
    await scrape('/form', mode);
    expect(requested).toContain('/form');
    expect(requested).not.toContain('/private/product');
  });

  it('the resources of an allowed page are loaded', async () => {
    expect(await scrape('/parts', mode)).toMatchObject({ Outcome: 'Priced', RenderMode: 'Browser' });
    expect(requested).toContain('/private/part.js');
  });
});
