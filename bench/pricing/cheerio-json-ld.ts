interface Offer {
  price?: unknown;
  lowPrice?: unknown;
  priceCurrency?: unknown;
}

/** Reads the first offer of each product in a script; none from invalid JSON. */
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

/** The used part of cheerio; peers bring their own. */
export type LoadedPage = (selector: string | object) => { toArray(): object[]; text(): string };

/** Reads the offer from the JSON-LD of a loaded page. */
export const readJsonLdOf = ($: LoadedPage): { price: unknown; currency: unknown } | undefined => {
  for (const script of $('script[type="application/ld+json"]').toArray()) {
    const offer = offersIn($(script).text()).at(-1);
    if (offer) return { price: offer.price ?? offer.lowPrice, currency: offer.priceCurrency };
  }
  return undefined;
};
