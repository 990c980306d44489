// What a page in real Chromium sees of the browser, in its frames and workers alike, agrees with the headers that its
// server saw, and with the market.
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { createBrowserTier } from '../../../lambdas/web/browser/browser-tier.ts';
import { createChromiumBinary } from '../../../lambdas/web/browser/chromium-binary.ts';
import { createEgressPolicy } from '../../../lambdas/web/egress/egress-policy.ts';
import { defaultUserAgent } from '../../../lambdas/web/user-agent.ts';
import { chromiumAssetFolder } from '../../../lib/chromium-asset.ts';
import { tableIn } from '../../docs/tables.ts';

const amplyMs = 120_000;

/** Runs in a page, in its frames and in its workers; what only windows have is left out in workers. */
const look = `const look = async () => {
  const { userAgent, language, languages, platform, userAgentData, webdriver } = navigator;
  const hints = ['architecture', 'bitness', 'model', 'platformVersion', 'fullVersionList', 'uaFullVersion', 'formFactors'];
  const of = Intl.DateTimeFormat().resolvedOptions();
  const seen = {
    'navigator.userAgent': userAgent, 'navigator.language': language, 'navigator.languages': languages,
    'navigator.platform': platform, 'navigator.webdriver': webdriver,
    ...await userAgentData?.getHighEntropyValues(hints), timeZone: of.timeZone, locale: of.locale,
    price: new Intl.NumberFormat(languages, { style: 'currency', currency: 'EUR' }).format(1234.5),
  };
  if (globalThis.screen) {
    Object.assign(seen, { viewport: [innerWidth, innerHeight], outer: [outerWidth, outerHeight] });
    seen.screen = [screen.width, screen.height];
    for (const query of ['(hover: hover)', '(pointer: fine)', '(any-pointer: coarse)']) seen[query] = matchMedia(query).matches;
    seen['Notification.permission'] = Notification.permission;
    seen.mayNotify = (await navigator.permissions.query({ name: 'notifications' })).state;
  }
  return seen;
};`;

const places = ['page', 'frame', 'worker', 'nested worker', 'shared worker'] as const;
type Place = (typeof places)[number];
/** What is seen from each of them. */
type Seen = Record<Place, Record<string, unknown>>;

const page = `<h1>x</h1><iframe src="/frame"></iframe><pre></pre><script>${look}
  const all = {};
  const see = (place, seen) => {
    all[place] = seen;
    if (Object.keys(all).length < ${places.length}) return;
    document.querySelector('pre').textContent = encodeURIComponent(JSON.stringify(all));
  };
  // What a window measures is known when it is laid out.
  const measure = () => (outerWidth > 0 ? look().then((seen) => see('page', seen)) : setTimeout(measure, 20));
  measure();
  onmessage = ({ data }) => see('frame', data);
  new Worker('/worker.js').onmessage = ({ data }) => see(...data);
  const shared = new SharedWorker('/shared.js');
  shared.port.onmessage = ({ data }) => see('shared worker', data);
</script>`;

const answers: Record<string, string> = {
  '/': page,
  '/frame': `<script>${look} look().then((seen) => parent.postMessage(seen, '*'))</script>`,
  '/worker.js': `${look} look().then((seen) => fetch('/asked').then(() => postMessage(['worker', seen])));
    new Worker('/nested.js').onmessage = ({ data }) => postMessage(['nested worker', data]);`,
  '/nested.js': `${look} look().then((seen) => postMessage(seen));`,
  '/shared.js': `${look} onconnect = ({ ports: [port] }) =>
    look().then((seen) => fetch('/asked-by-shared').then(() => port.postMessage(seen)));`,
};

const seenWith = async (userAgent: string) => {
  const headers: Record<string, IncomingHttpHeaders> = {};
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    headers[path] = request.headers;
    const type = path.endsWith('.js') ? 'text/javascript' : 'text/html';
    response.writeHead(200, { 'Content-Type': type, Connection: 'close' }).end(answers[path] ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const target = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const tier = createBrowserTier({
    policy: createEgressPolicy({ allowedTargets: [target] }),
    binary: createChromiumBinary(chromiumAssetFolder()),
    userAgent,
    limits: { loadMs: amplyMs, readyMs: amplyMs, commandMs: amplyMs, restMs: amplyMs },
  });
  try {
    const { html } = await tier.load(
      { url: `http://${target}/`, country: 'DE', signal: new AbortController().signal },
      (text) => (text.includes('<pre>%7B') ? 'Ready' : 'NotYet'),
    );
    const seen = JSON.parse(decodeURIComponent(/<pre>(.*?)<\/pre>/s.exec(html)![1]!)) as Seen;
    return { seen, headers };
  } finally {
    await tier.close();
    server.closeAllConnections();
    server.close();
  }
};

const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

it('is what is documented, in the page and in all that belongs to it', async () => {
  const { seen, headers } = await seenWith(defaultUserAgent);
  const documented = tableIn('docs/headers.md', 'What a page sees');
  expect(documented.length).toBeGreaterThan(10);
  for (const place of places) {
    const isWindow = place === 'page' || place === 'frame';
    for (const [name, value, where] of documented) {
      if (where === 'page' ? place !== 'page' : where === 'window' && !isWindow) continue;
      expect(text(seen[place][name!]), `${name} in ${place}`).toBe(
        value!.replace('{userAgent}', defaultUserAgent),
      );
    }
    expect(seen[place].price).toMatch(/^1\.234,50\s€$/);
    // The same question asked in two ways, which browsers that nobody sits before answer in two ways.
    if (isWindow) expect(seen[place].mayNotify).toBe(seen[place]['Notification.permission']);
  }
  expect(JSON.stringify(seen)).not.toContain('Headless');
  for (const path of ['/', '/frame', '/worker.js', '/shared.js', '/asked', '/asked-by-shared']) {
    expect(headers[path]!['user-agent'], path).toBe(defaultUserAgent);
    expect(headers[path]!['accept-language'], path).toBe('de-DE,de;q=0.9,en;q=0.8');
  }
});
