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

/** The peer: what a common scraper does, JSON-LD alone, read through cheerio. */
export const readJsonLdWithCheerio = (html: string): { price: unknown; currency: unknown } | undefined => {
  const $ = cheerio.load(html);
  for (const script of $('script[type="application/ld+json"]').toArray()) {
    const offer = offersIn($(script).text()).at(-1);
    if (offer) return { price: offer.price ?? offer.lowPrice, currency: offer.priceCurrency };
  }
  return undefined;
};
