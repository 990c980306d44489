import { namesOrder, namesPlace } from '../../domain/links/acting-address.ts';
import { decodedPart } from '../../domain/links/decoded-part.ts';
import { isNumberLabel } from '../lexicon/number-labels.ts';
import { hasLetters, isPrice, longWordsOf, type Piece, standsBehindName, wordsOf } from './card-pieces.ts';
import { orderingLabels, withoutSku } from './link-labels.ts';
import { isReadsOnText } from './reads-on.ts';
import type { SkuMatcher } from './sku-match.ts';

/** Characters; what is longer is a name or a sentence. Of 2,969 buttons in 60 languages the longest has 46. */
const maxButton = 50;

/** What a link's labels say, beside what stands around it. */
export interface Saying {
  labels: readonly string[];
  /** Words of the labels, without the SKU. */
  own: readonly string[];
  /** Words of the pieces beside. */
  beside: ReadonlySet<string>;
  /** Of its own words those that do not stand beside. */
  more: readonly string[];
  pieces: readonly Piece[];
}

/** Words of a label; where it is cut short, "Steel wat…", its last one is that of which it is the beginning. */
const ownWords = (label: string, beside: ReadonlySet<string>): string[] => {
  const words = wordsOf(label);
  const cut = /(?:…|\.{3})$/.test(label) ? words.pop() : undefined;
  if (cut) words.push([...beside].find((word) => word.startsWith(cut)) ?? cut);
  return words;
};

export const sayingOf = (
  labels: readonly string[],
  pieces: readonly Piece[],
  matcher: SkuMatcher,
): Saying => {
  const names = pieces.filter(({ kind }) => kind === 'Words');
  const beside = new Set(names.flatMap(({ text }) => wordsOf(text)));
  const own = labels.flatMap((label) => ownWords(withoutSku(label, matcher), beside));
  return { labels, pieces, own, beside, more: own.filter((word) => !beside.has(word)) };
};

/** Whether a label is the SKU and nothing else but what such numbers are called: "Art. no. KX-4471". */
const isNumberText = (label: string, matcher: SkuMatcher): boolean => {
  const [place] = matcher.places(label);
  if (!place) return false;
  const before = label.slice(0, place.start);
  return !hasLetters(label.slice(place.end)) && (!hasLetters(before) || isNumberLabel(before));
};

/** A price, or how many there are of something: "€5", "4 colours", "(12)". */
const isAmount = (label: string): boolean => /^\(?\d+\)?(?:\s+\p{L}+)?$/u.test(label) || isPrice(label);

/** Behind the name an address may have numbers, and no words, for these may be orders. */
const isNumbering = (part: string): boolean => /\d/.test(part) || part.length <= 2 || isReadsOnText(part);

const partsOf = (url: URL): string[] =>
  decodedPart(url.pathname)
    .split('/')
    .filter((part) => part !== '');

/** Whether an address ends in what the link to it says; a name of one word is that of an order as well. */
export const isNamedByOwnWords = (url: URL, labels: readonly string[]): boolean => {
  const own = labels.flatMap(longWordsOf);
  const last = new Set(longWordsOf(partsOf(url).at(-1) ?? ''));
  return url.search === '' && own.length > 1 && own.every((word) => last.has(word));
};

/**
 * Whether an address names what the card or the link itself does, and nothing behind that. Behind a page's own address a
 * query may order anything.
 */
export const isNamedBy = (url: URL, { labels, beside }: Saying, matcher: SkuMatcher): boolean => {
  if (url.search !== '') return false;
  if (isNamedByOwnWords(url, labels)) return true;
  const parts = partsOf(url);
  const named = parts.findLastIndex(
    (part) => matcher.isIn(part) || longWordsOf(part).some((word) => beside.has(word)),
  );
  return named >= 0 && parts.slice(named + 1).every(isNumbering);
};

/** Whether a whole name stands in a link, so that what it says more is done with it: "Grab Blue Widget". */
const holdsName = ({ own, pieces }: Saying): boolean =>
  pieces.some(({ text, isName }) => {
    const words = isName ? wordsOf(text) : [];
    return words.length > 0 && words.every((word) => own.includes(word));
  });

/**
 * Whether the words of a link are those of the name that stands in its card: all of them, or all but those that lead on, or
 * most of a name that stands nowhere else.
 */
const repeatsName = (saying: Saying): boolean => {
  const { own, more, pieces } = saying;
  if (own.length > 0 && more.length === 0) return true;
  if (more.length < own.length && isReadsOnText(more.join(' '))) return true;
  return more.length * 2 < own.length && !holdsName(saying) && !standsBehindName(pieces);
};

/** Whether a link says a whole name and more: what is done with it, unless that is to read on. */
export const saysMoreThanName = (saying: Saying): boolean =>
  saying.more.length > 0 && holdsName(saying) && !isReadsOnText(saying.more.join(' '));

/** Whether a link's labels are its product's name, number or price, or say that one reads on there. */
export const saysProduct = (saying: Saying, matcher: SkuMatcher): boolean => {
  const { labels, pieces } = saying;
  const isSentence =
    pieces.length > 0 && labels.some(({ length }) => length > maxButton) && !holdsName(saying);
  return (
    isSentence ||
    labels.some((label) => isNumberText(label, matcher) || isReadsOnText(label) || isAmount(label)) ||
    repeatsName(saying)
  );
};

/** Whether a label has words of orders, or of places for goods, among others: some names have them too. */
export const soundsLikeOrder = (labels: readonly string[]): boolean =>
  orderingLabels(labels).length > 0 ||
  labels.some((label) => namesOrder(label) || label.split(/[^\p{L}\p{M}]+/u).some(namesPlace));
