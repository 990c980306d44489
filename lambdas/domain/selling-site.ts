import * as z from 'zod';
import { toGtin14 } from './gtin.ts';
import { countryCodes, currencyCodesInUse } from './iso-codes.ts';
import { readLanguageTag } from './language-tag.ts';
import { conditions } from './site-result.ts';

export const maxUrlLength = 2_048;
const maxLocaleLength = 100;
export const selectorTypes = ['Css', 'XPath', 'JsonPath', 'Regex'] as const;
export const renderModes = ['Auto', 'Http', 'Browser'] as const;

const text = (maxLength: number) => z.string().min(1).max(maxLength);

/** SKU: 1 to 128 characters, none of them a control character. Written without `\P{Cc}`, which Python does not read. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it names them to refuse them
export const skuSchema = text(128).regex(/^[^\x00-\x1f\x7f-\x9f]*$/u, 'must not hold control characters');

const isHttpUrl = (value: string): boolean => {
  const url = URL.parse(value.replaceAll('{sku}', 'x'));
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') && url.hostname !== '';
};

const urlSchema = z.string().max(maxUrlLength).refine(isHttpUrl, 'must be an absolute http or https URL');

export const selectorSchema = z.object({
  Type: z.enum(selectorTypes),
  Value: text(1_000),
  Attribute: text(100).optional(),
});

const selectorListSchema = z.array(selectorSchema).min(1).max(20);

export const variantWishSchema = z.object({
  Size: text(100).optional(),
  SizeRegion: text(20).optional(),
  Color: text(100).optional(),
  Id: text(200).optional(),
});

/** What a caller knows of the product, by which a page's own is judged to be the same or another. */
export const expectationSchema = z.object({
  Gtin: text(40)
    .refine(
      (gtin) => toGtin14(gtin) !== undefined,
      'must be a GTIN of 8, 12, 13 or 14 digits, also as "(01)…" of GS1, or an ISBN, with its check digit',
    )
    .optional(),
  Mpn: text(128).optional(),
  Brand: text(100).optional(),
  Title: text(500).optional(),
  Quantity: text(100).optional(),
});

/** A code of a standard. @param meaning - what it must be, with an example. */
const codeSchema = (form: RegExp, codes: ReadonlySet<string>, meaning: string) =>
  z
    .string()
    .regex(form, { error: `must be ${meaning}`, abort: true })
    .refine((code) => codes.has(code), `must be ${meaning}; the standard has none of this name`);

/** Pages of further offers that are followed at most. */
export const maxOfferPages = 5;

/** The members of a selling site without the rules that tie them together. */
export const sellingSiteMembersSchema = z.object({
  Name: text(200).optional(),
  Url: urlSchema.optional(),
  SearchUrl: urlSchema.refine((url) => url.includes('{sku}'), 'must hold the placeholder {sku}').optional(),
  Sku: skuSchema.optional(),
  Country: codeSchema(/^[A-Z]{2}$/, countryCodes, 'an ISO 3166-1 alpha-2 code such as "DE"').optional(),
  // Reading a tag takes time that grows with the square of its length, so a longer one is not looked at. RFC 5646
  // (4.4.1) finds 35 characters enough for every tag in use.
  Locale: z
    .string()
    .max(maxLocaleLength, { abort: true })
    .refine((tag) => readLanguageTag(tag) !== undefined, 'must be a BCP 47 tag such as "de-DE"')
    .optional(),
  Currency: codeSchema(/^[A-Z]{3}$/, currencyCodesInUse, 'an ISO 4217 code in use such as "EUR"').optional(),
  Variant: variantWishSchema.optional(),
  Condition: z.enum(conditions).optional(),
  Seller: text(200).optional(),
  Expect: expectationSchema.optional(),
  MaxOfferPages: z.int().min(0).max(maxOfferPages).optional(),
  RenderMode: z.enum(renderModes).optional(),
  Selectors: z
    .object({
      Price: selectorListSchema.optional(),
      ListPrice: selectorListSchema.optional(),
      Currency: selectorListSchema.optional(),
      Availability: selectorListSchema.optional(),
      Title: selectorListSchema.optional(),
    })
    .optional(),
  WaitFor: text(1_000).optional(),
  TimeoutSeconds: z.int().min(1).max(120).optional(),
  Reference: text(500).optional(),
});

// Also asked of a site with other violations, so that a caller hears of all of them at once.
const when = ({ value }: { value: unknown }): boolean => typeof value === 'object' && value !== null;

/** One selling site as a caller names it; see the contract's table for the meaning of each member. */
export const sellingSiteSchema = sellingSiteMembersSchema
  .refine((site) => site.Url === undefined || site.SearchUrl === undefined, {
    error: 'must not stand together with "Url"',
    path: ['SearchUrl'],
    when,
  })
  .refine((site) => site.Name !== undefined || site.Url !== undefined || site.SearchUrl !== undefined, {
    error: 'is required unless "Url" or "SearchUrl" is given',
    path: ['Name'],
    when,
  });

export type SellingSite = z.infer<typeof sellingSiteSchema>;
export type Selector = z.infer<typeof selectorSchema>;
export type Expectation = z.infer<typeof expectationSchema>;
export type VariantWish = z.infer<typeof variantWishSchema>;
export type RenderMode = (typeof renderModes)[number];
