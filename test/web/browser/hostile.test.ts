// Hostile pages in real Chromium: each ends within its time with the right outcome, and nothing is left of any.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BrowserLimits } from '../../../lambdas/web/browser/browser-limits.ts';
import { createBrowserTier } from '../../../lambdas/web/browser/browser-tier.ts';
import { createChromiumBinary } from '../../../lambdas/web/browser/chromium-binary.ts';
import { createEgressPolicy } from '../../../lambdas/web/egress/egress-policy.ts';
import { type PageLoad, type Readiness, WebError } from '../../../lambdas/web/page-load.ts';
import { defaultUserAgent } from '../../../lambdas/web/user-agent.ts';
import { chromiumAssetFolder } from '../../../lib/chromium-asset.ts';

const binary = createChromiumBinary(chromiumAssetFolder());
const price = '<p class="price">€ 12.50</p>';
const script = (code: string): string =>
  `<!doctype html><title>x</title><h1>x</h1>${price}<script>${code}</script>`;

const zeros = function* (bytes: number): Generator<Buffer> {
  const chunk = Buffer.alloc(1 << 20, ' ');
  for (let sent = 0; sent < bytes; sent += chunk.length) yield chunk;
};

/** What the hostile shop answers, by path. */
const pages: Record<
  string,
  string | ((server: { end: (body: string) => void; raw: import('node:http').ServerResponse }) => void)
> = {
  '/good': script(''),
  '/late': '<h1>x</h1><div id="p"></div><script>setTimeout(()=>{p.textContent="€ 12.50"},250)</script>',
  '/rewritten':
    '<h1>x</h1><p id="p">€ 99.99</p><script>setTimeout(()=>{p.textContent="€ 12.50"},120)</script>',
  '/wanted':
    '<h1>x</h1>€ 12.50<script>setTimeout(()=>{document.body.innerHTML+="<b id=w>€ 13.50</b>"},400)</script>',
  '/heartbeat': script('setInterval(()=>{document.title=Date.now();fetch("/good")},50)').replace(price, ''),
  '/restless': script('setInterval(()=>{document.title=Math.random()},1)').replace(price, ''),
  '/emptied': script('document.documentElement.remove()'),
  '/trickling': ({ raw }) => {
    raw.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
    raw.write(`<h1>x</h1>${price}`);
    const timer = setInterval(() => raw.write('<i>'), 20);
    raw.on('close', () => clearInterval(timer));
  },
  '/loop': '<h1>x</h1><script>setTimeout(()=>{for(;;){}},50)</script>',
  '/loop-at-once': '<h1>x</h1><script>for(;;){}</script>',
  '/alerts': '<h1>x</h1><script>for(;;)alert(1)</script>',
  '/reload': '<h1>x</h1><script>location.reload()</script>',
  '/popups': script('for(let i=0;i<30;i++)window.open("/good")'),
  '/beforeunload': script('addEventListener("beforeunload",(e)=>{e.preventDefault();e.returnValue="x"})'),
  '/print': script('print();prompt("x");confirm("x")'),
  '/nodes': script(
    'const f=document.createDocumentFragment();for(let i=0;i<1e6;i++)f.append(document.createElement("i"));document.body.append(f)',
  ),
  '/deep': `<!doctype html>${'<div>'.repeat(50_000)}€ 12.50`,
  '/html': script('document.body.append("x".repeat(13e6))'),
  '/memory':
    '<h1>x</h1><script>setTimeout(()=>{const a=[];for(;;)a.push(new Array(1e7).fill(1))},20)</script>',
  '/crash': script('setTimeout(()=>{location="/gone-on"},20)'),
  '/cookie-set': script('document.cookie="planted=1";localStorage.planted=1'),
  '/cookie-get': script(
    'document.querySelector("h1").textContent=document.cookie+(localStorage.planted||"clean")',
  ),
  '/download': ({ raw }) => {
    raw.writeHead(200, { 'Content-Type': 'application/octet-stream', 'Content-Disposition': 'attachment' });
    raw.end('binary');
  },
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
  '/pdf': ({ raw }) => {
    raw.writeHead(200, { 'Content-Type': 'application/pdf' });
    raw.end('%PDF-1.4');
  },
};

let server: Server;
let origin = '';
beforeAll(async () => {
  server = createServer((request, response) => {
    const path = request.url ?? '';
    if (path.startsWith('/redirect/')) {
      response.writeHead(302, { Location: `/redirect/${Number(path.split('/')[2]) + 1}` }).end();
      return;
    }
    const page = pages[path];
    if (typeof page === 'function') page({ end: (body) => response.end(body), raw: response });
    else
      response.writeHead(page ? 200 : 404, { 'Content-Type': 'text/html; charset=utf-8' }).end(page ?? 'no');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise<void>((resolve) => server.close(() => resolve()));
});

const newTier = (limits: Partial<BrowserLimits> = {}) =>
  createBrowserTier({
    policy: createEgressPolicy({ allowedTargets: [new URL(origin).host] }),
    binary,
    userAgent: defaultUserAgent,
    limits: {
      readyMs: 2_500,
      restMs: 600,
      doubtfulRestMs: 400,
      commandMs: 1_500,
      settleMs: 200,
      pages: 4,
      ...limits,
    },
  });

const isPriced = (html: string): Readiness => (html.includes('€ 12.50') ? 'Ready' : 'NotYet');

const parentOf = (pid: string): string => {
  try {
    // The name in parentheses may hold anything.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) \S+ (\d+) .*$/s, '$1');
  } catch {
    return '';
  }
};

/** Processes of the browsers that this very process has launched. */
const chromiumProcesses = (): string[] =>
  readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    for (let ancestor = parentOf(pid); ancestor !== '' && ancestor !== '0'; ancestor = parentOf(ancestor)) {
      if (ancestor === String(process.pid)) return cmdlineOf(pid).includes('scrap-prices-profile-');
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
const profilesOf = (pids: readonly string[]): string[] => [
  ...new Set(pids.flatMap((pid) => /--user-data-dir=([^\0]+)/.exec(cmdlineOf(pid))?.[1] ?? [])),
];

describe('the browser tier', () => {
  let tier: ReturnType<typeof newTier>;
  const load = (
    path: string,
    options: { waitFor?: string; timeoutMs?: number; judge?: typeof isPriced } = {},
  ) =>
    tier.load(
      {
        url: origin + path,
        signal: AbortSignal.timeout(12_000),
        timeoutMs: options.timeoutMs ?? 5_000,
        waitFor: options.waitFor,
      },
      options.judge ?? isPriced,
    );
  const outcome = (path: string, options: Parameters<typeof load>[1] = {}): Promise<string | PageLoad> =>
    load(path, options).catch((error: unknown) => {
      if (error instanceof WebError) return error.code;
      throw error;
    });

  beforeAll(() => {
    tier = newTier();
  });
  afterAll(() => tier.close());

  it.each<[string, Partial<PageLoad>]>([
    ['/good', { httpStatus: 200, renderMode: 'Browser' }],
    ['/late', { httpStatus: 200 }],
    ['/popups', { httpStatus: 200 }],
    ['/beforeunload', { httpStatus: 200 }],
    ['/print', { httpStatus: 200 }],
    ['/gone', { httpStatus: 404 }],
  ])('brings %s as it is rendered', async (path, expected) => {
    const page = (await outcome(path)) as PageLoad;
    expect(page).toMatchObject({ finalUrl: origin + path, ...expected });
    if (expected.httpStatus === 200) expect(page.html).toContain('€ 12.50');
  });

  it('takes the price that a page settles on, not the first one', async () => {
    const { html } = await load('/rewritten', { judge: (text) => (/€ \d/.test(text) ? 'Ready' : 'NotYet') });
    expect(html).toContain('<p id="p">€ 12.50</p>');
  });

  it('awaits the selector that a caller names', async () => {
    expect((await load('/wanted', { waitFor: '#w' })).html).toContain('€ 13.50');
  });

  it('ends a page with a heartbeat at the end of its time, with what stands on it', async () => {
    expect(await load('/heartbeat')).toMatchObject({ httpStatus: 200 });
  });

  it('does not read a page at each of its changes', async () => {
    let looks = 0;
    const judge = (): Readiness => {
      looks += 1;
      return 'NotYet';
    };
    await load('/restless', { judge, timeoutMs: 3_000 });
    expect(looks).toBeGreaterThan(3);
    expect(looks).toBeLessThanOrEqual(3_000 / 60);
  });

  it('takes what stands on a page whose markup does not end', async () => {
    expect((await load('/trickling', { timeoutMs: 3_000 })).html).toContain('€ 12.50');
  });

  it('ends a page that removes its document, with nothing on it', async () => {
    expect((await load('/emptied')).html).not.toContain('€');
  });

  it.each([
    ['/loop', 'Timeout'],
    ['/loop-at-once', 'Timeout'],
    ['/alerts', 'Timeout'],
    ['/never', 'Timeout'],
    ['/drip', 'Timeout'],
    ['/reload', 'TooManyRedirects'],
    ['/redirect/0', 'TooManyRedirects'],
    ['/download', 'UnsupportedContent'],
    ['/pdf', 'UnsupportedContent'],
  ])(
    'ends %s as %s, and its neighbours load',
    async (path, code) => {
      const [hostile, good] = await Promise.all([outcome(path, { timeoutMs: 3_000 }), outcome('/good')]);
      expect(hostile).toBe(code);
      expect((good as PageLoad).html).toContain('€ 12.50');
    },
    20_000,
  );

  it.each(['/endless', '/bomb', '/nodes', '/deep', '/html'])(
    'ends %s by its caps, and its neighbours load',
    async (path) => {
      const [hostile, good] = await Promise.all([outcome(path, { timeoutMs: 4_000 }), outcome('/good')]);
      // Which cap is met first depends on the machine: bytes, elements, or the time of a command.
      expect(['TooLarge', 'Timeout', 'RendererCrashed']).toContain(hostile);
      expect((good as PageLoad).html).toContain('€ 12.50');
    },
    20_000,
  );

  it('ends a page that takes all memory, and goes on', async () => {
    // It is killed for its memory, unless the time of a command is over first: it answers none while it allocates.
    expect(['RendererCrashed', 'Timeout']).toContain(await outcome('/memory', { timeoutMs: 8_000 }));
    expect(((await outcome('/good')) as PageLoad).httpStatus).toBe(200);
  }, 30_000);

  it('keeps nothing of one page for the next', async () => {
    await load('/cookie-set');
    expect((await load('/cookie-get')).html).toContain('<h1>clean</h1>');
  });
});

describe('a browser', () => {
  it('that is killed fails its pages, and the next page gets a new one', async () => {
    const tier = newTier();
    const request = { url: `${origin}/never`, signal: AbortSignal.timeout(10_000), timeoutMs: 8_000 };
    await tier.load({ ...request, url: `${origin}/good` }, isPriced);
    const hanging = tier.load(request, isPriced).then(
      () => 'loaded',
      (error: WebError) => error.code,
    );
    for (const pid of chromiumProcesses()) execFileSync('kill', ['-9', pid]);
    expect(await hanging).toBe('RendererCrashed');
    expect((await tier.load({ ...request, url: `${origin}/good` }, isPriced)).httpStatus).toBe(200);
    await tier.close();
  }, 30_000);

  it('leaves no process and no folder, whatever it was doing', async () => {
    const tier = newTier();
    const request = { signal: AbortSignal.timeout(10_000), timeoutMs: 8_000 };
    const loads = ['/loop-at-once', '/popups', '/never'].map((path) =>
      tier.load({ ...request, url: origin + path }, () => 'NotYet').catch(() => {}),
    );
    await loads[1];
    const running = chromiumProcesses();
    const profiles = profilesOf(running);
    expect(profiles).toHaveLength(1);
    await tier.close();
    await Promise.all(loads);
    expect(running.filter((pid) => cmdlineOf(pid) !== '')).toEqual([]);
    expect(profiles.filter((folder) => existsSync(folder))).toEqual([]);
  }, 30_000);

  it('sees nothing of our environment and opens no port', async () => {
    process.env.AWS_SESSION_TOKEN = 'planted';
    const tier = newTier();
    try {
      await tier.load({ url: `${origin}/good`, signal: AbortSignal.timeout(10_000) }, isPriced);
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
  }, 30_000);

  it('is refused to a closed tier', async () => {
    const tier = newTier();
    await tier.close();
    await expect(
      tier.load({ url: `${origin}/good`, signal: AbortSignal.timeout(5_000) }, isPriced),
    ).rejects.toMatchObject({ code: 'RendererCrashed' });
  });
});
