import type { Element } from 'domhandler';
import { namesOrder, namesPlace } from '../../domain/links/acting-address.ts';
import { decodedPart } from '../../domain/links/decoded-part.ts';
import { foldedWord } from '../../domain/links/folded-word.ts';
import { hasNumberLabel } from '../lexicon/number-labels.ts';
import { printedMoney } from '../money/common-signs.ts';
import { lineageOf } from '../page/ancestors.ts';
import { collapse, shortTextOf } from '../page/element-text.ts';
import { elementsWithin, walk } from '../page/walk.ts';
import { labelsOf } from './link-labels.ts';
import type { ProductLink } from './product-links.ts';
import { isReadsOnText } from './search-words.ts';
import type { SkuMatcher } from './sku-match.ts';

/** Of a card, the nodes that are looked at: links in links must not be walked again and again. */
const maxNodes = 300;
/** Of a link, the same. */
const maxLinkNodes = 60;
/** Characters; what is longer is a name or a sentence, and no button's. */
const maxButton = 40;
/** Characters of one text that are looked at. */
const maxText = 200;

const isHeading = ({ name }: Element): boolean => /^h[1-6]$/.test(name);
const isHeaded = (element: Element): boolean => lineageOf(element, 3).some(isHeading);

/** Pixels; no product is shown so small. */
const maxIcon = 32;
const isSmall = (size = ''): boolean => /^\d+(?:px)?$/.test(size) && Number.parseInt(size, 10) <= maxIcon;
/** Whether the file of a picture is called as a control is: `btn_buy.png`, `basket.gif`; `bag.jpg` is a photograph. */
const isIconFile = (src: string): boolean => {
  if (/^data:/i.test(src)) return false;
  const [, name = '', type = ''] = /([^/]*?)(?:\.(\w+))?(?:[?#].*)?$/.exec(src.slice(-maxText))!;
  const words = name.split(/[^\p{L}]+/u);
  return (
    namesOrder(name) ||
    words.some((word) => /^(?:icons?|ico|btn|button)$/i.test(word)) ||
    (/^(?:gif|png|svg)$/i.test(type) && words.some(namesPlace))
  );
};

/** Whether a picture is a control's, by its name, or smaller than any product is shown. */
const isIcon = ({ attribs: { src = '', width, height } }: Element): boolean =>
  isSmall(width) || isSmall(height) || isIconFile(src);

const isPicture = (element: Element): boolean =>
  element.name === 'picture' || element.name === 'video' || (element.name === 'img' && !isIcon(element));

const pictureIn = (element: Element, most: number): Element | undefined =>
  elementsWithin(element.children, most).find(isPicture);

/** Whether a link shows the product: it is or has a heading, or has the first picture of its card. */
const showsProduct = (link: Element, card: Element): boolean => {
  if (isHeaded(link) || elementsWithin(link.children, maxLinkNodes).some(isHeading)) return true;
  const picture = pictureIn(link, maxLinkNodes);
  return picture !== undefined && pictureIn(card, maxNodes) === picture;
};

/** Whether a link is made to lie over its whole card: it is empty, and its class calls it a link or a cover. */
const liesOverCard = ({ children, attribs }: Element): boolean => {
  const names = (attribs.class ?? '').slice(0, maxText).split(/[^\p{L}]+/u);
  return (
    children.every((child) => child.type === 'text' && child.data.trim() === '') &&
    names.some((name) => /^(?:link|overlay|cover|stretched)$/i.test(name)) &&
    !names.some(namesPlace)
  );
};

/** Arrows lead on and order nothing. */
const isArrow = (text: string): boolean => /^(?:[→⟶➔➜➝▶►▸›»>⇒…\s]|[\ufe0e\ufe0f])+$/u.test(text);

const wordsOf = (text: string): string[] =>
  text
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .map(foldedWord)
    .filter((word) => word.length >= 3);

/** What stands in a card beside a link. */
interface Piece {
  kind: 'Words' | 'Price' | 'Number';
  text: string;
  isHeading: boolean;
  isBehind: boolean;
}

const kindOf = (text: string, matcher: SkuMatcher): Piece['kind'] | undefined => {
  if (matcher.isToken(text) || hasNumberLabel(text)) return 'Number';
  if (printedMoney.test(text) || /^\p{Sc}$/u.test(text)) return 'Price';
  return /\p{L}{2}/u.test(text) && !/[:：]$/.test(text) ? 'Words' : undefined;
};

const unread = new Set(['script', 'style', 'template', 'button', 'form', 'select']);

/** The pieces in the order of the page. */
const piecesBeside = (card: Element, link: Element, matcher: SkuMatcher): Piece[] => {
  const pieces: Piece[] = [];
  let isBehind = false;
  for (const node of walk(card.children, maxNodes, (each) => each !== link && !unread.has(each.name))) {
    if (node === link) isBehind = true;
    if (node.type !== 'text') continue;
    const text = collapse(node.data.slice(0, maxText)).trim();
    const kind = text === '' ? undefined : kindOf(text, matcher);
    const around = node.parent as Element;
    if (kind) pieces.push({ kind, text, isHeading: isHeaded(around), isBehind });
  }
  return pieces;
};

/**
 * Whether a card has its name before the link, and between them what stands behind names: a price, or the number with
 * nothing but words to follow. A brand, too, stands before a name.
 */
const standsBehindName = (pieces: readonly Piece[]): boolean => {
  const before = pieces.filter(({ isBehind }) => !isBehind);
  const name = before.findIndex(({ kind }) => kind === 'Words');
  if (name < 0) return false;
  if (before.slice(name + 1).some(({ kind }) => kind === 'Price')) return true;
  const isLast = !pieces.some(({ isBehind, kind }) => isBehind && kind !== 'Words');
  return isLast && before.some((piece, at) => piece.isHeading || (at > name && piece.kind === 'Number'));
};

/** Whether an address names what the card does. Behind a page's own address, a query may order anything. */
const isNamedBy = (url: URL, names: ReadonlySet<string>, matcher: SkuMatcher): boolean => {
  const path = decodedPart(url.pathname);
  return url.search === '' && (matcher.isIn(path) || wordsOf(path).some((word) => names.has(word)));
};

/**
 * Whether a link of a card leads to the card's product: it shows the product or names it, or says that one reads on there.
 * What any other button does nobody can tell, for no list of words that order is complete, and no icon says a word.
 *
 * @param cards - the elements around the link that are about one product, smallest first, the link itself among them.
 */
export const leadsToProduct = (
  { element: link, url }: ProductLink,
  cards: readonly Element[],
  matcher: SkuMatcher,
): boolean => {
  const card = cards.at(-1) ?? link;
  if (showsProduct(link, card) || liesOverCard(link)) return true;
  const labels = labelsOf(link);
  if (labels.some((label) => label.length > maxButton || isReadsOnText(label) || matcher.isToken(label)))
    return true;
  const pieces = piecesBeside(card, link, matcher);
  const names = new Set(pieces.filter(({ kind }) => kind === 'Words').flatMap(({ text }) => wordsOf(text)));
  if (isNamedBy(url, names, matcher)) return true;
  if (labels.length === 0) return isArrow(shortTextOf(link, maxButton));
  return labels.flatMap(wordsOf).some((word) => names.has(word)) || !standsBehindName(pieces);
};
