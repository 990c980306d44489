import type { HttpTier, PageLoad, PageRequest, Renderer } from '../../lambdas/web/page-load.ts';
import { WebError } from '../../lambdas/web/web-error.ts';

export type FakePage = Partial<PageLoad> | WebError | ((request: PageRequest) => Promise<PageLoad>);

/** A product page with one price, confirmed by visible text. */
export const productHtml = ({
  sku = '555088-105',
  price = '1226.00',
  name = 'Air One',
} = {}): string => `<!doctype html>
<html lang="en"><head><title>${name}</title>
<script type="application/ld+json">${JSON.stringify({
  '@context': 'https://schema.org',
  '@type': 'Product',
  name,
  sku,
  offers: { '@type': 'Offer', price, priceCurrency: 'EUR', availability: 'https://schema.org/InStock' },
})}</script></head>
<body><main><h1>${name}</h1><p>SKU: ${sku}</p><p class="price">€${price}</p><button>Add to cart</button></main></body></html>`;

/** An application shell, which is empty until its script runs. */
export const shellHtml =
  '<!doctype html><html><head><title>Shop</title></head><body><div id="root"></div><script src="/app.js"></script></body></html>';

const load =
  (pages: Readonly<Record<string, FakePage>>, renderMode: 'Http' | 'Browser', requested: string[]) =>
  async (request: PageRequest): Promise<PageLoad> => {
    requested.push(request.url);
    const page = pages[request.url];
    if (!page) throw new WebError('DnsFailure', `No such host: ${request.url}`, { retryable: true });
    if (page instanceof WebError) throw page;
    if (typeof page === 'function') return page(request);
    return {
      finalUrl: request.url,
      httpStatus: 200,
      headers: { 'content-type': 'text/html' },
      html: '',
      renderMode,
      wireBytes: 1_000,
      attempts: 1,
      ...page,
    };
  };

/** Tiers that return prepared pages by URL, and record requests. */
export const fakeTiers = (
  pages: { http?: Record<string, FakePage>; browser?: Record<string, FakePage> } = {},
) => {
  const requested = { http: [] as string[], browser: [] as string[] };
  const opened = { http: 0, browser: 0, closed: 0 };
  const close = async (): Promise<void> => {
    opened.closed += 1;
  };
  return {
    requested,
    opened,
    openHttpTier: (): HttpTier => {
      opened.http += 1;
      return { load: load(pages.http ?? {}, 'Http', requested.http), close };
    },
    openRenderer: (): Renderer => {
      opened.browser += 1;
      return { load: load(pages.browser ?? {}, 'Browser', requested.browser), close };
    },
  };
};
