// In real Chromium, a page, its frames and its workers see the browser described by the headers, in the
// market's locale.
import type { IncomingHttpHeaders } from 'node:http';
import { expect, it } from 'vitest';
import { defaultUserAgent } from '../../../lambdas/web/user-agent.ts';
import { tableIn } from '../../docs/tables.ts';
import { answering, reportOf } from './loopback-browser.ts';

/** Runs in a page, its frames and its workers, where members of windows are omitted. */
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
type Seen = Record<Place, Record<string, unknown>>;

const page = `<h1>x</h1><iframe src="/frame"></iframe><pre></pre><script>${look}
  const all = {};
  const see = (place, seen) => {
    all[place] = seen;
    if (Object.keys(all).length < ${places.length}) return;
    document.querySelector('pre').textContent = encodeURIComponent(JSON.stringify(all));
  };
  // Window sizes are known only after layout.
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

const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

it('is as documented, in the page, its frames and workers', async () => {
  const headers: Record<string, IncomingHttpHeaders> = {};
  const seen = await reportOf<Seen>((request, response) => {
    headers[request.url!] = request.headers;
    answering(answers)(request, response);
  });
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
    // Two APIs for the same permission, which disagree in headless browsers.
    if (isWindow) expect(seen[place].mayNotify).toBe(seen[place]['Notification.permission']);
  }
  expect(JSON.stringify(seen)).not.toContain('Headless');
  for (const path of ['/', '/frame', '/worker.js', '/shared.js', '/asked', '/asked-by-shared']) {
    expect(headers[path]!['user-agent'], path).toBe(defaultUserAgent);
    expect(headers[path]!['accept-language'], path).toBe('de-DE,de;q=0.9,en;q=0.8');
  }
});
