// Real Chromium sends no speculative requests (prefetch, preconnect, prerender) and keeps nothing for the
// next visit, with all flag sets.
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FlagSet, flagSets } from '../../../lambdas/web/browser/chromium-flags.ts';
import { createFlagSetChoice } from '../../../lambdas/web/browser/start-browser.ts';
import { type LoopbackServer, startShop } from '../http/loopback-shop.ts';
import { amplyMs, browserFor } from './loopback-browser.ts';

vi.setConfig({ testTimeout: amplyMs });

const rules = (action: string, name: string): string =>
  `{"${action}":[{"source":"list","urls":["/next/${name}"],"eagerness":"immediate"}]}`;
const written = (text: string): string => `<script type="speculationrules">${text}</script>`;

/** Each requests an address below `/next/`. */
const ways: Readonly<Record<string, string>> = {
  prefetch: written(rules('prefetch', 'prefetch')),
  prerender: written(rules('prerender', 'prerender')),
  'document rules': `<a href="/next/document">Next</a>${written(
    '{"prefetch":[{"source":"document","where":{"href_matches":"/next/document"},"eagerness":"immediate"}]}',
  )}`,
  'rules of a script': `<script>{
    const made = document.createElement('script');
    made.type = 'speculationrules';
    made.textContent = ${JSON.stringify(rules('prefetch', 'script'))};
    document.head.append(made);
  }</script>`,
  'link prefetch': '<link rel="prefetch" href="/next/link">',
  'link prefetch of a script': '<link rel="prefetch" as="script" href="/next/link-script">',
  'link prerender': '<link rel="prerender" href="/next/link-prerender">',
  'link next': '<link rel="next" href="/next/link-next">',
  'link of a frame': `<iframe srcdoc='<link rel="prefetch" href="/next/frame">'></iframe>`,
  ping: '<a id="a" href="#here" ping="/next/ping">Here</a><script>a.click()</script>',
};

/** Keeps the page busy with more round trips than any pending request would take. */
const turns = `<script type="module">
  for (let turn = 0; turn < 60; turn += 1) await fetch('/turn');
  await fetch('/end');
  document.body.id = 'done';
</script>`;

const html = (body: string): string => `<!doctype html><title>x</title><h1>x</h1>${body}`;
const registration = `<script type="module">
  document.body.id = await navigator.serviceWorker.register('/worker.js').then(() => 'registered', ({ name }) => name);
</script>`;

let requested: Set<string>;
/** Addresses that must be requested before a page ends. */
let awaited: readonly string[] = [];
let ends: (() => void)[] = [];
let shop: LoopbackServer;
beforeAll(async () => {
  shop = await startShop(({ url = '/' }, response) => {
    requested.add(url);
    if (url === '/end') ends.push(() => response.end());
    if (awaited.every((path) => requested.has(path))) for (const end of ends.splice(0)) end();
    if (url === '/end') return;
    if (url === '/rules/header') {
      const type = 'application/speculationrules+json';
      response.writeHead(200, { 'Content-Type': type }).end(rules('prefetch', 'header'));
      return;
    }
    const headers = { 'Speculation-Rules': '"/rules/header"', Link: '</next/link-header>; rel=prefetch' };
    response.writeHead(200, { 'Content-Type': 'text/html', ...(url === '/' && headers) });
    response.end(html(url === '/worker' ? registration : Object.values(ways).join('') + turns));
  });
});
afterAll(() => shop.close());
beforeEach(() => {
  requested = new Set();
  awaited = [];
  ends = [];
});

const load = async (
  path: string,
  isDone: (text: string) => boolean,
  options: { flagSet?: FlagSet; withoutFlags?: string[] } = {},
): Promise<string> => {
  const failed: unknown[] = [];
  const tier = browserFor([shop.target], {
    onStartFailed: (_name, error) => failed.push(error),
    limits: { quietWithoutPriceMs: amplyMs },
    ...(options.flagSet && { flagSetChoice: createFlagSetChoice([options.flagSet]) }),
    ...(options.withoutFlags && { withoutFlags: options.withoutFlags }),
  });
  try {
    const request = { url: `${shop.origin}${path}`, signal: AbortSignal.timeout(amplyMs) };
    const page = await tier.load(request, (text) => (isDone(text) ? 'Ready' : 'NotYet'));
    expect(failed).toEqual([]);
    return page.html;
  } finally {
    await tier.close();
  }
};
const isThrough = (text: string): boolean => text.includes('<body id="done">');

describe('a linked page', () => {
  it.each(flagSets)('is not prefetched, started as $name', async (flagSet) => {
    await load('/', isThrough, { flagSet });
    expect([...requested].filter((path) => path.startsWith('/next/'))).toEqual([]);
    expect([...requested]).toEqual(expect.arrayContaining(['/', '/rules/header', '/turn']));
  });

  it('is prefetched without the protective switch, so the rules work', async () => {
    awaited = ['prefetch', 'prerender', 'document', 'script', 'header'].map((name) => `/next/${name}`);
    await load('/', isThrough, { withoutFlags: ['--enable-features=Prefetch'] });
    expect([...requested]).toEqual(expect.arrayContaining([...awaited]));
  });
});

describe('a service worker', () => {
  it.each(flagSets)('is not registered, and its page continues, started as $name', async (flagSet) => {
    const text = await load('/worker', (now) => /<body id="(TypeError|registered)">/.test(now), { flagSet });
    expect(text).toContain('<body id="TypeError">');
    expect([...requested]).toEqual(['/worker']);
  });
});
