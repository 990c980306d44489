import * as cheerio from 'cheerio';

interface Offer {
  price?: unknown;
  lowPrice?: unknown;
  priceCurrency?: unknown;
}

/** The offers of one script, the first of each product; none in broken data, as the peer finds nothing there. */
const offersIn = (script: string): Offer[] => {
  try {
    const data: unknown = JSON.parse(script);
    const nodes = Array.isArray(data) ? data : ((data as { '@graph'?: unknown[] })['@graph'] ?? [data]);
    return (nodes as Record<string, unknown>[])
      .filter((node) => node?.['@type'] === 'Product')
      .flatMap(({ offers }) => ([offers].flat()[0] as Offer | null | undefined) ?? []);
  } catch {
    return [];
  }
};

/** As much of cheerio's document as is asked here; peers bring a cheerio of their own. */
type LoadedPage = (selector: string | object) => { toArray(): object[]; text(): string };

/** The offer in the JSON-LD of a page that is loaded already. */
export const readJsonLdOf = ($: LoadedPage): { price: unknown; currency: unknown } | undefined => {
  for (const script of $('script[type="application/ld+json"]').toArray()) {
    const offer = offersIn($(script).text()).at(-1);
    if (offer) return { price: offer.price ?? offer.lowPrice, currency: offer.priceCurrency };
  }
  return undefined;
};

/** The peer: what a common scraper does, JSON-LD alone, read through cheerio. */
export const readJsonLdWithCheerio = (html: string): { price: unknown; currency: unknown } | undefined =>
  readJsonLdOf(cheerio.load(html) as unknown as LoadedPage);
