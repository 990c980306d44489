// A selling site as callers give it, and as it goes through requests, messages and watches (queued-site.ts).
// Members are declared in site-members.ts; here are their rules.
// Stored sites are checked for their shape only (stored-shape.ts).

import * as z from 'zod';
import { toGtin14 } from './gtin.ts';
import { countryCodes, currencyCodesInUse } from './iso-codes.ts';
import { readLanguageTag } from './language-tag.ts';
import {
  conditions,
  memberNames,
  memberOf,
  type NamesWith,
  renderedNames,
  type SiteMemberName,
  siteMembers,
} from './site-members.ts';
import { shapeOf } from './stored-shape.ts';

export const maxUrlLength = siteMembers.Url.maxLength;
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

/** Rules of the members that are more than a text or a whole number. */
const ownRules = {
  Url: urlSchema,
  SearchUrl: urlSchema.refine((url) => url.includes('{sku}'), 'must contain the placeholder {sku}'),
  Sku: skuSchema,
  Country: codeSchema(/^[A-Z]{2}$/, countryCodes, 'an ISO 3166-1 alpha-2 code such as "DE"'),
  // Parsing takes time quadratic in the length, so longer tags are rejected first. RFC 5646 (4.4.1) considers 35
  // characters enough for every tag in use.
  Locale: z
    .string()
    .max(siteMembers.Locale.maxLength, { abort: true })
    .refine((tag) => readLanguageTag(tag) !== undefined, 'must be a BCP 47 tag such as "de-DE"'),
  Currency: codeSchema(/^[A-Z]{3}$/, currencyCodesInUse, 'an ISO 4217 code in use such as "EUR"'),
  Condition: z.enum(conditions),
  Variant: variantWishSchema,
  Expect: expectationSchema,
  RenderMode: z.enum(renderModes),
  Selectors: z.object({
    Price: selectorListSchema.optional().describe('Selectors of the price.'),
    ListPrice: selectorListSchema.optional().describe('Selectors of the price before the discount.'),
    Currency: selectorListSchema.optional().describe('Selectors of the currency.'),
    Availability: selectorListSchema.optional().describe('Selectors of the availability.'),
    Title: selectorListSchema.optional().describe('Selectors of the product’s name.'),
  }),
};

type OwnRules = typeof ownRules;
type Rule<Name extends SiteMemberName> = Name extends keyof OwnRules
  ? OwnRules[Name]
  : (typeof siteMembers)[Name] extends { range: unknown }
    ? z.ZodInt
    : (typeof siteMembers)[Name] extends { maxLength: number }
      ? z.ZodString
      : never;

const ruleOf = (name: SiteMemberName): z.ZodType => {
  const { maxLength, range } = memberOf(name);
  if (name in ownRules) return ownRules[name as keyof OwnRules];
  if (range) return z.int().min(range[0]).max(range[1]);
  if (maxLength !== undefined) return text(maxLength);
  throw new TypeError(`The member "${name}" of a selling site has no rule.`);
};

/** The members of a selling site, without the rules that span several. */
export const sellingSiteMembersSchema = z.object(
  Object.fromEntries(
    memberNames.map((name) => [name, ruleOf(name).optional().describe(memberOf(name).description)]),
  ) as { [Name in SiteMemberName]: z.ZodOptional<Rule<Name>> },
);

/** Members sent to the renderer. Refuses others instead of dropping them. */
export const renderedSiteSchema = shapeOf(
  sellingSiteMembersSchema
    .pick(
      Object.fromEntries(renderedNames.map((name) => [name, true])) as Record<NamesWith<'isRendered'>, true>,
    )
    .strict(),
);

export type RenderedSite = Pick<SellingSite, NamesWith<'isRendered'>>;

export const toRenderedSite = (site: SellingSite): RenderedSite =>
  Object.fromEntries(renderedNames.map((name) => [name, site[name]]));

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
