// Tries all known ways in which a page can make real Chromium reach a forbidden address. A control run with
// the canary on the allow-list shows that the ways work if allowed.
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { chromiumFlags, type FlagSet, flagSets } from '../../../lambdas/web/browser/chromium-flags.ts';
import type { PageProtection } from '../../../lambdas/web/browser/open-page.ts';
import { createFlagSetChoice } from '../../../lambdas/web/browser/start-browser.ts';
import { createEgressPolicy } from '../../../lambdas/web/egress/egress-policy.ts';
import { WebError } from '../../../lambdas/web/web-error.ts';
import { openPolicy } from '../egress/open-policy.ts';
import { type Canary, startCanary, startPages } from './canary.ts';
import { amplyMs, browserFor } from './loopback-browser.ts';

vi.setConfig({ testTimeout: amplyMs });

/** Ways of a page to reach a URL; `u(way)` is the canary's address with the way's name in its path. */
const ways: Record<string, (u: (way: string) => string) => string> = {
  fetch: (u) => `<script>fetch('${u('fetch')}').catch(()=>{})</script>`,
  'fetch-no-cors': (u) => `<script>fetch('${u('fetch-no-cors')}',{mode:'no-cors'}).catch(()=>{})</script>`,
  'fetch-keepalive': (u) =>
    `<script>fetch('${u('fetch-keepalive')}',{keepalive:true,method:'POST',body:'x',mode:'no-cors'}).catch(()=>{})</script>`,
  xhr: (u) => `<script>{const x=new XMLHttpRequest();x.open('GET','${u('xhr')}');x.send()}</script>`,
  beacon: (u) => `<script>navigator.sendBeacon('${u('beacon')}','x')</script>`,
  eventsource: (u) => `<script>new EventSource('${u('eventsource')}')</script>`,
  websocket: (u) => `<script>new WebSocket('${u('websocket').replace('http', 'ws')}')</script>`,
  script: (u) => `<script src="${u('script')}"></script>`,
  module: (u) => `<script type="module" src="${u('module')}"></script>`,
  'dynamic-import': (u) => `<script>import('${u('dynamic-import')}').catch(()=>{})</script>`,
  css: (u) => `<link rel="stylesheet" href="${u('css')}">`,
  'css-import': (u) => `<style>@import url('${u('css-import')}');</style>`,
  preload: (u) => `<link rel="preload" as="script" href="${u('preload')}">`,
  modulepreload: (u) => `<link rel="modulepreload" href="${u('modulepreload')}">`,
  prefetch: (u) => `<link rel="prefetch" href="${u('prefetch')}">`,
  preconnect: (u) => `<link rel="preconnect" href="${u('preconnect')}">`,
  'dns-prefetch': (u) => `<link rel="dns-prefetch" href="${u('dns-prefetch')}">`,
  prerender: (u) => `<link rel="prerender" href="${u('prerender')}">`,
  speculation: (u) =>
    `<script type="speculationrules">{"prefetch":[{"source":"list","urls":["${u('speculation')}"]}]}</script>`,
  manifest: (u) => `<link rel="manifest" href="${u('manifest')}">`,
  icon: (u) => `<link rel="icon" href="${u('icon')}">`,
  iframe: (u) => `<iframe src="${u('iframe')}"></iframe>`,
  'iframe-srcdoc': (u) => `<iframe srcdoc="<script src='${u('iframe-srcdoc')}'></script>"></iframe>`,
  'iframe-data': (u) => `<iframe src="data:text/html,<script src='${u('iframe-data')}'></script>"></iframe>`,
  'iframe-blob': (u) =>
    `<script>{const f=document.createElement('iframe');f.src=URL.createObjectURL(new Blob(["<script src='${u('iframe-blob')}'></"+"script>"],{type:'text/html'}));document.documentElement.append(f)}</script>`,
  frame: (u) =>
    `<script>{const f=document.createElement('iframe');document.documentElement.append(f);f.contentWindow.location='${u('frame')}'}</script>`,
  object: (u) => `<object data="${u('object')}" type="text/html"></object>`,
  embed: (u) => `<embed src="${u('embed')}" type="text/html">`,
  img: (u) => `<img src="${u('img')}">`,
  'img-srcset': (u) => `<img srcset="${u('img-srcset')} 1x">`,
  picture: (u) => `<picture><source srcset="${u('picture')}"><img></picture>`,
  'input-image': (u) => `<input type="image" src="${u('input-image')}">`,
  background: (u) => `<div style="background:url('${u('background')}')">x</div>`,
  font: (u) => `<style>@font-face{font-family:f;src:url('${u('font')}')}p{font-family:f}</style><p>x</p>`,
  video: (u) => `<video src="${u('video')}" autoplay muted></video>`,
  audio: (u) => `<audio src="${u('audio')}" autoplay></audio>`,
  track: (u) => `<video><track default src="${u('track')}"></video>`,
  poster: (u) => `<video poster="${u('poster')}"></video>`,
  'svg-image': (u) => `<svg><image href="${u('svg-image')}"/></svg>`,
  'svg-use': (u) => `<svg><use href="${u('svg-use')}#x"/></svg>`,
  worker: (u) =>
    `<script>new Worker(URL.createObjectURL(new Blob(["fetch('${u('worker')}',{mode:'no-cors'})"])))</script>`,
  'import-scripts': (u) =>
    `<script>new Worker(URL.createObjectURL(new Blob(["importScripts('${u('import-scripts')}')"])))</script>`,
  'shared-worker': (u) =>
    `<script>new SharedWorker(URL.createObjectURL(new Blob(["fetch('${u('shared-worker')}',{mode:'no-cors'})"])))</script>`,
  'worker-websocket': (u) =>
    `<script>new Worker(URL.createObjectURL(new Blob(["new WebSocket('${u('worker-websocket').replace('http', 'ws')}')"])))</script>`,
  worklet: (u) => `<script>try{CSS.paintWorklet.addModule('${u('worklet')}').catch(()=>{})}catch{}</script>`,
  form: (u) =>
    `<iframe name="t1"></iframe><form id="f1" target="t1" action="${u('form')}" method="post"></form><script>f1.submit()</script>`,
  'form-get': (u) =>
    `<iframe name="t2"></iframe><form id="f2" target="t2" action="${u('form-get')}"></form><script>f2.submit()</script>`,
  popup: (u) => `<script>window.open('${u('popup')}')</script>`,
  'anchor-blank': (u) =>
    `<a id="a1" href="${u('anchor-blank')}" target="_blank">x</a><script>a1.click()</script>`,
  ping: (u) => `<a id="a2" href="#x" ping="${u('ping')}">x</a><script>a2.click()</script>`,
  'report-to': (u) =>
    `<script>try{new ReportingObserver(()=>{}).observe()}catch{};fetch('${u('report-to')}',{method:'HEAD',mode:'no-cors'}).catch(()=>{})</script>`,
  webtransport: (u) =>
    `<script>try{new WebTransport('${u('webtransport').replace('http:', 'https:')}').ready.catch(()=>{})}catch{}</script>`,
  xslt: (u) =>
    `<script>try{const p=new XSLTProcessor();p.importStylesheet(new DOMParser().parseFromString('<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:import href="${u('xslt')}"/></xsl:stylesheet>','text/xml'))}catch{}</script>`,
  'late-fetch': (u) =>
    `<script>setTimeout(()=>fetch('${u('late-fetch')}',{mode:'no-cors'}).catch(()=>{}),200)</script>`,
};

/** Ways blocked by something other than the egress policy, which the control run does not see either. */
const blockedOtherwise = new Set([
  // Images and fonts are not loaded, see the switches.
  ...['img', 'img-srcset', 'picture', 'input-image', 'background', 'font', 'poster', 'svg-image', 'icon'],
  // Opens a connection without a request.
  'preconnect',
  // HTTP/3 only; QUIC is off.
  'webtransport',
  // Browser features that headless Chromium, or an insecure origin, does not have.
  ...['dns-prefetch', 'prerender', 'speculation', 'manifest', 'worklet', 'xslt', 'svg-use', 'ping', 'track'],
  // Prefetches and forms are blocked.
  ...['prefetch', 'form'],
  // Pages cannot open other pages, see the switches.
  ...['popup', 'anchor-blank'],
]);

/** Notations of loopback, and names that resolve to private addresses. */
const hosts = [
  ...[
    '127.0.0.1',
    'localhost',
    'foo.localhost',
    'LOCALHOST',
    'localhost.',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
  ],
  ...[
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '0x7f.1',
    '127.1',
    '127.0.1',
    '0',
    '0.0.0.0',
    '127.000.000.001',
    '１２７.0.0.1',
  ],
  ...[
    '[0:0:0:0:0:0:0:1]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '[fe80::1]',
    '[fc00::1]',
    '[fd00:ec2::254]',
  ],
  ...[
    '169.254.169.254',
    '10.0.0.1',
    '192.168.0.1',
    '172.16.0.1',
    '100.100.100.200',
    'metadata.google.internal',
  ],
  ...[
    'private.shop.example',
    'mixed.shop.example',
    'rebinding.shop.example',
    'six.shop.example',
    'mapped.shop.example',
  ],
];

let lookups = 0;
const resolve = async (hostname: string) => {
  const v4 = (address: string) => ({ address, family: 4 });
  if (hostname === 'mixed.shop.example') return [v4('93.184.216.34'), v4('127.0.0.1')];
  if (hostname === 'six.shop.example') return [{ address: '::1', family: 6 }];
  if (hostname === 'mapped.shop.example') return [{ address: '::ffff:127.0.0.1', family: 6 }];
  if (hostname === 'rebinding.shop.example') {
    lookups += 1;
    // Public on the first lookup, this machine afterwards. The canary's port is forbidden anyway.
    return [v4(lookups === 1 ? '93.184.216.34' : '127.0.0.1')];
  }
  return [v4('127.0.0.1')];
};

let canary: Canary;
let shop: Awaited<ReturnType<typeof startPages>>;

const page = (body: string) => ({ body: `<!doctype html><title>x</title><h1>x</h1>${body}` });
const redirects = [301, 302, 303, 307, 308];

beforeAll(async () => {
  canary = await startCanary();
  const u = (way: string) => `http://127.0.0.1:${canary.port}/${way}`;
  const chunks = Object.values(ways);
  const perPage = 19;
  shop = await startPages({
    ...Object.fromEntries(
      Array.from({ length: Math.ceil(chunks.length / perPage) }, (_, index) => [
        `/ways-${index}`,
        page(
          chunks
            .slice(index * perPage, (index + 1) * perPage)
            .map((way) => way(u))
            .join('\n'),
        ),
      ]),
    ),
    '/hosts': page(
      `<script>for (const h of ${JSON.stringify(hosts)}) { try { fetch('http://'+h+':${canary.port}/host',{mode:'no-cors'}).catch(()=>{}); fetch('http://'+h+'/host',{mode:'no-cors'}).catch(()=>{}) } catch {} }</script>`,
    ),
    '/service-worker': page(`<script>navigator.serviceWorker.register('/sw.js').catch(()=>{})</script>`),
    '/sw.js': {
      headers: { 'Content-Type': 'text/javascript' },
      body: `fetch('${u('service-worker')}',{mode:'no-cors'})`,
    },
    '/webrtc': page(
      `<script>const p=new RTCPeerConnection({iceServers:[{urls:'stun:127.0.0.1:${canary.udpPort}'},{urls:'turn:127.0.0.1:${canary.port}?transport=tcp',username:'u',credential:'p'}]});p.createDataChannel('x');p.createOffer().then(o=>p.setLocalDescription(o))</script>`,
    ),
    '/meta-refresh': page(`<meta http-equiv="refresh" content="0;url=${u('meta-refresh')}">`),
    '/refresh-header': { ...page(''), headers: { Refresh: `0;url=${u('refresh-header')}` } },
    '/location': page(`<script>location='${u('location')}'</script>`),
    '/location-replace': page(`<script>location.replace('${u('location-replace')}')</script>`),
    '/file': page(
      `<script>location='file:///etc/hostname'</script><iframe src="file:///etc/hostname"></iframe>`,
    ),
    '/download': page(`<a id="a3" href="${u('download')}" download>x</a><script>a3.click()</script>`),
    '/view-source': page(`<script>location='view-source:${u('view-source')}'</script>`),
    '/name': page(
      `<script>fetch('http://localhost:${canary.port}/name',{mode:'no-cors'}).catch(()=>{})</script>`,
    ),
    ...Object.fromEntries(
      redirects.map((status) => [
        `/redirect-${status}`,
        { status, headers: { Location: u(`redirect-${status}`) }, body: '' },
      ]),
    ),
  });
}, 60_000);

afterAll(async () => {
  await shop.close();
  await canary.stop();
});
beforeEach(() => canary.reset());

const paths = (): string[] => [
  ...Array.from({ length: Math.ceil(Object.keys(ways).length / 19) }, (_, index) => `/ways-${index}`),
  ...[
    '/hosts',
    '/service-worker',
    '/webrtc',
    '/meta-refresh',
    '/refresh-header',
    '/location',
    '/location-replace',
    '/file',
    '/download',
    '/view-source',
  ],
  ...redirects.map((status) => `/redirect-${status}`),
];

const withTier = async (
  {
    allowed = [],
    flagSet,
    ...options
  }: {
    allowed?: string[];
    flagSet?: FlagSet;
    withoutFlags?: string[];
    unprotectedPages?: PageProtection[];
  },
  use: (load: (url: string) => Promise<string>) => Promise<void>,
): Promise<void> => {
  const tier = browserFor([], {
    policy:
      allowed.length > 0
        ? openPolicy([shop.target, ...allowed], resolve)
        : createEgressPolicy({ allowedTargets: [shop.target], resolve }),
    ...(flagSet && { flagSetChoice: createFlagSetChoice([flagSet]) }),
    ...options,
    // Some of the ways never finish, so such a page ends by its timeout.
    limits: { readyMs: 8_000, quietWithoutPriceMs: 1_000, pages: 6 },
  });
  const load = async (url: string): Promise<string> => {
    try {
      await tier.load({ url, signal: AbortSignal.timeout(amplyMs), timeoutMs: amplyMs }, () => 'NotYet');
      return 'loaded';
    } catch (error) {
      if (error instanceof WebError) return error.code;
      throw error;
    }
  };
  try {
    await use(load);
  } finally {
    await tier.close();
  }
};

describe('the canary', () => {
  it('is reached in every way if the deployment allows it, so the ways work', async () => {
    await withTier({ allowed: [`127.0.0.1:${canary.port}`] }, async (load) => {
      await Promise.all(paths().map((path) => load(shop.origin + path)));
    });
    const expected = Object.keys(ways).filter((way) => !blockedOtherwise.has(way));
    expect(expected.filter((way) => !canary.ways.has(way))).toEqual([]);
    for (const way of [
      'meta-refresh',
      'refresh-header',
      'location',
      ...redirects.map((status) => `redirect-${status}`),
    ]) {
      expect([...canary.ways]).toContain(way);
    }
  });

  it.each(flagSets)('is never reached otherwise, with the switches $name', async (flagSet) => {
    canary.reset();
    const tried = Object.keys(ways).length + hosts.length * 2 + paths().length;
    expect(tried).toBeGreaterThan(60);
    const outcomes: Record<string, string> = {};
    await withTier({ flagSet }, async (load) => {
      await Promise.all(
        paths().map(async (path) => {
          outcomes[path] = await load(shop.origin + path);
        }),
      );
      await Promise.all(
        hosts.map(async (host) => {
          const url = `http://${host}:${canary.port}/direct`;
          expect(await load(url), url).toBe('ForbiddenTarget');
        }),
      );
    });
    expect(canary.touches).toBe(0);
    for (const path of [
      '/location',
      '/meta-refresh',
      '/refresh-header',
      ...redirects.map((status) => `/redirect-${status}`),
    ]) {
      expect(outcomes[path], path).toBe('ForbiddenTarget');
    }
  });
});

describe('each protective switch', () => {
  const touchedWithout = async (
    withoutFlags: string[],
    unprotectedPages: PageProtection[],
    ...tried: string[]
  ): Promise<number> => {
    canary.reset();
    await withTier({ withoutFlags, unprotectedPages }, async (load) => {
      await Promise.all(tried.map((path) => load(shop.origin + path)));
    });
    return canary.touches;
  };

  it('is covered by these tests', () => {
    const names = chromiumFlags({ proxyUrl: '', userAgent: '', hasSharedMemory: false })
      .filter(({ isProtective }) => isProtective)
      .map(({ flag }) => flag.split('=')[0]);
    expect(names).toEqual([
      '--proxy-server',
      '--proxy-bypass-list',
      '--force-webrtc-ip-handling-policy',
      '--host-resolver-rules',
    ]);
  });

  // A page has its own proxy; the browser's proxy refuses everything.
  it('still leaves the other protection if one is missing', async () => {
    const missing: [string[], PageProtection[]][] = [
      [['--proxy-server', '--proxy-bypass-list'], []],
      [[], ['proxyServer']],
    ];
    const touches = missing.map(([flags, page]) => touchedWithout(flags, page, '/ways-0', '/ways-2'));
    expect(await Promise.all(touches)).toEqual([0, 0]);
  });

  it.each<[string[], PageProtection[]]>([
    [['--proxy-server'], ['proxyServer']],
    [[], ['proxyBypassList']],
  ])('%j without, and of the page %j: a page reaches loopback', async (withoutFlags, unprotected) => {
    expect(await touchedWithout(withoutFlags, unprotected, '/ways-0')).toBeGreaterThan(0);
  });

  it('--force-webrtc-ip-handling-policy: without it WebRTC sends datagrams', async () => {
    await touchedWithout(['--force-webrtc-ip-handling-policy'], [], '/webrtc');
    // A datagram has no response to wait for, so poll.
    await expect.poll(() => canary.touches).toBeGreaterThan(0);
  });

  it('--host-resolver-rules: without it and the proxies, names resolve in the browser', async () => {
    const flags = ['--proxy-server', '--proxy-bypass-list'];
    const page: PageProtection[] = ['proxyServer', 'proxyBypassList'];
    expect(await touchedWithout(flags, page, '/name')).toBe(0);
    expect(await touchedWithout([...flags, '--host-resolver-rules'], page, '/name')).toBeGreaterThan(0);
  });
});
