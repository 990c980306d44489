import type { Element } from 'domhandler';
import { namesOrder, namesPlace } from '../../domain/links/acting-address.ts';
import { decodedPart } from '../../domain/links/decoded-part.ts';
import { foldedWord } from '../../domain/links/folded-word.ts';
import { hasNumberLabel } from '../lexicon/number-labels.ts';
import { printedMoney } from '../money/common-signs.ts';
import { lineageOf } from '../page/ancestors.ts';
import { collapse, shortTextOf } from '../page/element-text.ts';
import { zone, zonesOfNames } from '../page/page-zones.ts';
import { elementsWithin, walk } from '../page/walk.ts';
import { labelsOf, ordersNamed } from './link-labels.ts';
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
const iconWords = (name: string): string[] => name.split(/[^\p{L}]+/u);

/** Whether the file of a picture is called as a control is: `btn_buy.png`, `basket.gif`; `bag.jpg` is a photograph. */
const isIconFile = (src: string): boolean => {
  if (/^data:/i.test(src)) return false;
  const [, name = '', type = ''] = /([^/]*?)(?:\.(\w+))?(?:[?#].*)?$/.exec(src.slice(-maxText))!;
  const words = iconWords(name);
  return (
    namesOrder(name) ||
    words.some((word) => /^(?:icons?|ico|btn|button)$/i.test(word)) ||
    (/^(?:gif|png|svg)$/i.test(type) && words.some(namesPlace))
  );
};

/** Whether a picture is a control's, by its name, or smaller than any product is shown. */
const isIcon = ({ attribs: { src = '', width, height } }: Element): boolean =>
  isSmall(width) || isSmall(height) || isIconFile(src);

/** Elements of a shop's own, `amp-img`, and what has its picture from its style, or gets it from a script. */
const isPicture = (element: Element): boolean => {
  const { name, attribs } = element;
  if (name === 'img') return !isIcon(element);
  return (
    /^(?:picture|video|[a-z]+-(?:img|image|picture))$/.test(name) ||
    /background[^;]{0,40}url\(/i.test((attribs.style ?? '').slice(0, maxText)) ||
    ['data-bg', 'data-background', 'data-background-image'].some((each) => attribs[each] !== undefined)
  );
};

const pictureIn = (element: Element, most: number): Element | undefined =>
  elementsWithin([element], most).find(isPicture);

/** Whether a link has the first picture of its card. */
const showsPicture = (link: Element, card: Element): boolean => {
  const picture = pictureIn(link, maxLinkNodes);
  return picture !== undefined && pictureIn(card, maxNodes) === picture;
};

/** Icons that fonts and sets of pictures have for orders, beside those that are called as orders are. */
const actingIcon = /^(?:heart|wish|balance|scale|compare|exchange|bookmark|bell|shopping|trash)$/i;

/** Whether an icon within a link is called as an order is: `<i class="fa fa-heart">`, `<use href="#cart">`. */
const hasActingIcon = (link: Element): boolean =>
  elementsWithin(link.children, maxLinkNodes).some(({ attribs }) =>
    [attribs.class, attribs.href, attribs['xlink:href']].some((given = '') => {
      const names = given.slice(0, maxText).split(/\s+/);
      return names.some(
        (name) =>
          namesOrder(name) || iconWords(name).some((word) => actingIcon.test(word) || namesPlace(word)),
      );
    }),
  );

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
const ordersProduct = (link: Element, matcher: SkuMatcher): boolean =>
  lineageOf(link, maxNameLevels).some((around) => {
    const texts = piecesBeside(around, link, matcher).map(({ text }) => text);
    return ordersNamed(
      link,
      texts.filter((text) => text.length > 3),
      matcher,
    );
  });

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
