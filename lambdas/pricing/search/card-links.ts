import type { Element } from 'domhandler';
import { namesPlace } from '../../domain/links/acting-address.ts';
import { decodedPart } from '../../domain/links/decoded-part.ts';
import { foldedWord } from '../../domain/links/folded-word.ts';
import { hasNumberLabel } from '../lexicon/number-labels.ts';
import { printedMoney } from '../money/common-signs.ts';
import { lineageOf } from '../page/ancestors.ts';
import { collapse, shortTextOf } from '../page/element-text.ts';
import { zone, zonesOfNames } from '../page/page-zones.ts';
import { elementsWithin, walk } from '../page/walk.ts';
import { hasActingIcon, maxLinkNodes, maxNodes, showsPicture } from './card-pictures.ts';
import { labelsOf, orderingLabels, ordersNamed } from './link-labels.ts';
import type { ProductLink } from './product-links.ts';
import { isReadsOnText } from './search-words.ts';
import type { SkuMatcher } from './sku-match.ts';

/** Characters; what is longer is a name or a sentence, and no button's. */
const maxButton = 40;
/** Characters of one text that are looked at. */
const maxText = 200;

const isHeading = ({ name }: Element): boolean => /^h[1-6]$/.test(name);
const isHeaded = (element: Element): boolean => lineageOf(element, 3).some(isHeading);

/** Whether a link is made to lie over its whole card: it is empty, and its class calls it a link or a cover. */
const liesOverCard = ({ children, attribs }: Element): boolean => {
  const names = (attribs.class ?? '').slice(0, maxText).split(/[^\p{L}]+/u);
  return (
    children.every((child) => child.type === 'text' && child.data.trim() === '') &&
    names.some((name) => /^(?:link|overlay|cover|stretched|absolute)$/i.test(name)) &&
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

/**
 * Whether an address names what the card or the link itself does. A name of one word is that of an order as well, and
 * behind a page's own address a query may order anything.
 */
const isNamedBy = (
  url: URL,
  beside: ReadonlySet<string>,
  own: readonly string[],
  matcher: SkuMatcher,
): boolean => {
  if (url.search !== '') return false;
  const path = decodedPart(url.pathname);
  const last = new Set(wordsOf(path.replace(/\/$/, '').split('/').at(-1)!));
  if (own.length > 1 && own.every((word) => last.has(word))) return true;
  return matcher.isIn(path) || wordsOf(path).some((word) => beside.has(word));
};

/** A price, or how many there are of something: "€5", "4 colours", "(12)". */
const isCount = (label: string): boolean =>
  /^\(?\d+\)?(?:\s+\p{L}|$)/u.test(label) ||
  (printedMoney.test(label) && label.replace(/[^\p{L}]+/gu, '').length <= 3);

/** The nearest element around a link that is marked as a card, or a row or an entry of a list; else the largest. */
const ownCard = (link: Element, cards: readonly Element[]): Element =>
  cards.find(
    (card) =>
      card !== link &&
      (/^(?:li|tr|article)$/.test(card.name) || (zonesOfNames(card.attribs.class ?? '') & zone.card) !== 0),
  ) ??
  cards.at(-1) ??
  link;

/** Elements around a link in which the name of its product is looked for, also among links to others. */
const maxNameLevels = 5;

/** Whether a link says that it orders the product of its card, by its number or by a name that stands around it. */
const ordersProduct = (link: Element, matcher: SkuMatcher): boolean => {
  const labels = orderingLabels(link);
  if (labels.length === 0) return false;
  return lineageOf(link, maxNameLevels).some((around) => {
    const names = piecesBeside(around, link, matcher).flatMap(({ text }) => (text.length > 3 ? [text] : []));
    return labels.some((label) => ordersNamed(label, names, matcher));
  });
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
  if (elementsWithin(link.children, maxLinkNodes).some(isHeading)) return true;
  const card = ownCard(link, cards);
  const hasPicture = showsPicture(link, card);
  const text = shortTextOf(link, maxButton).trim();
  const isWordless = !/[\p{L}\p{N}]/u.test(text);
  // A link around a whole card has its button's words too.
  if (hasPicture && !isWordless) return true;
  if (ordersProduct(link, matcher)) return false;
  if (hasPicture || liesOverCard(link)) return true;
  if (isWordless && hasActingIcon(link)) return false;
  const labels = labelsOf(link);
  if (labels.length > 0 && isHeaded(link)) return true;
  const says = (label: string): boolean =>
    label.length > maxButton || isReadsOnText(label) || isCount(label) || matcher.isToken(label);
  if (labels.some(says)) return true;
  const pieces = piecesBeside(card, link, matcher);
  const beside = new Set(
    pieces.filter(({ kind }) => kind === 'Words').flatMap((piece) => wordsOf(piece.text)),
  );
  const own = labels.flatMap(wordsOf);
  if (isNamedBy(url, beside, own, matcher)) return true;
  if (labels.length === 0) return isArrow(text);
  return own.some((word) => beside.has(word)) || !standsBehindName(pieces);
};
