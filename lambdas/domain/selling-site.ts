import * as z from 'zod';
import { mapEchoed } from './echoed-members.ts';
import { toGtin14 } from './gtin.ts';
import { countryCodes, currencyCodesInUse } from './iso-codes.ts';
import { readLanguageTag } from './language-tag.ts';
import { conditions } from './result-values.ts';
import { shapeOf } from './stored-shape.ts';

export const maxUrlLength = 2_048;
const maxLocaleLength = 100;
export const selectorTypes = ['Css', 'XPath', 'JsonPath', 'Regex'] as const;
export const renderModes = ['Auto', 'Http', 'Browser'] as const;

const text = (maxLength: number) => z.string().min(1).max(maxLength);

/** SKU: 1 to 128 characters, no control characters. Python does not support `\P{Cc}`. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern rejects them
export const skuSchema = text(128).regex(/^[^\x00-\x1f\x7f-\x9f]*$/u, 'must not contain control characters');

export const isHttpUrl = (value: string): boolean => {
  const url = URL.parse(value.replaceAll('{sku}', 'x'));
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') && url.hostname !== '';
};

const urlSchema = z.string().max(maxUrlLength).refine(isHttpUrl, 'must be an absolute http or https URL');

export const selectorSchema = z.object({
  Type: z.enum(selectorTypes).describe('Language of `Value`.'),
  Value: text(1_000).describe('The selector.'),
  Attribute: text(100).optional().describe('Attribute to read instead of the text.'),
});

const selectorListSchema = z.array(selectorSchema).min(1).max(20);

export const variantWishSchema = z.object({
  Size: text(100).optional().describe('As the shop writes it, such as `42` or `M`.'),
  SizeRegion: text(20).optional().describe('Sizing system, such as `EU` or `US`.'),
  Color: text(100).optional().describe('As the shop writes it.'),
  Id: text(200).optional().describe('The shop’s own identifier of the variant.'),
});

/** Known facts about the product, to tell its page from another product's. */
export const expectationSchema = z.object({
  Gtin: text(40)
    .refine(
      (gtin) => toGtin14(gtin) !== undefined,
      'must be a GTIN of 8, 12, 13 or 14 digits (GS1 notation "(01)…" included) or an ISBN, with its check digit',
    )
    .optional()
    .describe(
      'GTIN of 8, 12, 13 or 14 digits, or an ISBN, with its check digit. Leading zeros make no difference.',
    ),
  Mpn: text(128).optional().describe('Manufacturer part number.'),
  Brand: text(100).optional().describe('The brand, in any spelling.'),
  Title: text(500)
    .optional()
    .describe('The product’s name with what distinguishes it: model, size, capacity, audience.'),
  Quantity: text(100)
    .optional()
    .describe('How much a buyer gets: `1 l`, `6 x 0.5 l`, `Pack of 2`, `128 GB`.'),
});

/** A standard's code. @param meaning - what it must be, with an example. */
const codeSchema = (form: RegExp, codes: ReadonlySet<string>, meaning: string) =>
  z
    .string()
    .regex(form, { error: `must be ${meaning}`, abort: true })
    .refine((code) => codes.has(code), `must be ${meaning}; the standard does not list this one`);

export const maxOfferPages = 5;

/** The members of a selling site, without the rules that span several. */
export const sellingSiteMembersSchema = z.object({
  Name: text(200)
    .optional()
    .describe(
      'Label, echoed in the result. Without `Url` and `SearchUrl` it names an entry of the deployment’s selling-site registry.',
    ),
  Url: urlSchema
    .optional()
    .describe(
      'Absolute http or https URL of the product page. `{sku}` is replaced by the percent-encoded SKU.',
    ),
  SearchUrl: urlSchema
    .refine((url) => url.includes('{sku}'), 'must contain the placeholder {sku}')
    .optional()
    .describe(
      'The site’s search page, with `{sku}`; the service follows the hit that carries the SKU. Not together with `Url`.',
    ),
  Sku: skuSchema.optional().describe('This site’s own SKU, instead of `Data.Sku`.'),
  Country: codeSchema(/^[A-Z]{2}$/, countryCodes, 'an ISO 3166-1 alpha-2 code such as "DE"')
    .optional()
    .describe('ISO 3166-1 alpha-2 code, such as `DE`.'),
  // Parsing takes time quadratic in the length, so longer tags are rejected first. RFC 5646 (4.4.1) considers 35
  // characters enough for every tag in use.
  Locale: z
    .string()
    .max(maxLocaleLength, { abort: true })
    .refine((tag) => readLanguageTag(tag) !== undefined, 'must be a BCP 47 tag such as "de-DE"')
    .optional()
    .describe('BCP 47 tag, such as `de-DE`: sets Accept-Language and how numbers are read.'),
  Currency: codeSchema(/^[A-Z]{3}$/, currencyCodesInUse, 'an ISO 4217 code in use such as "EUR"')
    .optional()
    .describe('ISO 4217 code that the price must have. Any other is the error `CurrencyMismatch`.'),
  Variant: variantWishSchema
    .optional()
    .describe('The variant whose price is wanted. Absent: the page’s own price, with all variants listed.'),
  Condition: z.enum(conditions).optional().describe('Wanted condition; `New` if absent.'),
  Seller: text(200)
    .optional()
    .describe(
      'Name of the seller whose offer is wanted. If no seller on the page has that name, the error is `SellerMismatch`.',
    ),
  Expect: expectationSchema
    .optional()
    .describe(
      'Known facts about the product, in addition to `Data.Expect`. A page of another product is `NotFound` with `ProductMismatch`, and has no price.',
    ),
  MaxOfferPages: z
    .int()
    .min(0)
    .max(maxOfferPages)
    .optional()
    .describe(
      'Number of further offer pages to follow from the product page, within the site’s time; absent: none.',
    ),
  RenderMode: z
    .enum(renderModes)
    .optional()
    .describe(
      '`Auto` (default): plain HTTP first, headless Chromium if that gives no trustworthy price. `Http` and `Browser` use one of the two only.',
    ),
  Selectors: z
    .object({
      Price: selectorListSchema.optional().describe('Selectors of the price.'),
      ListPrice: selectorListSchema.optional().describe('Selectors of the price before the discount.'),
      Currency: selectorListSchema.optional().describe('Selectors of the currency.'),
      Availability: selectorListSchema.optional().describe('Selectors of the availability.'),
      Title: selectorListSchema.optional().describe('Selectors of the product’s name.'),
    })
    .optional()
    .describe('Tried in order before automatic detection.'),
  WaitFor: text(1_000).optional().describe('CSS selector that the browser waits for.'),
  TimeoutSeconds: z.int().min(1).max(120).optional().describe('Time limit for this site.'),
  ...mapEchoed(({ maxLength, description }) => text(maxLength).optional().describe(description)),
});

/** What the renderer is sent: the members that its browser and its judgement of the price depend on. */
export const renderedSiteSchema = shapeOf(
  sellingSiteMembersSchema.pick({
    Sku: true,
    Country: true,
    Locale: true,
    Currency: true,
    Variant: true,
    Condition: true,
    Selectors: true,
    WaitFor: true,
  }),
);

// Also checked on a site with other violations, to report all of them at once.
const when = ({ value }: { value: unknown }): boolean => typeof value === 'object' && value !== null;

/** One selling site of a request. */
export const sellingSiteSchema = sellingSiteMembersSchema
  .refine((site) => site.Url === undefined || site.SearchUrl === undefined, {
    error: 'must not be combined with "Url"',
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
