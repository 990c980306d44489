// Hostile pages in real Chromium: each ends with the right outcome and leaves nothing behind. Outcomes do not
// depend on the machine's speed: all limits but the tested one are high, pages report their progress to the
// server, and timeouts are doubled until they suffice.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { BrowserLimits } from '../../../lambdas/web/browser/browser-limits.ts';
import type { PageLoad, Readiness } from '../../../lambdas/web/page-load.ts';
import { WebError } from '../../../lambdas/web/web-error.ts';
import { type LoopbackServer, startShop } from '../http/loopback-shop.ts';
import { amplyMs, browserFor } from './loopback-browser.ts';

const price = '<p class="price">€ 12.50</p>';
const script = (code: string): string =>
  `<!doctype html><title>x</title><h1>x</h1>${price}<script>${code}</script>`;

/** Paths that the browser has requested. */
const requested = new Set<string>();
/** Pending responses of `/gate`, until it is opened. */
const atGate = new Set<() => void>();

/** Responds to requests of the gate, until cleared. */
const answerAtGate = (): NodeJS.Timeout =>
  setInterval(() => {
    for (const answer of atGate) answer();
  }, 20);

/** Synchronously reports to the server that the page got here. */
const tell = (path: string): string =>
  `{const x=new XMLHttpRequest();x.open("GET","/came-to${path}",false);x.send()}`;

const zeros = function* (bytes: number): Generator<Buffer> {
  const chunk = Buffer.alloc(1 << 20, ' ');
  for (let sent = 0; sent < bytes; sent += chunk.length) yield chunk;
};

/** Responses of the hostile shop, by path. */
const pages: Record<
  string,
  string | ((server: { end: (body: string) => void; raw: import('node:http').ServerResponse }) => void)
> = {
  '/good': script(''),
  // The markup contains no price, so an awaited one cannot be found early.
  '/late':
    '<h1>x</h1><div id="p"></div><script>fetch("/gate").then(()=>{p.textContent="€ 12"+".50"})</script>',
  '/gate': ({ raw }) => {
    atGate.add(() => raw.end());
  },
  '/wanted':
    '<h1>x</h1>€ 12.50<script>setTimeout(()=>{document.body.innerHTML+="<b id=w>€ 13"+".50</b>"},400)</script>',
  '/heartbeat': script('setInterval(()=>{document.title=Date.now();fetch("/beat")},50)').replace(price, ''),
  '/digits': script(
    'let n=0;const b=document.body.appendChild(document.createElement("b"));setInterval(()=>{b.textContent=++n},1)',
  ),
  '/lying': script(
    'Object.defineProperty(Map.prototype,"size",{get(){for(;;){}}});' +
      'for(const name of Object.getOwnPropertyNames(globalThis))try{delete globalThis[name]}catch{}',
  ),
  '/never-idle': script(
    'const {port1:a,port2:b}=new MessageChannel();b.onmessage=()=>a.postMessage(1);a.postMessage(1)',
  ),
  '/loop': `<h1>x</h1><script>setTimeout(()=>{${tell('/loop')}for(;;){}},50)</script>`,
  '/loop-at-once': `<h1>x</h1><script>${tell('/loop-at-once')}for(;;){}</script>`,
  '/alerts': '<h1>x</h1><script>for(;;)alert(1)</script>',
  '/reload': '<h1>x</h1><script>location.reload()</script>',
  '/popups': script('for(let i=0;i<30;i++)window.open("/good")'),
  '/beforeunload': script('addEventListener("beforeunload",(e)=>{e.preventDefault();e.returnValue="x"})'),
  '/print': script('print();prompt("x");confirm("x")'),
  '/nodes': script(
    'const f=document.createDocumentFragment();for(let i=0;i<1e5;i++)f.append(document.createElement("i"));document.body.append(f)',
  ),
  '/deep': `<!doctype html>${'<div>'.repeat(50_000)}€ 12.50`,
  '/html': script('document.body.append("x".repeat(3e6))'),
  '/memory':
    '<h1>x</h1><script>setTimeout(()=>{const a=[];for(;;)a.push(new Array(1e7).fill(1))},20)</script>',
  '/cookie-set': script('document.cookie="planted=1";localStorage.planted=1'),
  '/cookie-get': script(
    'document.querySelector("h1").textContent=document.cookie+(localStorage.planted||"clean")',
  ),
  '/download': ({ raw }) => {
    raw.writeHead(200, { 'Content-Type': 'application/octet-stream', 'Content-Disposition': 'attachment' });
    raw.end('binary');
  },
  '/no-content': ({ raw }) => void raw.writeHead(204).end(),
  '/drip': ({ raw }) => {
    raw.writeHead(200, { 'Content-Type': 'text/html' });
    const timer = setInterval(() => raw.write('<i>'), 50);
    raw.on('close', () => clearInterval(timer));
  },
  '/endless': ({ raw }) => {
    raw.writeHead(200, { 'Content-Type': 'text/html' });
    Readable.from(zeros(1 << 30)).pipe(raw);
  },
  '/bomb': ({ raw }) => {
    raw.writeHead(200, { 'Content-Type': 'text/html', 'Content-Encoding': 'gzip' });
    Readable.from(zeros(1 << 30))
      .pipe(createGzip({ level: 1 }))
      .pipe(raw);
  },
  '/never': () => {},
  '/silent': ({ end }) =>
    void setTimeout(() => end('<!doctype html><meta charset="utf-8"><h1>€ 12.50</h1>'), 400),
  '/pdf': ({ raw }) => {
    raw.writeHead(200, { 'Content-Type': 'application/pdf' });
    raw.end('%PDF-1.4');
  },
};

let shop: LoopbackServer;
beforeAll(async () => {
  shop = await startShop(({ url: path = '' }, response) => {
    requested.add(path);
    if (path.startsWith('/redirect/')) {
      response.writeHead(302, { Location: `/redirect/${Number(path.split('/')[2]) + 1}` }).end();
      return;
    }
    if (path.startsWith('/to/')) {
      response.writeHead(302, { Location: path.slice('/to'.length) }).end();
      return;
    }
    const page = pages[path];
    if (typeof page === 'function') page({ end: (body) => response.end(body), raw: response });
    else
      response.writeHead(page ? 200 : 404, { 'Content-Type': 'text/html; charset=utf-8' }).end(page ?? 'no');
  });
});
afterAll(() => shop.close());

vi.setConfig({ testTimeout: amplyMs + 10_000, hookTimeout: amplyMs });

const newTier = (limits: Partial<BrowserLimits> = {}, onLaunch: (launchMs: number) => void = () => {}) =>
  browserFor([shop.target], {
    onLaunch,
    limits: { quietWithoutPriceMs: 600, stableMs: 2_000, doubtfulStableMs: 2_000, pages: 4, ...limits },
  });

const isPriced = (html: string): Readiness => (html.includes('€ 12.50') ? 'Ready' : 'NotYet');

const parentOf = (pid: string): string => {
  try {
    // The name in parentheses may contain any character.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) \S+ (\d+) .*$/s, '$1');
  } catch {
    return '';
  }
};

/** Processes of the browsers launched by this process. */
const chromiumProcesses = (mark = 'scrap-prices-profile-'): string[] =>
  readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    for (let ancestor = parentOf(pid); ancestor !== '' && ancestor !== '0'; ancestor = parentOf(ancestor)) {
      if (ancestor === String(process.pid)) return cmdlineOf(pid).includes(mark);
    }
    return false;
  });
const cmdlineOf = (pid: string): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
};
/** Kills all processes of a browser at once. */
const killBrowsers = (): void => {
  const leaders = chromiumProcesses().filter((pid) => !cmdlineOf(pid).includes('--type='));
  for (const pid of leaders) process.kill(-Number(pid), 'SIGKILL');
};
/** Kills the renderer processes of all pages. */
const killRenderers = (signal: NodeJS.Signals): void => {
  const renderers = chromiumProcesses('--type=renderer');
  for (const pid of renderers) process.kill(Number(pid), signal);
};
const profilesOf = (pids: readonly string[]): string[] => [
  ...new Set(pids.flatMap((pid) => /--user-data-dir=([^\0]+)/.exec(cmdlineOf(pid))?.[1] ?? [])),
];

type Tier = ReturnType<typeof newTier>;
interface LoadOptions {
  waitFor?: string;
  timeoutMs?: number;
  patienceMs?: number;
  judge?: typeof isPriced;
}

const loadIn = (tier: Tier, path: string, options: LoadOptions = {}): Promise<PageLoad> =>
  tier.load(
    {
      url: shop.origin + path,
      signal: AbortSignal.timeout(amplyMs),
      timeoutMs: options.timeoutMs ?? amplyMs,
      patienceMs: options.patienceMs,
      site: { WaitFor: options.waitFor },
    },
    options.judge ?? isPriced,
  );

/** The page, or its error code. */
const outcomeIn = (tier: Tier, path: string, options: LoadOptions = {}): Promise<string | PageLoad> =>
  loadIn(tier, path, options).catch((error: unknown) => {
    if (error instanceof WebError) return error.code;
    throw error;
  });

/** Outcome of a page that only its timeout ends, with enough time to reach a state. */
const outcomeAfter = async (
  tier: Tier,
  path: string,
  hasComeSoFar: (outcome: string | PageLoad) => boolean,
  options: LoadOptions = {},
): Promise<string | PageLoad> => {
  for (let timeoutMs = 2_000; ; timeoutMs *= 2) {
    requested.clear();
    const outcome = await outcomeIn(tier, path, { ...options, timeoutMs });
    if (hasComeSoFar(outcome) || timeoutMs >= amplyMs) return outcome;
  }
};

const isPage = (outcome: string | PageLoad): boolean => typeof outcome !== 'string';

describe('the browser tier', () => {
  let tier: Tier;
  const load = (path: string, options: LoadOptions = {}) => loadIn(tier, path, options);
  const outcome = (path: string) => outcomeIn(tier, path);

  beforeAll(() => {
    tier = newTier();
  });
  afterAll(() => tier.close());

  it.each<[string, Partial<PageLoad>]>([
    ['/good', { httpStatus: 200, renderMode: 'Browser' }],
    ['/popups', { httpStatus: 200 }],
    ['/beforeunload', { httpStatus: 200 }],
    ['/print', { httpStatus: 200 }],
    ['/gone', { httpStatus: 404 }],
  ])('returns %s as rendered', async (path, expected) => {
    const page = (await outcome(path)) as PageLoad;
    expect(page).toMatchObject({ finalUrl: shop.origin + path, ...expected });
    if (expected.httpStatus === 200) expect(page.html).toContain('€ 12.50');
  });

  it('waits for a late price', async () => {
    let answering: NodeJS.Timeout | undefined;
    const judge = (html: string): Readiness => {
      // Sent only after the page was read without it.
      if (isPriced(html) === 'NotYet') answering ??= answerAtGate();
      return isPriced(html);
    };
    const page = await load('/late', { judge }).finally(() => clearInterval(answering));
    expect(answering).toBeDefined();
    expect(page.html).toContain('€ 12.50');
  });

  it('waits for a silent host as long as the caller does', async () => {
    const tier = newTier({ idleMs: 100 });
    try {
      await expect(loadIn(tier, '/never')).rejects.toMatchObject({ code: 'ConnectionFailed' });
      expect((await loadIn(tier, '/silent', { patienceMs: amplyMs })).html).toContain('€ 12.50');
    } finally {
      await tier.close();
    }
  });

  it('waits for the caller’s selector', async () => {
    expect((await load('/wanted', { waitFor: '#w' })).html).toContain('€ 13.50');
  });

  it('reads a page with endless activity at the end of its time', async () => {
    const page = await outcomeAfter(tier, '/heartbeat', (ended) => isPage(ended) && requested.has('/beat'));
    expect(page).toMatchObject({ httpStatus: 200, html: expect.stringContaining('<h1>x</h1>') });
  });

  it.each(['/digits', '/lying', '/never-idle'])(
    'accepts the price of a page that pretends to be busy forever: %s',
    async (path) => {
      const judge = () => (path === '/digits' ? 'Doubtful' : 'Ready');
      expect(await outcomeAfter(tier, path, isPage, { judge })).toMatchObject({
        html: expect.stringContaining('€ 12.50'),
      });
    },
  );

  it.each([
    ['/loop', '/came-to/loop'],
    ['/loop-at-once', '/came-to/loop-at-once'],
    ['/never', '/never'],
    ['/drip', '/drip'],
  ])('ends %s at its time limit, and other pages load', async (path, state) => {
    const [hostile, good] = await Promise.all([
      outcomeAfter(tier, path, () => requested.has(state)),
      outcome('/good'),
    ]);
    expect(hostile).toBe('Timeout');
    expect((good as PageLoad).html).toContain('€ 12.50');
  });

  it.each([
    ['/alerts', 'Timeout'],
    ['/reload', 'TooManyRedirects'],
    ['/redirect/0', 'TooManyRedirects'],
    ['/download', 'UnsupportedContent'],
    ['/to/download', 'UnsupportedContent'],
    ['/to/to/download', 'UnsupportedContent'],
    ['/to/pdf', 'UnsupportedContent'],
    ['/to/no-content', 'UnsupportedContent'],
    ['/pdf', 'UnsupportedContent'],
  ])('ends %s as %s, and other pages load', async (path, code) => {
    const [hostile, good] = await Promise.all([outcome(path), outcome('/good')]);
    expect(hostile).toBe(code);
    expect((good as PageLoad).html).toContain('€ 12.50');
  });

  it.each<[string, Partial<BrowserLimits>]>([
    ['/endless', { bytes: 8e6 }],
    ['/bomb', { bytes: 8e6 }],
    ['/nodes', { elements: 10_000 }],
    // Parsing takes seconds to a minute; the page is ended as soon as it has this many elements.
    ['/deep', { elements: 10_000 }],
    ['/html', { htmlChars: 2e6 }],
  ])('ends %s at its own cap, and other pages load', async (path, limits) => {
    const capped = newTier(limits);
    try {
      const [hostile, good] = await Promise.all([outcomeIn(capped, path), outcomeIn(capped, '/good')]);
      expect(hostile).toBe('TooLarge');
      expect((good as PageLoad).html).toContain('€ 12.50');
    } finally {
      await capped.close();
    }
  });

  it('ends a page that takes all memory, and continues', async () => {
    expect(await outcome('/memory')).toBe('RendererCrashed');
    expect(((await outcome('/good')) as PageLoad).httpStatus).toBe(200);
  });

  it('keeps no state between pages', async () => {
    await load('/cookie-set');
    expect((await load('/cookie-get')).html).toContain('<h1>clean</h1>');
  });
});

describe('a browser', () => {
  it.each<[NodeJS.Signals, string, string]>([
    ['SIGKILL', 'awaits its host', '/never'],
    ['SIGSEGV', 'stands', '/loop-at-once'],
  ])(
    'whose renderers end by %s while a page %s says that they ended, and nothing of memory',
    async (signal, _what, path) => {
      const tier = newTier();
      requested.clear();
      const hanging = loadIn(tier, path).catch((error: unknown) => error);
      await expect.poll(() => requested.has(path === '/never' ? path : `/came-to${path}`)).toBe(true);
      killRenderers(signal);
      expect(await hanging).toMatchObject({
        code: 'RendererCrashed',
        retryable: true,
        message: 'The renderer process of the page ended.',
      });
      expect((await loadIn(tier, '/good')).httpStatus).toBe(200);
      await tier.close();
    },
  );

  it('killed with several pages is replaced by one for each, and they load', async () => {
    const launched: number[] = [];
    const tier = newTier({}, (launchMs) => launched.push(launchMs));
    atGate.clear();
    const loads = [1, 2, 3].map(() => loadIn(tier, '/late'));
    await expect.poll(() => atGate.size).toBe(3);
    atGate.clear();
    killBrowsers();
    const answering = answerAtGate();
    const pages = await Promise.all(loads).finally(() => clearInterval(answering));
    expect(pages.filter(({ html }) => !html.includes('€ 12.50'))).toEqual([]);
    // One for all of them, and one for each.
    expect(launched).toHaveLength(1 + 3);
    await tier.close();
  });

  it('killed with several pages keeps the time of those that wait to be retried alone', async () => {
    const tier = newTier({ idleMs: amplyMs });
    atGate.clear();
    // Two of them take all browsers for lone pages, until the gate opens.
    const loads = [1, 2].map(() => loadIn(tier, '/late'));
    await expect.poll(() => atGate.size).toBe(2);
    // More than it takes until the browser is killed; the page itself does not end by it.
    const short = loadIn(tier, '/late', { timeoutMs: 15_000 });
    await expect.poll(() => atGate.size).toBe(3);
    atGate.clear();
    killBrowsers();
    await expect(short).rejects.toMatchObject({ code: 'RendererCrashed', attempts: 1 });
    const answering = answerAtGate();
    const pages = await Promise.all(loads).finally(() => clearInterval(answering));
    expect(pages.map(({ html }) => html.includes('€ 12.50'))).toEqual([true, true]);
    await tier.close();
  });

  it('leaves no process or folder behind', async () => {
    const tier = newTier();
    requested.clear();
    const loads = ['/loop-at-once', '/heartbeat', '/never'].map((path) => outcomeIn(tier, path));
    for (const state of ['/came-to/loop-at-once', '/beat', '/never']) {
      await expect.poll(() => requested.has(state)).toBe(true);
    }
    const running = chromiumProcesses();
    const profiles = profilesOf(running);
    expect(profiles).toHaveLength(1);
    await tier.close();
    expect(await Promise.all(loads)).toEqual(Array(3).fill('RendererCrashed'));
    // The kernel takes its time to clear away what was killed.
    await expect.poll(() => running.filter((pid) => cmdlineOf(pid) !== '')).toEqual([]);
    await expect.poll(() => profiles.filter((folder) => existsSync(folder))).toEqual([]);
  });

  it('has none of our environment variables and opens no port', async () => {
    process.env.AWS_SESSION_TOKEN = 'planted';
    const tier = newTier();
    try {
      await loadIn(tier, '/good');
      const browsers = chromiumProcesses();
      expect(browsers.length).toBeGreaterThan(0);
      for (const pid of browsers) {
        expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toMatch(/AWS_|planted/);
        expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8')).not.toContain('remote-debugging-port');
      }
    } finally {
      delete process.env.AWS_SESSION_TOKEN;
      await tier.close();
    }
  });
});
