import * as z from 'zod';

/** Outcome of one selling site; `OutOfStock` is a success, `Ambiguous` means that nothing was guessed. */
export const outcomes = ['Priced', 'OutOfStock', 'Ambiguous', 'NotFound', 'Blocked', 'Failed'] as const;
export const availabilities = [
  'InStock',
  'OutOfStock',
  'PreOrder',
  'BackOrder',
  'LimitedAvailability',
  'Discontinued',
  'Unknown',
] as const;
export const conditions = ['New', 'Used', 'Refurbished', 'OpenBox', 'Damaged'] as const;
export const evidenceSources = [
  'Selector',
  'JsonLd',
  'Microdata',
  'Rdfa',
  'OpenGraph',
  'EmbeddedState',
  'Visible',
] as const;
export const confidences = ['High', 'Medium', 'Low'] as const;
const identityVerdicts = ['Same', 'Different', 'Unknown'] as const;
export const identityGrounds = ['Gtin', 'Mpn', 'Sku', 'Brand', 'Title', 'Quantity'] as const;
export const siteErrorCodes = [
  'InvalidUrl',
  'ForbiddenTarget',
  'DnsFailure',
  'ConnectionFailed',
  'TlsError',
  'HttpError',
  'NotFound',
  'TooLarge',
  'UnsupportedContent',
  'TooManyRedirects',
  'Timeout',
  'BotChallenge',
  'AccessDenied',
  'RateLimitedBySite',
  'ConsentWall',
  'LoginRequired',
  'NoPriceFound',
  'SelectorNotMatched',
  'VariantNotFound',
  'SkuNotFound',
  'CurrencyMismatch',
  'ConditionMismatch',
  'SellerMismatch',
  'ProductMismatch',
  'RobotsDisallowed',
  'AmbiguousPrice',
  'RendererCrashed',
  'Internal',
] as const;

const amountSchema = z.string().regex(/^\d+(\.\d+)?$/);
const currencySchema = z
  .string()
  .regex(/^[A-Z]{3}$/)
  .nullable();

/** An amount as the page prints it: decimal string in major units, never a float. */
export const moneySchema = z.object({ Amount: amountSchema, Currency: currencySchema, Raw: z.string() });

/** What carriage costs, `0` where it is free; `FreeFrom` is what must be bought for that. */
export const shippingSchema = moneySchema.extend({ FreeFrom: amountSchema.optional() });

/** For how much a unit price is, as the page prints it, and by UN/CEFACT Recommendation 20. */
export const unitMeasureSchema = z.object({ Raw: z.string(), Quantity: amountSchema, UnitCode: z.string() });
export const unitPriceSchema = moneySchema.extend({ Per: unitMeasureSchema });

/** A sum that is made of what the page states. */
export const sumSchema = z.object({ Amount: amountSchema, Currency: currencySchema });
/** An amount in a currency; null where the page does not say which. */
export type Price = z.infer<typeof sumSchema>;

/** A size as one country writes it. */
export const regionalSizeSchema = z.object({ Region: z.string().nullable(), Size: z.string() });

export const variantSchema = z.object({
  Id: z.string().nullable(),
  Size: z.string().nullable(),
  SizeRegion: z.string().nullable(),
  Sizes: z.array(regionalSizeSchema).optional(),
  Color: z.string().nullable(),
  Price: moneySchema.nullable(),
  HighestBid: moneySchema.optional(),
  LastSale: moneySchema.optional(),
  OfferCount: z.int().min(0).optional(),
  Availability: z.enum(availabilities),
});

/** Where a field's value stands on the page; `Agrees` names the independent sources that say the same. */
export const evidenceSchema = z.object({
  Field: z.string(),
  Source: z.enum(evidenceSources),
  Path: z.string(),
  Raw: z.string(),
  Agrees: z.array(z.enum(evidenceSources)),
});

/** What one of several sellers asks for the product. */
export const offerSchema = z.object({
  Seller: z.object({ Name: z.string() }).nullable(),
  Price: moneySchema,
  Shipping: shippingSchema.nullable(),
  Total: sumSchema.nullable(),
  Condition: z.enum(conditions).nullable(),
  Availability: z.enum(availabilities),
  IsFeatured: z.boolean(),
  Evidence: z.array(evidenceSchema),
});

/** A price that was found and not chosen, because nothing on the page decides for it. */
export const candidateSchema = z.object({
  Price: moneySchema,
  Source: z.enum(evidenceSources),
  Path: z.string(),
});

/** Whether the page's product is the one that was asked for, and by which of its fields. */
export const identitySchema = z.object({
  Verdict: z.enum(identityVerdicts),
  By: z.array(z.enum(identityGrounds)),
});

export const siteErrorSchema = z.object({
  Code: z.enum(siteErrorCodes),
  Message: z.string(),
  Retryable: z.boolean(),
});

/** What the pricing engine reads from one page. */
export const extractionSchema = z.object({
  Outcome: z.enum(outcomes),
  Sku: z.string().nullable(),
  Gtin: z.string().nullable(),
  Mpn: z.string().nullable(),
  Title: z.string().nullable(),
  Brand: z.string().nullable(),
  Identity: identitySchema,
  Price: moneySchema.nullable(),
  ListPrice: moneySchema.nullable(),
  PriceRange: z.object({ Low: moneySchema, High: moneySchema }).nullable(),
  Shipping: shippingSchema.nullable(),
  UnitPrice: unitPriceSchema.nullable(),
  LowestRecentPrice: moneySchema.nullable(),
  ValidUntil: z.string().nullable(),
  Availability: z.enum(availabilities),
  Condition: z.enum(conditions).nullable(),
  Seller: z.object({ Name: z.string() }).nullable(),
  Offers: z.array(offerSchema),
  Variants: z.array(variantSchema),
  Confidence: z.enum(confidences).nullable(),
  Evidence: z.array(evidenceSchema),
  Candidates: z.array(candidateSchema),
  Warnings: z.array(z.string()),
  Error: siteErrorSchema.nullable(),
});

/** One entry of `Data.Sites`: what was read, from where, and how. */
export const siteResultSchema = z.object({
  Index: z.int().min(0),
  Name: z.string().nullable(),
  Reference: z.string().nullable(),
  RequestedSku: z.string(),
  ...extractionSchema.shape,
  Url: z.string().nullable(),
  FinalUrl: z.string().nullable(),
  HttpStatus: z.int().nullable(),
  RenderMode: z.enum(['Http', 'Browser']).nullable(),
  FetchedAt: z.iso.datetime().nullable(),
  DurationMs: z.int().min(0),
  Attempts: z.int().min(0),
});

export type Outcome = (typeof outcomes)[number];
export type Availability = (typeof availabilities)[number];
export type Condition = (typeof conditions)[number];
export type EvidenceSource = (typeof evidenceSources)[number];
export type Confidence = (typeof confidences)[number];
export type SiteErrorCode = (typeof siteErrorCodes)[number];
export type Money = z.infer<typeof moneySchema>;
export type Shipping = z.infer<typeof shippingSchema>;
export type UnitMeasure = z.infer<typeof unitMeasureSchema>;
export type UnitPrice = z.infer<typeof unitPriceSchema>;
export type Offer = z.infer<typeof offerSchema>;
export type RegionalSize = z.infer<typeof regionalSizeSchema>;
export type Variant = z.infer<typeof variantSchema>;
export type Evidence = z.infer<typeof evidenceSchema>;
export type Candidate = z.infer<typeof candidateSchema>;
export type IdentityGround = (typeof identityGrounds)[number];
export type Identity = z.infer<typeof identitySchema>;
export type SiteError = z.infer<typeof siteErrorSchema>;
export type Extraction = z.infer<typeof extractionSchema>;
export type SiteResult = z.infer<typeof siteResultSchema>;

/** Of a result without anything beside its price. */
export const noPriceTerms = {
  ListPrice: null,
  PriceRange: null,
  Shipping: null,
  UnitPrice: null,
  LowestRecentPrice: null,
  ValidUntil: null,
} satisfies Partial<Extraction>;

/** An extraction that found nothing and says nothing of why; the base of every other. */
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
