// Frames in real Chromium: a page receives all frame-related events, with all flag sets and next to other
// pages.
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { flagSets } from '../../../lambdas/web/browser/chromium-flags.ts';
import { createFlagSetChoice } from '../../../lambdas/web/browser/start-browser.ts';
import { type LoopbackServer, startShop } from '../http/loopback-shop.ts';
import { amplyMs, browserFor } from './loopback-browser.ts';

const pages = 4;

/** Events a page receives before it scrolls, each with the script that waits for it. */
const atFirst: Readonly<Record<string, string>> = {
  frames: 'requestAnimationFrame(() => requestAnimationFrame(say))',
  // Without it, an element out of sight gets no events.
  'frames of a frame': "addEventListener('message', ({ data }) => data === 'frame' && say())",
  load: "addEventListener('load', say)",
  'decoded image': "byId('image').decode().then(say)",
  'decoded image that stands nowhere':
    "const made = new Image(); made.src = '/i/made.png'; made.decode().then(say)",
  'lazy image': "byId('lazy').addEventListener('load', say)",
  'what is in sight': "sight(byId('image'), true, say)",
  'what is not': "sight(byId('far'), false, say)",
  size: 'new ResizeObserver(say).observe(document.body)',
  transition: `const heading = document.querySelector('h1'); heading.style.transition = 'opacity 1ms';
    heading.addEventListener('transitionend', say); getComputedStyle(heading).opacity; heading.style.opacity = 0.5`,
  animation: "byId('image').animate([{ opacity: 0 }, { opacity: 1 }], 1).finished.then(say)",
  idleness: 'requestIdleCallback(say)',
};
const onceScrolled: Readonly<Record<string, string>> = {
  scrolling: "addEventListener('scroll', say)",
  'lazy image scrolled to': "byId('far').addEventListener('load', say)",
  'what comes in sight': "sight(byId('far'), true, say)",
};
const events = { ...atFirst, ...onceScrolled };

const elements = `<video poster="/i/poster.jpg"></video><img id="image" src="/i/image.png" width="9" height="9">
  <img id="lazy" loading="lazy" src="/i/lazy.png" width="9" height="9"><iframe src="OTHER/frame"></iframe>
  <div style="height: 50000px"></div><img id="far" loading="lazy" src="/i/far.png" width="9" height="9">`;

/** The listening script writes the elements, so that it misses no event. */
const page = (other: string): string => `<!doctype html><meta charset="utf-8"><h1>x</h1><pre></pre>
  <style>h1 { border: 3px solid; border-image: url(/i/border.png); mask: url(/i/mask.svg#m) }</style>
  <script>
    document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(elements.replace('OTHER', other))});
    const byId = (id) => document.getElementById(id);
    const sight = (element, isIn, say) => new IntersectionObserver((seen) => {
      if (seen.some(({ isIntersecting }) => isIntersecting === isIn)) say();
    }).observe(element);
    const hear = {
      ${Object.entries(events)
        .map(([name, script]) => `${JSON.stringify(name)}: (say) => { ${script} }`)
        .join(',\n      ')}
    };
    const names = Object.keys(hear);
    const told = new Set();
    const say = (name) => {
      if (told.has(name)) return;
      told.add(name);
      document.querySelector('pre').textContent = names.filter((each) => told.has(each)).join(', ');
      if (told.size === ${Object.keys(atFirst).length}) scrollTo(0, document.body.scrollHeight);
      if (told.size === names.length) fetch('/all').then(() => { document.body.id = 'all'; });
    };
    for (const name of names) hear[name](() => say(name));
  </script>`;
const frame = `<script>
  requestAnimationFrame(() => requestAnimationFrame(() => parent.postMessage('frame', '*')));
</script>`;

let shop: LoopbackServer;
beforeAll(async () => {
  const waiting = new Map<string, ServerResponse[]>();
  /** Responds once all pages have got this far, so that they stay open together. */
  const answerTogether = (path: string, response: ServerResponse, body: string): void => {
    const here = [...(waiting.get(path) ?? []), response];
    const isLast = here.length === pages;
    waiting.set(path, isLast ? [] : here);
    if (isLast) for (const one of here) one.writeHead(200, { 'Content-Type': 'text/html' }).end(body);
  };
  shop = await startShop(({ url = '' }, response) => {
    if (url === '/frame') response.writeHead(200, { 'Content-Type': 'text/html' }).end(frame);
    else answerTogether(url, response, page(`http://localhost:${shop.port}`));
  });
});
afterAll(() => shop.close());

it.each(flagSets)('are drawn for all parallel pages, started as $name', async (flagSet) => {
  const failed: unknown[] = [];
  const tier = browserFor([shop.target, `localhost:${shop.port}`], {
    flagSetChoice: createFlagSetChoice([flagSet]),
    onStartFailed: (_name, error) => failed.push(error),
    limits: { pages },
  });
  const told = async (): Promise<string[] | undefined> => {
    const { html } = await tier.load(
      { url: `${shop.origin}/`, signal: AbortSignal.timeout(amplyMs), site: { WaitFor: '#all' } },
      (text) => (text.includes('<body id="all">') ? 'Ready' : 'NotYet'),
    );
    return /<pre>(.*?)<\/pre>/s.exec(html)?.[1]?.split(', ');
  };
  try {
    const all = await Promise.all(Array.from({ length: pages }, told));
    expect(failed).toEqual([]);
    for (const one of all) expect(one).toEqual(Object.keys(events));
  } finally {
    await tier.close();
  }
});
