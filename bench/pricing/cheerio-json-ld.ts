import * as cheerio from 'cheerio';

/** The peer: what a common scraper does, JSON-LD alone, read through cheerio. */
export const readJsonLdWithCheerio = (html: string): { price: unknown; currency: unknown } | undefined => {
  const $ = cheerio.load(html);
  let found: { price: unknown; currency: unknown } | undefined;
  $('script[type="application/ld+json"]').each((_, element) => {
    if (found) return;
    try {
      const data: unknown = JSON.parse($(element).text());
      const nodes = Array.isArray(data) ? data : ((data as { '@graph'?: unknown[] })['@graph'] ?? [data]);
      for (const node of nodes as Record<string, unknown>[]) {
        if (node?.['@type'] !== 'Product') continue;
        const offers = [node.offers].flat()[0] as
          | { price?: unknown; lowPrice?: unknown; priceCurrency?: unknown }
          | undefined;
        if (offers) found = { price: offers.price ?? offers.lowPrice, currency: offers.priceCurrency };
      }
    } catch {
      // Broken data: the peer finds nothing.
    }
  });
  return found;
};
