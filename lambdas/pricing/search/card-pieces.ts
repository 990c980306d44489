import type { ChildNode, Element } from 'domhandler';
import { foldedWord } from '../../domain/links/folded-word.ts';
import { hasNumberLabel } from '../lexicon/number-labels.ts';
import { printedMoney } from '../money/common-signs.ts';
import { findPrices } from '../money/parse-price-text.ts';
import { isElement, lineageOf } from '../page/ancestors.ts';
import { collapse } from '../page/element-text.ts';
import { walk } from '../page/walk.ts';
import { maxNodes } from './card-pictures.ts';
import { isNamedName } from './card-words.ts';
import type { SkuMatcher } from './sku-match.ts';

/** Characters of one text that are looked at. */
export const maxText = 200;

/** What stands in a card beside a link. */
export interface Piece {
  kind: 'Words' | 'Price' | 'Number';
  text: string;
  /** Stands in a heading. */
  isHeading: boolean;
  /** The markup says that it is a name: a heading, an element that is called so, or the text of a picture. */
  isName: boolean;
  isBehind: boolean;
}

export const isHeading = ({ name }: Element): boolean => /^h[1-6]$/.test(name);
/** Elements around a text that tell what it is. */
export const maxLevels = 3;
/** A word, and no sign or single letter. */
export const hasLetters = (text: string): boolean => /(?:\p{L}\p{M}*){2}/u.test(text);

/** The words of a text, folded. */
export const wordsOf = (text: string): string[] =>
  text
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .map(foldedWord)
    .filter((word) => word !== '');
/** Those of them that tell one name from another. */
export const longWordsOf = (text: string): string[] => wordsOf(text).filter(({ length }) => length >= 3);

/** Letters beside a price that say nothing: "ab", "/ pc". */
const fewLetters = /^\p{Script=Latin}{0,2}$/u;

/** Whether a text is a price and nothing else. */
export const isPrice = (label: string): boolean => {
  const [price] = findPrices(label, {}, true);
  if (!price || price.bare) return false;
  const rest = label.slice(0, price.start) + label.slice(price.end);
  return price.qualifier === 'From' || fewLetters.test(rest.replace(/[^\p{L}]+/gu, ''));
};

const kindOf = (text: string, matcher: SkuMatcher): Piece['kind'] | undefined => {
  if (matcher.isToken(text) || hasNumberLabel(text)) return 'Number';
  if (printedMoney.test(text) || /^\p{Sc}$/u.test(text) || (/\p{Nd}/u.test(text) && isPrice(text)))
    return 'Price';
  return hasLetters(text) && !/[:：]$/.test(text) ? 'Words' : undefined;
};

const unread = new Set(['script', 'style', 'template', 'button', 'form', 'select']);

/** What a picture is called, where it is more than one word: "image" is no name. */
const pictureName = ({ attribs: { alt = '' } }: Element): string =>
  wordsOf(alt.slice(0, maxText)).length > 1 ? alt.slice(0, maxText).trim() : '';

/** What a node of text says, shortened; nothing where it is none. */
const textIn = (node: ChildNode): string =>
  node.type === 'text' ? collapse(node.data.slice(0, maxText)).trim() : '';

type Found = Omit<Piece, 'isBehind'>;

const pieceOf = (node: ChildNode, matcher: SkuMatcher): Found | undefined => {
  if (isElement(node)) {
    const text = node.name === 'img' ? pictureName(node) : '';
    return text === '' ? undefined : { kind: 'Words', text, isHeading: false, isName: true };
  }
  const text = textIn(node);
  const kind = text === '' ? undefined : kindOf(text, matcher);
  if (!kind) return undefined;
  const around = lineageOf(node.parent as Element, maxLevels);
  const isHeadline = around.some(isHeading);
  return {
    kind,
    text,
    isHeading: isHeadline,
    isName: kind === 'Words' && (isHeadline || around.some(isNamedName)),
  };
};

/** The pieces in the order of the page; a link that is its own card has nothing beside it. */
export const piecesBeside = (card: Element, link: Element, matcher: SkuMatcher): Piece[] => {
  if (card === link) return [];
  const pieces: Piece[] = [];
  let isBehind = false;
  for (const node of walk(card.children, maxNodes, (each) => each !== link && !unread.has(each.name))) {
    isBehind ||= node === link;
    const piece = node === link ? undefined : pieceOf(node, matcher);
    if (piece) pieces.push({ ...piece, isBehind });
  }
  return pieces;
};

/** More than one word, and no sentence: a brand is shorter than most names, and a description longer. */
const maxWords = 8;
const isNameLike = ({ kind, text }: Piece): boolean => {
  const words = wordsOf(text).length;
  return kind === 'Words' && words > 1 && words <= maxWords;
};

/**
 * Whether a card has its name before the link, and between them what stands behind names: a price, or the number. Behind
 * a single word and the number, as behind a brand, a name may follow where the price does.
 */
export const standsBehindName = (pieces: readonly Piece[]): boolean => {
  const before = pieces.filter(({ isBehind }) => !isBehind);
  const name = before.findIndex(({ kind }) => kind === 'Words');
  if (name < 0) return false;
  if (before.slice(name + 1).some(({ kind }) => kind === 'Price')) return true;
  if (before.some(isNameLike) && before.slice(name + 1).some(({ kind }) => kind === 'Number')) return true;
  const isLast = !pieces.some(({ isBehind, kind }) => isBehind && kind !== 'Words');
  return isLast && before.some((piece, at) => piece.isHeading || (at > name && piece.kind === 'Number'));
};

/** Whether the price stands before the link, and behind it what looks like the name. */
export const standsBeforeName = (pieces: readonly Piece[]): boolean =>
  pieces.some(({ kind, isBehind }) => kind === 'Price' && !isBehind) &&
  pieces.some((piece) => piece.isBehind && isNameLike(piece));

/** How many prices stand in an element; those that follow each other, as an old and a new one do, are one. */
export const countPrices = (element: Element): number => {
  let prices = 0;
  let wasPrice = false;
  for (const node of walk(element.children, maxNodes)) {
    const text = textIn(node);
    if (text === '') continue;
    const isMoney = printedMoney.test(text);
    if (isMoney && !wasPrice) prices += 1;
    wasPrice = isMoney;
  }
  return prices;
};
