import type { Element } from 'domhandler';
import { remembered } from '../remembered.ts';
import words from './seller-words.json' with { type: 'json' };

/** Most texts have nothing that could be written otherwise, and are looked at in many ways. */
const folded = (text: string): string =>
  (/[^\0-\x7f]/.test(text) ? text.normalize('NFKC') : text).toLowerCase();

/** A seller's name without case, blanks and signs: "Shop A" and "shop-a" are one, and so are "Straßen" and "STRASSEN". */
export const sellerKey = (name: string): string => folded(name.toUpperCase()).replace(/[^\p{L}\p{N}]+/gu, '');

export const isSameSeller = (first: string, second: string): boolean =>
  sellerKey(first) !== '' && sellerKey(first) === sellerKey(second);

/** Names of an element, without what a template puts around them: `offer-row__seller-name` is `sellername`. */
const namesIn = (names: string): string[] =>
  names.split(/\s+/).map((name) =>
    name
      .slice(name.lastIndexOf('__') + 1)
      .replace(/[^A-Za-z]/g, '')
      .toLowerCase(),
  );

const namingAttributes = ['class', 'itemprop', 'data-testid', 'id', 'name'] as const;
/** Names of a page's elements repeat from row to row, and each is looked at for each piece of text. */
const mostRemembered = 5_000;

const named = (endings: readonly string[]): ((element: Element) => boolean) => {
  const isNamed = remembered(
    (names) => namesIn(names).some((name) => endings.some((ending) => name.endsWith(ending))),
    mostRemembered,
  );
  return ({ attribs }) =>
    namingAttributes.some((name) => attribs[name] !== undefined && isNamed(attribs[name].slice(0, 300)));
};

/** True if an element is named after who sells. */
export const isNamedSeller = named(words.elementNames);
/** True if an element is named after the offer that a page prefers. */
export const isNamedFeatured = named(words.featuredNames);

const longestFirst = (phrases: readonly string[]): readonly string[] =>
  phrases.map(folded).toSorted((a, b) => b.length - a.length);
const soldBy = longestFirst(words.soldBy);
const soldByStarts = new Set(soldBy.map((phrase) => phrase[0]));
const columnHeads = new Set(words.columnHeads.map(folded));
const featuredWords = words.featuredWords.map(folded);
const listHeadings = words.listHeadings.map(folded);
const sellerPaths = new Set(words.sellerPaths.map(folded));
const toShop = longestFirst(words.toShop);
const countedOffers = new Set(words.countedOffers.map(folded));
const otherWords = new Set(words.otherWords.map(folded));
const showWords = new Set(words.showWords.map(folded));
const otherOffers = words.otherOffers.map(folded);
const nextPage = new Set(words.nextPage.map(folded));
const pageParameters = new Set(words.pageParameters.map(folded));

/** Ratings that markets print behind a name: "(98.7%)", "(4,210 ratings)". */
const rating = /\s*\([^()]{0,40}\d[^()]{0,40}\)$/;

/**
 * Reads the seller that a line names: "Sold by Shop A", "Verkäufer: Shop A".
 *
 * @returns the name; empty where the line is nothing but the label, `undefined` where it says nothing of a seller.
 */
export const sellerInLine = (line: string): string | undefined => {
  const text = line.trim();
  if (!soldByStarts.has(folded(text.slice(0, 2))[0])) return undefined;
  const plain = folded(text);
  // Folding may change the length; such a line is not of these languages.
  if (plain.length !== text.length) return undefined;
  const phrase = soldBy.find((each) => plain.startsWith(each));
  if (phrase === undefined) return undefined;
  const rest = text.slice(phrase.length);
  if (rest !== '' && !/^\s*[:：]|^\s/.test(rest)) return undefined;
  return withoutRating(rest.replace(/^[\s:：]+/, '')).replace(/\.$/, '');
};

/** A name without how its bearer is rated. */
export const withoutRating = (name: string): string => name.trim().slice(0, 300).replace(rating, '').trim();

const maxShownName = 200;

/** A name as it is told: one line, without the controls that turn the direction of what stands around it. */
export const shownName = (name: string): string =>
  name
    .replace(/\p{Bidi_Control}+/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, maxShownName);

/** True if a link leads to the page of who sells: an address with "seller" or the like before the name. */
export const leadsToSeller = (href: string): boolean => {
  const [path = '', query = ''] = href.slice(0, 500).split('?', 2);
  const parts = path.toLowerCase().split('/');
  return (
    parts.slice(0, -1).some((part) => sellerPaths.has(part)) ||
    query.split('&').some((pair) => sellerPaths.has(pair.split('=', 1)[0]!.toLowerCase()))
  );
};

/** True if a text is that of a link which leads from a comparison to who sells: "Zum Shop", "Visit store". */
export const leadsOut = (text: string): boolean => {
  const plain = folded(text.trim());
  return plain.length <= 40 && toShop.some((phrase) => plain.startsWith(phrase));
};

/** True if the head of a column says that sellers stand below it. */
export const isSellerHead = (head: string): boolean => {
  const plain = folded(head);
  return columnHeads.has(/[:：]$/.test(plain) ? plain.slice(0, -1).trimEnd() : plain);
};

/** True if a text calls an offer the page's preferred one. */
export const saysFeatured = (text: string): boolean => {
  const plain = folded(text);
  return featuredWords.some((phrase) => plain.includes(phrase));
};

/** True if the text of a link names the next page of a list. */
export const namesNextPage = (text: string): boolean => nextPage.has(folded(text.trim()));

/** Counters that stand behind a number without a blank, with the word that joins them: "5件の", "5个". */
const countedInLine = /\p{Nd}{1,4}\s?(?:件|点|店舗|個|个|家|位|名|개|명|곳)\s?の?/gu;

/** True if a text, folded, tells of offers that are none of the product: of a loan, of everything by its brand. */
const isOfOtherOffers = (plain: string): boolean => otherOffers.some((phrase) => plain.includes(phrase));

/**
 * True if the text of a link counts offers: "12 offers", "3 Angebote ab 30 €", "Zobacz 5 innych ofert". A bare "Offers", and
 * words that are none of showing and of others ("Top 10 offers"), lead to sales.
 */
export const countsOffers = (text: string): boolean => {
  const plain = folded(text.trim());
  if (isOfOtherOffers(plain)) return false;
  const withoutCount = plain.replace(countedInLine, '');
  if (withoutCount !== plain && listHeadings.some((phrase) => withoutCount.includes(phrase))) return true;
  const parts = plain.match(/[\p{L}\p{M}]+|\p{Nd}+(?:[.,]\p{Nd}+)*/gu) ?? [];
  const at = parts.findIndex((part) => countedOffers.has(part));
  const before = parts.slice(0, Math.max(0, at));
  const counts = before.filter((part) => /^\p{Nd}{1,4}$/u.test(part)).length;
  return (
    counts === 1 &&
    before.every((part) => /^\p{Nd}{1,4}$/u.test(part) || otherWords.has(part) || showWords.has(part))
  );
};

/** True if a parameter tells which page of a list is shown. */
export const isPageParameter = (name: string): boolean => pageParameters.has(folded(name));

/** The rest of a text beside the heading of a list of sellers; `undefined` where it is none. */
export const withoutListHeading = (text: string): string | undefined => {
  const plain = folded(text);
  const phrase = listHeadings.find((each) => plain.includes(each));
  return phrase === undefined ? undefined : plain.replace(phrase, ' ').replace(/\s+/g, ' ').trim();
};

/** True if a heading stands above a list of sellers of the same product. */
export const headsSellers = (heading: string): boolean => {
  const plain = folded(heading);
  return !isOfOtherOffers(plain) && listHeadings.some((phrase) => plain.includes(phrase));
};
