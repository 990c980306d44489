import type { Extraction } from '../../lambdas/domain/result/site-result.ts';
import { extractOffer } from '../../lambdas/pricing/extract-offer.ts';
import type { ExtractionContext } from '../../lambdas/pricing/sources/extraction-context.ts';
import { allEngines } from '../../lambdas/pricing/sources/selectors/all-engines.ts';

/** Address of every page in these tests unless one says otherwise. */
export const pageUrl = 'https://shop.example/p/walking-boot';

/** A page as small as it can be and still be one. */
export const page = (body: string, head = '', lang = 'en'): string =>
  `<!doctype html><html lang="${lang}"><head><meta charset="utf-8">${head}</head><body>${body}</body></html>`;

/** A script of JSON-LD, from an object or as text. */
export const jsonLd = (data: unknown): string =>
  `<script type="application/ld+json">${typeof data === 'string' ? data : JSON.stringify(data)}</script>`;

/** A page that shows nothing and states things in JSON-LD. */
export const dataPage = (...things: unknown[]): string => page(things.map(jsonLd).join(''));

/** A product's page: its title, heading and block, and more of the head. */
export const productPage = (title: string, block: string, head = '', lang = 'en'): string =>
  page(`<main><h1>${title}</h1>${block}</main>`, `<title>${title}</title>${head}`, lang);

/** JSON-LD of a product with one offer. */
export const stated = (name: string, price: unknown, priceCurrency: string, offer: object = {}): string =>
  jsonLd({ '@type': 'Product', name, offers: { price, priceCurrency, ...offer } });

export const extract = (html: string, context: Partial<ExtractionContext> = {}): Extraction =>
  extractOffer(html, { url: pageUrl, engines: allEngines, ...context });

/** The parts of a result that most tests speak of, in one line. */
export const summary = (result: Extraction): string =>
  [
    result.Outcome,
    result.Price && `${result.Price.Amount} ${result.Price.Currency ?? '?'}`,
    result.ListPrice && `list ${result.ListPrice.Amount}`,
    result.PriceRange && `${result.PriceRange.Low.Amount}..${result.PriceRange.High.Amount}`,
    result.Error?.Code,
  ]
    .filter(Boolean)
    .join(', ');
