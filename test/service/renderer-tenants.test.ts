// Lambda reuses a function's instance for other callers: no page finds browser state of another caller's
// page, and nothing remains on the disk.
import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import type { SiteResult } from '../../lambdas/domain/result/site-result.ts';
import { eventually } from '../eventually.ts';
import { testLicense, testLicenseKey } from '../fakes/memory-stores.ts';
import { addLicense, api, useLocalStack, useServer } from './stack.ts';

/** State that a page finds but did not write. */
interface Found {
  cookies: string;
  /** State that the page's own scripts cannot read. */
  sentCookies: string | undefined;
  validators: string | undefined;
  local: number;
  session: number;
  databases: string[];
  caches: string[];
  files: string[];
  workers: number;
  /** Headers of a response cacheable for an hour. */
  cached: string;
}

/** Runs in the page: reports existing state, then writes every kind of browser state. */
const script = `(async () => {
  const files = await navigator.storage.getDirectory();
  const cached = async () => (await fetch('/cached')).text();
  const found = {
    cookies: document.cookie,
    local: localStorage.length,
    session: sessionStorage.length,
    databases: (await indexedDB.databases()).map(({ name }) => name),
    caches: await caches.keys(),
    files: await Array.fromAsync(files.keys()),
    workers: (await navigator.serviceWorker.getRegistrations()).length,
    cached: await cached(),
  };
  localStorage.setItem('left', 'x');
  sessionStorage.setItem('left', 'x');
  document.cookie = 'left=x; max-age=3600';
  const opening = indexedDB.open('left');
  await new Promise((resolve) => { opening.onsuccess = resolve; });
  await (await caches.open('left')).put('/left', new Response('x'));
  await files.getFileHandle('left', { create: true });
  await navigator.serviceWorker.register('/worker.js').catch(() => {});
  const own = {
    cookies: document.cookie,
    local: localStorage.length,
    databases: (await indexedDB.databases()).length,
    caches: (await caches.keys()).length,
    files: (await Array.fromAsync(files.keys())).length,
    cached: await cached(),
  };
  await fetch('/found', { method: 'POST', body: JSON.stringify({ found, own }) });
  document.querySelector('.price').textContent = '€ 12.50';
})()`;

const reported: { found: Found; own: Record<string, unknown> }[] = [];
let cachedAnswers = 0;

/** Headers of the last request for the page. */
let sent: Pick<Found, 'sentCookies' | 'validators'> = { sentCookies: undefined, validators: undefined };
const shop = useServer(async (request, response) => {
  if (request.url === '/found') {
    let text = '';
    for await (const chunk of request) text += chunk;
    const { found, own } = JSON.parse(text) as { found: Found; own: Record<string, unknown> };
    reported.push({ found: { ...found, ...sent }, own });
    response.end();
  } else if (request.url === '/cached') {
    cachedAnswers += 1;
    response.setHeader('Cache-Control', 'max-age=3600').end(String(cachedAnswers));
  } else if (request.url === '/worker.js') {
    response.setHeader('Content-Type', 'text/javascript').end('');
  } else {
    sent = {
      sentCookies: request.headers.cookie,
      validators: request.headers['if-none-match'] ?? request.headers['if-modified-since'],
    };
    response.setHeader('Set-Cookie', 'unseen=x; HttpOnly; Max-Age=3600');
    response.setHeader('ETag', '"1"');
    response.setHeader('Cache-Control', 'max-age=3600');
    response
      .setHeader('Content-Type', 'text/html')
      .end(
        `<title>Lamp</title><h1>Lamp</h1><p class="price"></p><button>Add to cart</button><script>${script}</script>`,
      );
  }
});
const local = useLocalStack(async () => ({
  shops: false,
  allowedTargets: [shop.target],
  maxConcurrency: 1,
}));
const { post, get, credentials } = api(() => local.stack);
beforeAll(() => addLicense(local.stack, testLicense({ uid: 'neighbour' })));

/** Renders the page for a caller. @returns the renderer's PID. */
const renderFor = async (Authorization: { UID: string; LicenseKey: string }): Promise<number> => {
  const answer = await post({
    Authorization,
    Data: {
      Sku: 'L-1',
      SellingSites: [{ Url: `${shop.origin}/p`, RenderMode: 'Browser', Currency: 'EUR' }],
    },
  });
  const { RequestId } = (await answer.json()) as { RequestId: string };
  let sites: SiteResult[] = [];
  await eventually(async () => {
    const view = (await (await get(RequestId, Authorization)).json()) as {
      Data?: { Sites?: SiteResult[] };
    };
    expect(view.Data?.Sites).toBeDefined();
    sites = view.Data!.Sites!;
  });
  expect(sites[0]).toMatchObject({ Price: { Amount: '12.50' }, RenderMode: 'Browser' });
  const [processId] = local.stack.functionActivity('renderer').processIds;
  return processId!;
};

it('two callers share nothing in one warm renderer', async () => {
  const first = await renderFor(credentials());
  const second = await renderFor({ UID: 'neighbour', LicenseKey: testLicenseKey });
  expect(second).toBe(first);
  expect(local.stack.functionActivity('renderer').processIds[0]).toBe(first);
  expect(reported).toHaveLength(2);
  for (const [index, { found, own }] of reported.entries()) {
    // Each page could store and read its own state; otherwise the test would show nothing.
    expect(own).toMatchObject({ local: 1, databases: 1, caches: 1, files: 1, cached: found.cached });
    expect(own.cookies).toContain('left=x');
    expect(found).toEqual({
      cookies: '',
      local: 0,
      session: 0,
      databases: [],
      caches: [],
      files: [],
      workers: 0,
      // Fetched again by each.
      cached: String(index + 1),
    });
  }
});

it('the renderer’s disk contains nothing of any page', async () => {
  const [processId] = local.stack.functionActivity('renderer').processIds;
  const variables = readFileSync(`/proc/${processId}/environ`, 'utf8').split('\0');
  const folder = variables.find((line) => line.startsWith('TMPDIR='))!.slice('TMPDIR='.length);
  const names = readdirSync(folder);
  expect(names.filter((name) => /profile|puppeteer|org\.chromium|\.com\.google/i.test(name))).toEqual([]);
});
