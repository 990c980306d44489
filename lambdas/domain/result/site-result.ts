// The result of one selling site, as `Data.Sites` has it, and its packed form in the store.
// Amounts are decimal strings, unknown values null, and every value has its evidence.
// Error codes with their meanings are in site-errors.ts.

import * as z from 'zod';
import { conditions, mapEchoed } from '../site/site-members.ts';
import {
  availabilities,
  confidences,
  evidenceSources,
  identityGrounds,
  identityVerdicts,
  outcomes,
} from './result-values.ts';
import { type SiteErrorCode, siteErrorCodes } from './site-errors.ts';

const amountSchema = z.string().regex(/^\d+(\.\d+)?$/);
const currencySchema = z
  .string()
  .regex(/^[A-Z]{3}$/)
  .nullable();

/** An amount as the page prints it: decimal string in major units, never a float. */
export const moneySchema = z.object({
  Amount: amountSchema.describe(
    'Decimal string in major units with the digits of the page, such as `1226.00`. Never a float.',
  ),
  Currency: currencySchema.describe('ISO 4217 code; null if the page does not state it. Never a default.'),
  Raw: z.string().describe('The text on the page.'),
});

/** Shipping cost, `0` if free; `FreeFrom` is the order value from which it is. */
export const shippingSchema = moneySchema.extend({
  FreeFrom: amountSchema.optional().describe('Order value from which shipping is free, if stated.'),
});

/** The measure that a unit price is for. */
export const unitMeasureSchema = z.object({
  Raw: z.string().describe('As on the page, such as `100 ml`.'),
  Quantity: amountSchema.describe('Number of units.'),
  UnitCode: z.string().describe('UN/CEFACT Recommendation 20 code, such as `MLT`.'),
});
export const unitPriceSchema = moneySchema.extend({
  Per: unitMeasureSchema.describe('The measure that the price is for.'),
});

/** An exact sum of amounts on the page. */
export const sumSchema = z.object({
  Amount: amountSchema.describe('Decimal string in major units; the exact sum.'),
  Currency: currencySchema.describe('ISO 4217 code; null if the page does not state it.'),
});
/** An amount and its currency; null if the page does not state it. */
export type Price = z.infer<typeof sumSchema>;

/** A size as one country writes it. */
export const regionalSizeSchema = z.object({
  Region: z
    .string()
    .nullable()
    .describe('Sizing system, such as `EU`, or `US W` where a country sizes by wearer; null if unknown.'),
  Size: z.string().describe('As the shop writes it.'),
});

export const variantSchema = z.object({
  Id: z.string().nullable().describe('The shop’s own identifier of the variant.'),
  Size: z.string().nullable().describe('As the shop writes it.'),
  SizeRegion: z.string().nullable().describe('Sizing system.'),
  Sizes: z
    .array(regionalSizeSchema)
    .optional()
    .describe('The same size in every system that the page gives; absent if it gives none.'),
  Color: z.string().nullable().describe('As the shop writes it.'),
  Price: moneySchema.nullable().describe('The variant’s own price.'),
  HighestBid: moneySchema.optional().describe('On resale markets: the highest bid; absent if not stated.'),
  LastSale: moneySchema
    .optional()
    .describe('On resale markets: the price of the last sale; absent if not stated.'),
  OfferCount: z.int().min(0).optional().describe('Number of sellers; absent if not stated.'),
  Availability: z.enum(availabilities).describe('The variant’s own availability.'),
});

/** Where a field's value was found on the page. */
export const evidenceSchema = z.object({
  Field: z.string().describe('Member of the result that this is evidence for.'),
  Source: z.enum(evidenceSources).describe('Kind of source.'),
  Path: z.string().describe('Exact location.'),
  Raw: z.string().describe('The text at that location.'),
  Agrees: z.array(z.enum(evidenceSources)).describe('Independent sources that say the same.'),
});

export const offerSchema = z.object({
  Seller: z.object({ Name: z.string() }).nullable().describe('The seller; null if not stated.'),
  Price: moneySchema.describe('The seller’s price.'),
  Shipping: shippingSchema
    .nullable()
    .describe('Shipping of this offer; null if not stated, `Amount` 0 if free.'),
  Total: sumSchema
    .nullable()
    .describe(
      'Exact sum of `Price` and `Shipping`; null if one of them is missing or their currencies differ.',
    ),
  Condition: z.enum(conditions).nullable().describe('Condition of the item; null if not stated.'),
  Availability: z.enum(availabilities).describe('Availability of this offer.'),
  IsFeatured: z.boolean().describe('True if the page sells this offer unless a buyer chooses another.'),
  Evidence: z.array(evidenceSchema).describe('Where on the page its values were found.'),
});

/** A price that was found but not chosen, because nothing on the page decides between several. */
export const candidateSchema = z.object({
  Price: moneySchema.describe('The price found.'),
  Source: z.enum(evidenceSources).describe('Kind of source.'),
  Path: z.string().describe('Exact location.'),
});

export const identitySchema = z.object({
  Verdict: z
    .enum(identityVerdicts)
    .describe(
      '`Same`, `Different`, or `Unknown` if the page states too little. Without `Expect` only numbers count, and a number other than the requested SKU is `Unknown` with the warning `SkuDiffers`, since shops have numbers of their own.',
    ),
  By: z.array(z.enum(identityGrounds)).describe('The fields that decided.'),
});

export const siteErrorSchema = z.object({
  Code: z.enum(siteErrorCodes).describe('Machine-readable code; docs/errors.md lists all codes.'),
  Message: z.string().describe('Explanation for people.'),
  Retryable: z.boolean().describe('True if another request may succeed.'),
});

/** The pricing engine's result for one page. */
const extractionSchema = z.object({
  Outcome: z
    .enum(outcomes)
    .describe(
      '`OutOfStock` is a success; its price may be null. `Ambiguous`: `Candidates` lists the prices found, and none was guessed. `NotFound`: the site does not have the product. `Blocked`: captcha, denial, consent or login wall.',
    ),
  Sku: z.string().nullable().describe('The shop’s own number of the product, as the page states it.'),
  Gtin: z.string().nullable().describe('GTIN that the page states.'),
  Mpn: z.string().nullable().describe('Manufacturer part number that the page states.'),
  Title: z.string().nullable().describe('Name of the product.'),
  Brand: z.string().nullable().describe('Brand of the product.'),
  Identity: identitySchema.describe('Comparison of the page’s product with the requested one.'),
  Price: moneySchema
    .nullable()
    .describe(
      'The price that a buyer without membership pays now: after discounts, and including tax if prices with and without it are shown.',
    ),
  ListPrice: moneySchema.nullable().describe('Price before the discount; only if higher than `Price`.'),
  PriceRange: z
    .object({ Low: moneySchema, High: moneySchema })
    .nullable()
    .describe('Lowest and highest price of an aggregate offer.'),
  Shipping: shippingSchema.nullable().describe('Shipping cost, if stated.'),
  UnitPrice: unitPriceSchema.nullable().describe('Price per measure, if stated beside the price.'),
  LowestRecentPrice: moneySchema
    .nullable()
    .describe('Lowest price of the last 30 days, which sellers in the EU must show; not a list price.'),
  ValidUntil: z
    .string()
    .nullable()
    .describe('End of the price’s validity, as stated: an ISO 8601 date or time.'),
  Availability: z.enum(availabilities).describe('Availability, by schema.org names.'),
  Condition: z.enum(conditions).nullable().describe('Condition of the item.'),
  Seller: z.object({ Name: z.string() }).nullable().describe('The seller, on a marketplace.'),
  Offers: z
    .array(offerSchema)
    .describe(
      'Offers of several sellers, in page order; empty if the page has a single offer. `Price` is the featured one’s; if none is featured, `Confidence` is not `High`.',
    ),
  Variants: z.array(variantSchema).describe('Variants on the page with their own price and availability.'),
  Confidence: z
    .enum(confidences)
    .nullable()
    .describe('`High`: independent sources agree. `Medium`: one good source. `Low`: a heuristic alone.'),
  Evidence: z.array(evidenceSchema).describe('Where on the page each value was found.'),
  Candidates: z
    .array(candidateSchema)
    .describe('Prices found but not chosen, because nothing on the page decides between them.'),
  Warnings: z.array(z.string()).describe('Remarks of the form `Code: sentence.`'),
  Error: siteErrorSchema.nullable().describe('Why there is no price; null if there is one.'),
});

/** One entry of `Data.Sites`. */
export const siteResultSchema = z.object({
  Index: z.int().min(0).describe('Position of the site in the request, from 0.'),
  Name: z.string().nullable().describe('`Name` of the site as given.'),
  ...mapEchoed((name) => z.string().nullable().describe(`\`${name}\` of the site as given.`)),
  RequestedSku: z.string().describe('SKU requested at this site.'),
  ...extractionSchema.shape,
  Url: z.string().nullable().describe('Requested address, with the SKU inserted.'),
  FinalUrl: z.string().nullable().describe('Address of the page that was read, after redirects.'),
  HttpStatus: z.int().nullable().describe('HTTP status of that page.'),
  RenderMode: z.enum(['Http', 'Browser']).nullable().describe('`Browser` if the page was rendered.'),
  FetchedAt: z.iso.datetime().nullable().describe('When the page was read.'),
  DurationMs: z.int().min(0).describe('Time spent on this site, in milliseconds.'),
  Attempts: z.int().min(0).describe('Number of fetches, retries included.'),
});

export type Outcome = (typeof outcomes)[number];
export type Availability = (typeof availabilities)[number];
export type Condition = (typeof conditions)[number];
export type EvidenceSource = (typeof evidenceSources)[number];
export type Confidence = (typeof confidences)[number];
export type { SiteErrorCode };
export type Money = z.infer<typeof moneySchema>;
export type Shipping = z.infer<typeof shippingSchema>;
export type UnitMeasure = z.infer<typeof unitMeasureSchema>;
export type UnitPrice = z.infer<typeof unitPriceSchema>;
export type Offer = z.infer<typeof offerSchema>;
export type Variant = z.infer<typeof variantSchema>;
export type Evidence = z.infer<typeof evidenceSchema>;
export type Candidate = z.infer<typeof candidateSchema>;
export type IdentityGround = (typeof identityGrounds)[number];
export type Identity = z.infer<typeof identitySchema>;
export type SiteError = z.infer<typeof siteErrorSchema>;
export type Extraction = z.infer<typeof extractionSchema>;
export type SiteResult = z.infer<typeof siteResultSchema>;
