import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { emptyExtraction, noPriceTerms } from './empty-extraction.ts';
import type { Evidence, SiteResult } from './site-result.ts';

/**
 * Room for all results of one request. DynamoDB's limit for an item is 400 KB with names and keys.
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html
 */
export const maxPackedBytesPerRequest = 380_000;

/**
 * Room for the same results in a status response as it leaves the function: Lambda caps responses at 6 MB, and the body
 * is a JSON string within JSON, which escapes each quote again. The difference is for the rest of the response.
 * @see https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
 */
export const maxSentBytesPerRequest = 5_500_000;

const maxTextLengths = {
  Title: 500,
  Brand: 200,
  Raw: 300,
  Path: 300,
  SellerName: 200,
  Warning: 400,
  VariantText: 200,
  Measure: 60,
  SizeText: 60,
};

const cut = <T extends string | null>(text: T, maxLength: number): T =>
  text !== null && text.length > maxLength ? (`${text.slice(0, maxLength - 1).toWellFormed()}…` as T) : text;

const cutMoney = <T extends { Raw: string } | null>(money: T): T =>
  money === null ? money : { ...money, Raw: cut(money.Raw, maxTextLengths.Raw) };

const cutEvidence = (evidence: Evidence): Evidence => ({
  ...evidence,
  Path: cut(evidence.Path, maxTextLengths.Path),
  Raw: cut(evidence.Raw, maxTextLengths.Raw),
});

/** Sellers in one result, and evidence for each. */
const maxOffers = 100;
const maxOfferEvidence = 5;

/** Sizing systems of one variant. */
const maxSizes = 20;

/** Caps every text that a page controls. */
const cutTexts = (result: SiteResult): SiteResult => ({
  ...result,
  Sku: cut(result.Sku, 128),
  Gtin: cut(result.Gtin, 50),
  Mpn: cut(result.Mpn, 128),
  Title: cut(result.Title, maxTextLengths.Title),
  Brand: cut(result.Brand, maxTextLengths.Brand),
  FinalUrl: result.FinalUrl !== null && result.FinalUrl.length > 2_048 ? null : result.FinalUrl,
  Price: cutMoney(result.Price),
  ListPrice: cutMoney(result.ListPrice),
  Shipping: cutMoney(result.Shipping),
  UnitPrice: result.UnitPrice && {
    ...cutMoney(result.UnitPrice),
    Per: { ...result.UnitPrice.Per, Raw: cut(result.UnitPrice.Per.Raw, maxTextLengths.Measure) },
  },
  LowestRecentPrice: cutMoney(result.LowestRecentPrice),
  ValidUntil: cut(result.ValidUntil, maxTextLengths.Measure),
  PriceRange: result.PriceRange && {
    Low: cutMoney(result.PriceRange.Low),
    High: cutMoney(result.PriceRange.High),
  },
  Seller: result.Seller && { Name: cut(result.Seller.Name, maxTextLengths.SellerName) },
  Offers: result.Offers.slice(0, maxOffers).map((offer) => ({
    ...offer,
    Seller: offer.Seller && { Name: cut(offer.Seller.Name, maxTextLengths.SellerName) },
    Price: cutMoney(offer.Price),
    Shipping: cutMoney(offer.Shipping),
    Evidence: offer.Evidence.slice(0, maxOfferEvidence).map(cutEvidence),
  })),
  Variants: result.Variants.map((variant) => ({
    ...variant,
    Id: cut(variant.Id, maxTextLengths.VariantText),
    Size: cut(variant.Size, maxTextLengths.VariantText),
    SizeRegion: cut(variant.SizeRegion, maxTextLengths.VariantText),
    Color: cut(variant.Color, maxTextLengths.VariantText),
    ...(variant.Sizes && {
      Sizes: variant.Sizes.slice(0, maxSizes).map(({ Region, Size }) => ({
        Region: cut(Region, maxTextLengths.SizeText),
        Size: cut(Size, maxTextLengths.SizeText),
      })),
    }),
    Price: cutMoney(variant.Price),
    ...(variant.HighestBid && { HighestBid: cutMoney(variant.HighestBid) }),
    ...(variant.LastSale && { LastSale: cutMoney(variant.LastSale) }),
  })),
  Evidence: result.Evidence.slice(0, 40).map(cutEvidence),
  Candidates: result.Candidates.slice(0, 20).map((candidate) => ({
    ...candidate,
    Price: cutMoney(candidate.Price),
    Path: cut(candidate.Path, maxTextLengths.Path),
  })),
  Warnings: result.Warnings.slice(0, 40).map((warning) => cut(warning, maxTextLengths.Warning)),
  Error: result.Error && { ...result.Error, Message: cut(result.Error.Message, maxTextLengths.Warning) },
});

type Trim = (result: SiteResult) => SiteResult;

const keepVariants =
  (count: number): Trim =>
  (result) =>
    result.Variants.length <= count
      ? result
      : {
          ...result,
          Variants: result.Variants.slice(0, count),
          Warnings: [
            ...result.Warnings.filter((warning) => !warning.startsWith('VariantsTruncated:')),
            `VariantsTruncated: the page lists more variants than one result can hold; the first ${count} are given.`,
          ],
        };

/** Keeps the featured offer and the first others, in page order. */
const keepOffers =
  (count: number): Trim =>
  (result) => {
    if (result.Offers.length <= count) return result;
    const featured = result.Offers.find(({ IsFeatured }) => IsFeatured);
    const kept = new Set([...(featured ? [featured] : []), ...result.Offers].slice(0, count));
    return {
      ...result,
      Offers: result.Offers.filter((offer) => kept.has(offer)),
      Warnings: [
        ...result.Warnings.filter((warning) => !warning.startsWith('OffersTruncated:')),
        `OffersTruncated: the page lists more offers than one result can hold; ${count} are given.`,
      ],
    };
  };

const keepEssentials: Trim = (result) => ({
  ...keepVariants(0)(result),
  Offers: [],
  Title: cut(result.Title, 100),
  Brand: cut(result.Brand, 50),
  FinalUrl: null,
  Price: result.Price && { ...result.Price, Raw: cut(result.Price.Raw, 40) },
  ...noPriceTerms,
  Seller: null,
  Evidence: [],
  Candidates: [],
  Warnings: [
    'DetailsTruncated: the details of this site do not fit into the result; only its price is given.',
  ],
  Error: result.Error && { ...result.Error, Message: cut(result.Error.Message, 100) },
});

/** Applied in order until the results fit. Variants come first, since pages have thousands of them. */
const trims: readonly Trim[] = [
  ...[2_000, 1_000, 500, 200, 100, 50, 20, 5].map(keepVariants),
  ...[50, 20, 5].map(keepOffers),
  keepEssentials,
];

/** Size of a value within a function's response body. */
export const sentBytes = (value: unknown): number => {
  const json = JSON.stringify(value);
  // Quotes and backslashes are escaped again; control characters no longer occur.
  return Buffer.byteLength(json) + json.split('"').length + json.split('\\').length;
};

const trimTo = (result: SiteResult, fits: (result: SiteResult) => boolean): SiteResult => {
  let trimmed = cutTexts(result);
  for (const trim of trims) {
    if (fits(trimmed)) break;
    trimmed = trim(trimmed);
  }
  return trimmed;
};

const compress = (results: readonly SiteResult[]): Uint8Array =>
  brotliCompressSync(JSON.stringify(results), { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });

/**
 * Packs a group's results so that all groups of its request fit into one DynamoDB item and one response,
 * whatever the pages contain. `Warnings` name what was truncated.
 *
 * @param totalSites - sites of the whole request, which determines the group's share of the room.
 */
export const packResults = (results: readonly SiteResult[], totalSites: number): Uint8Array => {
  const roomBytes = Math.floor((maxPackedBytesPerRequest * results.length) / totalSites);
  const sentRoomBytes = maxSentBytesPerRequest / totalSites;
  let fitting = results.map((result) => trimTo(result, (trimmed) => sentBytes(trimmed) <= sentRoomBytes));
  let packed = compress(fitting);
  for (const trim of trims) {
    if (packed.length <= roomBytes) break;
    fitting = fitting.map(trim);
    packed = compress(fitting);
  }
  return packed;
};

/**
 * @returns the results of one group, in request order. Members that an earlier version did not write are empty.
 */
export const unpackResults = (packed: Uint8Array): SiteResult[] => {
  const text = brotliDecompressSync(packed, { maxOutputLength: maxSentBytesPerRequest }).toString('utf8');
  return (JSON.parse(text) as SiteResult[]).map((result) => ({ ...emptyExtraction, ...result }));
};

/**
 * Unpacks results from a message.
 *
 * @param indexes - positions of the message's sites in the request, in order.
 * @returns the results of all or some of these sites, in order; `undefined` if there are others.
 */
export const checkedResults = (base64: string, indexes: readonly number[]): SiteResult[] | undefined => {
  try {
    const results = unpackResults(Buffer.from(base64, 'base64'));
    const given = new Set(results.map(({ Index }) => Index));
    const expected = indexes.filter((index) => given.has(index));
    // Check nothing else: results of another version may have outcomes and errors unknown to this one.
    // Passing them on avoids fetching the pages again.
    const isOfSites =
      results.length === expected.length &&
      results.every(({ Index, Outcome }, place) => Index === expected[place] && typeof Outcome === 'string');
    return isOfSites ? results : undefined;
  } catch {
    return undefined;
  }
};
