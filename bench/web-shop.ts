import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { generateProductPage } from './product-page.ts';

/** Size of a page's markup before compression. */
const pageBytes = 100_000;

/** Delay of each subresource. */
const subResourceDelayMs = 30;

const styleSheets = Array.from({ length: 6 }, (_, index) => `/style-${index}.css`);
const libraries = Array.from({ length: 17 }, (_, index) => `/library-${index}.js`);

/** Time in which a slow shop serves a page with everything it loads, ms. */
const slowShopMs = 2_000;
/** Sequential responses: the document, its parts over six connections, the price. */
const slowRenderedDelayMs = slowShopMs / (1 + 4 + 1);
/** Delay of the document by kind of page, ms. */
const slowPages: Readonly<Record<string, number>> = {
  'slow-plain': slowShopMs,
  'slow-rendered': slowRenderedDelayMs,
};

/** Subresources of a rendered page: the median of real shops without trackers. */
const subResources = new Map<string, { type: string; body: string }>([
  ...styleSheets.map(
    (path, index) => [path, { type: 'text/css', body: `.sheet-${index}{display:flex}`.repeat(200) }] as const,
  ),
  ...libraries.map(
    (path, index) =>
      [
        path,
        {
          type: 'text/javascript',
          body: `(function(){var n=[];for(var i=0;i<1000;i++)n.push({id:i,key:"k"+i});window.library${index}=n})();`,
        },
      ] as const,
  ),
  [
    '/app.js',
    {
      type: 'text/javascript',
      body: "fetch('/price.json').then((r)=>r.json()).then(({price})=>{document.getElementById('price').textContent=price})",
    },
  ],
  ['/price.json', { type: 'application/json', body: '{"price":"129,90 €"}' }],
]);

const rendered = generateProductPage({
  bytes: pageBytes,
  isRendered: true,
  styleSheets,
  scripts: [...libraries, '/app.js'],
});
const pages: Readonly<Record<string, Buffer>> = {
  plain: gzipSync(generateProductPage({ bytes: pageBytes })),
  rendered: gzipSync(rendered),
  // As large as the largest known product pages.
  large: gzipSync(generateProductPage({ bytes: 6_000_000 })),
  // Holds as much memory as heavy shops.
  heavy: gzipSync(
    rendered.replace('</head>', '<script>window.held=new Uint8Array(150e6).fill(1)</script></head>'),
  ),
};
/** Runs a loopback shop in its own process, so that it does not count towards the scraper. */
const server = createServer(async (request, response) => {
  const path = request.url ?? '';
  const [, kind = ''] = path.split('/');
  const isSlow = kind in slowPages || /\/slow-/.test(request.headers.referer ?? '');
  const part = subResources.get(path);
  if (part) {
    await delay(isSlow ? slowRenderedDelayMs : subResourceDelayMs);
    response.writeHead(200, { 'Content-Type': part.type }).end(part.body);
    return;
  }
  if (isSlow) await delay(slowPages[kind]);
  const page = pages[kind.replace('slow-', '')] ?? pages.plain!;
  response.writeHead(200, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Encoding': 'gzip',
    'Content-Length': page.length,
  });
  response.end(page);
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.once('disconnect', () => process.exit());
