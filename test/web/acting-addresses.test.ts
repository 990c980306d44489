// A shop that records actions, and pages that trigger them: neither tier performs any.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createEgressPolicy } from '../../lambdas/web/egress/egress-policy.ts';
import { createHttpTier } from '../../lambdas/web/http/http-tier.ts';
import type { BrowserTier, PageLoad } from '../../lambdas/web/page-load.ts';
import { browserFor } from './browser/loopback-browser.ts';
import { type LoopbackServer, startShop } from './http/loopback-shop.ts';

const product = (inside: string): string =>
  `<!doctype html><html lang="en"><head><title>Camera</title></head><body><h1>Camera</h1><p>€199.00</p>${inside}</body></html>`;

const listed = '{"urls":["/?add-to-cart=1"],"eagerness":"immediate"}';

/** Ways a page can navigate its visitor away without a click, by page name. */
const leads: Readonly<Record<string, string>> = {
  refresh: '<meta http-equiv="refresh" content="0;url=/cart/add?id=1">',
  'refresh-header': ' ',
  location: '<script>location = "/?add-to-cart=1"</script>',
  'location-late': '<script>addEventListener("load", () => { location.href = "/wishlist/add/1" })</script>',
  click: '<a id="a" href="/?add-to-cart=1">Buy</a><script>a.click()</script>',
  'form-get': '<form id="f" action="/cart/add"><input name="id" value="1"></form><script>f.submit()</script>',
  'form-post': '<form id="f" action="/order" method="post"></form><script>f.submit()</script>',
  frame: '<iframe src="/?add-to-cart=1"></iframe>',
  'frame-post':
    '<iframe name="q"></iframe><form id="f" target="q" action="/order" method="post"></form><script>f.submit()</script>',
  'frame-of-form-post': '<iframe src="/form-post"></iframe>',
  'srcdoc-post':
    '<iframe srcdoc="<form id=f method=post action=/order></form><script>f.submit()</script>"></iframe>',
  prefetch: `<script type="speculationrules">{"prefetch":[${listed}]}</script>`,
  prerender: `<script type="speculationrules">{"prerender":[${listed}]}</script>`,
  'prefetch-redirect': `<script type="speculationrules">{"prefetch":[{"urls":["/redirect"]}]}</script>`,
  'link-prefetch': '<link rel="prefetch" href="/?add-to-cart=1">',
};

/** Keeps a page busy, so that its navigations complete. */
const turns = `<script type="module">for (let turn = 0; turn < 60; turn += 1) await fetch('/turn')</script>`;

/** Actions received by the shop. */
let taken: string[] = [];
let shop: LoopbackServer;

const answer = ({ url = '/', method, headers }: IncomingMessage, response: ServerResponse): void => {
  if (method === 'POST' || /add-to-cart|\/add/.test(url))
    taken.push(`${method} ${url} from ${headers.referer}`);
  const name = url.slice(1);
  if (name === 'redirect') {
    response.writeHead(302, { location: '/?add-to-cart=1' }).end();
    return;
  }
  if (name === 'refresh-header') response.setHeader('refresh', '0;url=/cart/add?id=1');
  response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    .end(product(leads[name] ? leads[name] + turns : ''));
};

beforeAll(async () => {
  shop = await startShop(answer);
});
afterAll(() => shop.close());
beforeEach(() => {
  taken = [];
});

const signal = new AbortController().signal;

describe('over plain HTTP', () => {
  const load = async (path: string): Promise<PageLoad> => {
    const tier = createHttpTier({ policy: createEgressPolicy({ allowedTargets: [shop.target] }) });
    try {
      return await tier.load({ url: `${shop.origin}${path}`, signal });
    } finally {
      await tier.close();
    }
  };

  it.each(['/redirect', '/refresh', '/refresh-header', '/?add-to-cart=1', '/cart/add?id=1'])(
    'refuses what %s leads to',
    async (path) => {
      await expect(load(path)).rejects.toMatchObject({
        code: 'ForbiddenTarget',
        retryable: false,
        message: expect.stringContaining('performs an action'),
      });
      expect(taken).toEqual([]);
    },
  );
});

describe('in the browser', () => {
  let tier: BrowserTier;
  beforeAll(() => {
    // Pages end once idle.
    tier = browserFor([shop.target], { limits: { quietWithoutPriceMs: 500, pages: 6 } });
  });
  afterAll(() => tier.close());

  it('refuses addresses with side effects, and redirects to them', async () => {
    for (const path of ['/redirect', '/?add-to-cart=1', '/cart/add?id=1'])
      await expect(
        tier.load({ url: `${shop.origin}${path}`, signal }, () => 'NotYet'),
        path,
      ).rejects.toMatchObject({ code: 'ForbiddenTarget' });
    expect(taken).toEqual([]);
  });

  it('stays on pages that navigate to addresses with side effects', async () => {
    await Promise.all(
      Object.keys(leads).map(async (name) => {
        const page = await tier.load({ url: `${shop.origin}/${name}`, signal }, () => 'NotYet');
        expect(page.finalUrl).toBe(`${shop.origin}/${name}`);
        expect(page.html, name).toContain('€199.00');
      }),
    );
    expect(taken).toEqual([]);
  });
});
