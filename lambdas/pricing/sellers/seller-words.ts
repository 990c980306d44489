import type { Element } from 'domhandler';
import { conditionIn } from '../sources/condition-text.ts';
import { readAvailabilityText } from '../text/availability-text.ts';
import { findPrices, type PriceHints } from '../text/parse-price-text.ts';
import { freeShipping, offersFreeShipping, shippingWords } from '../text/price-words.ts';
import { matcherOf, withoutHits, wordsOf } from '../words/lexicon.ts';
import { memoize } from '../words/memoize.ts';
import { anyOf } from '../words/word-lists.ts';
import markup from './seller-markup.json' with { type: 'json' };
import { folded, withoutRating } from './seller-names.ts';

export const maxName = 80;

/** True if a text could be a name by length and letters: "H&M", "1&1 Shop". */
export const isName = (text: string): boolean =>
  text.length <= maxName && /\p{L}/u.test(text) && /[\p{L}\p{N}].*[\p{L}\p{N}]/u.test(text);

/** True if a text may be a seller's name: none of the other texts in an offer row, and no amount. */
export const mayName = (text: string, hints: PriceHints): boolean =>
  isName(text) &&
  !isShopLinkText(text) &&
  !isFeaturedLabel(text) &&
  !shippingWords.test(text) &&
  !isFreeShippingLine(text) &&
  conditionIn(text) === undefined &&
  readAvailabilityText(text) === undefined &&
  findPrices(text, hints, true).length === 0;

/** Longer lines are about more than shipping. */
const maxLine = 80;

/** True if a line offers unconditionally free shipping: an amount in it is a threshold. */
export const isFreeShippingLine = (text: string): boolean =>
  text.length <= maxLine && !/\p{Nd}/u.test(text) && offersFreeShipping(text);

const freeWord = new RegExp(
  String.raw`^\W{0,2}${anyOf('freeCarriage')}|(?<!\p{L})${anyOf('freeCarriage')}$`,
  'iu',
);

/** True if a cell in a shipping column says free. */
export const isFreeShippingCell = (text: string): boolean =>
  text.length <= maxLine && (freeWord.test(text.trim()) || freeShipping.test(text));

/** Normalizes element names without template prefixes: `offer-row__seller-name` is `sellername`. */
const namesIn = (names: string): string[] =>
  names.split(/\s+/).map((name) =>
    name
      .slice(name.lastIndexOf('__') + 1)
      .replace(/[^A-Za-z]/g, '')
      .toLowerCase(),
  );

const namingAttributes = ['class', 'itemprop', 'data-testid', 'id', 'name'] as const;
/** Element names repeat from row to row, and are checked for each piece of text. */
const maxCached = 5_000;

const named = (endings: readonly string[]): ((element: Element) => boolean) => {
  const isNamed = memoize(
    (names) => namesIn(names).some((name) => endings.some((ending) => name.endsWith(ending))),
    maxCached,
  );
  return ({ attribs }) =>
    namingAttributes.some((name) => attribs[name] !== undefined && isNamed(attribs[name].slice(0, 300)));
};

/** True if an element is named after a seller. */
export const isNamedSeller = named(markup.elementNames);
/** True if an element is named after the featured offer. */
export const isNamedFeatured = named(markup.featuredNames);

const sellerPaths = new Set(markup.sellerPaths);
const pageParameters = new Set(markup.pageParameters.map(folded));

const soldBy = matcherOf(['SoldBy']);
const toShop = matcherOf(['ToShop']);
const sellersHeading = matcherOf(['SellersHeading']);
const sellerHead = wordsOf('SellerHead');
const featured = wordsOf('Featured');
const nextPage = wordsOf('NextPage');
const offerNoun = wordsOf('OfferNoun');
const besideOffers = wordsOf('BesideOffers');
const otherOffers = wordsOf('OtherOffers');

/** Longest phrase before a seller's name. */
const longestPhrase = 60;

/**
 * Reads the seller named in a line: "Sold by Shop A", "Verkäufer: Shop A".
 *
 * @returns the name; empty if the line is only the label, `undefined` if there is no label.
 */
export const sellerInLine = (line: string): string | undefined => {
  const text = line.trim();
  const start = text.slice(0, longestPhrase);
  const plain = folded(start);
  const first = soldBy.atStart(plain);
  // Folding may change the length; such a line is in none of these languages.
  if (!first || plain.length !== start.length) return undefined;
  const rest = text.slice(first.end);
  if (rest !== '' && !/^\s*[:：]|^\s/.test(rest)) return undefined;
  return withoutRating(rest.replace(/^[\s:：]+/, '')).replace(/\.$/, '');
};

/** True if a link leads to a seller's page: its URL contains "seller" or the like before the name. */
export const leadsToSeller = (href: string): boolean => {
  const [path = '', query = ''] = href.slice(0, 500).split('?', 2);
  const parts = path.toLowerCase().split('/');
  return (
    parts.slice(0, -1).some((part) => sellerPaths.has(part)) ||
    query.split('&').some((pair) => sellerPaths.has(pair.split('=', 1)[0]!.toLowerCase()))
  );
};

/** True for the text of a link from a comparison to a shop: "Zum Shop", "Visit store". */
export const isShopLinkText = (text: string): boolean => {
  const plain = folded(text.trim());
  return plain.length <= 40 && toShop.atStart(plain) !== undefined;
};

/** True for the head of a seller column. */
export const isSellerHead = (head: string): boolean =>
  sellerHead.is(folded(head).replace(/:$/, '').trimEnd());

/** True if a text marks the featured offer. */
export const isFeaturedLabel = (text: string): boolean => featured.test(folded(text));

/** True for the text of a link to the next page. */
export const namesNextPage = (text: string): boolean => nextPage.is(folded(text.trim()));

/** Counters written after a number without a space, with a particle: "5件の", "5个". */
const countedInLine = /\p{Nd}{1,4}\s?(?:件|点|店舗|個|个|家|位|名|개|명|곳)\s?の?/gu;

/**
 * True if a link's text counts offers: "12 offers", "3 Angebote ab 30 €", "Zobacz 5 innych ofert". A bare
 * "Offers", and other words in between ("Top 10 offers"), lead to sales.
 */
export const countsOffers = (text: string): boolean => {
  const plain = folded(text.trim());
  if (otherOffers.test(plain)) return false;
  const withoutCount = plain.replace(countedInLine, '');
  if (withoutCount !== plain && sellersHeading.hits(withoutCount).length > 0) return true;
  const parts = plain.match(/[\p{L}\p{M}]+|\p{Nd}+(?:[.,]\p{Nd}+)*/gu) ?? [];
  const at = parts.findIndex((part) => offerNoun.is(part));
  const before = parts.slice(0, Math.max(0, at));
  const counts = before.filter((part) => /^\p{Nd}{1,4}$/u.test(part)).length;
  return counts === 1 && before.every((part) => /^\p{Nd}{1,4}$/u.test(part) || besideOffers.is(part));
};

/** True if a parameter selects a page of a list. */
export const isPageParameter = (name: string): boolean => pageParameters.has(folded(name));

/** Removes a seller list heading from a text; `undefined` if there is none. */
export const withoutListHeading = (text: string): string | undefined => {
  const plain = folded(text);
  const [heading] = sellersHeading.hits(plain);
  return heading && withoutHits(plain, [heading], ' ').replace(/\s+/g, ' ').trim();
};

/** True for the heading of a list of sellers of the same product. */
export const isSellersHeading = (heading: string): boolean => {
  const plain = folded(heading);
  return !otherOffers.test(plain) && sellersHeading.hits(plain).length > 0;
};
