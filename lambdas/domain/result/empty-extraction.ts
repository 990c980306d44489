import type { Extraction } from './site-result.ts';

/** Members of a result that qualify its price, all absent. */
export const noPriceTerms = {
  ListPrice: null,
  PriceRange: null,
  Shipping: null,
  UnitPrice: null,
  LowestRecentPrice: null,
  ValidUntil: null,
} satisfies Partial<Extraction>;

/** An extraction that found nothing and gives no reason; the base of all others. */
export const emptyExtraction: Readonly<Extraction> = {
  Outcome: 'Failed',
  Sku: null,
  Gtin: null,
  Mpn: null,
  Title: null,
  Brand: null,
  Identity: { Verdict: 'Unknown', By: [] },
  Price: null,
  ...noPriceTerms,
  Availability: 'Unknown',
  Condition: null,
  Seller: null,
  Offers: [],
  Variants: [],
  Confidence: null,
  Evidence: [],
  Candidates: [],
  Warnings: [],
  Error: null,
};
