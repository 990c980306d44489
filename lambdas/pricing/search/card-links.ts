import type { Element } from 'domhandler';
import { namesPlace } from '../../domain/links/acting-address.ts';
import { lineageOf } from '../page/ancestors.ts';
import { shortTextOf } from '../page/element-text.ts';
import { zone, zonesOfNames } from '../page/page-zones.ts';
import { elementsWithin } from '../page/walk.ts';
import { hasActingIcon, isDrawing, maxLinkNodes, maxNodes, showsPicture } from './card-pictures.ts';
import {
  hasLetters,
  isHeading,
  maxLevels,
  maxText,
  piecesBeside,
  standsBeforeName,
  standsBehindName,
} from './card-pieces.ts';
import { hasRole, isNamedCard, isNamedName, looksLikeButton, markupWords } from './card-words.ts';
import { isReadable, labelsOf, maxLabel, orderingLabels, ordersNamed } from './link-labels.ts';
import {
  isNamedBy,
  type Saying,
  sayingOf,
  saysMoreThanName,
  saysProduct,
  soundsLikeOrder,
} from './link-saying.ts';
import type { ListReader } from './list-links.ts';
import type { ProductLink } from './product-links.ts';
import type { SkuMatcher } from './sku-match.ts';

/** What a link is judged by beside itself. */
export interface CardContext {
  /** The elements around the link that are about one product, smallest first, the link itself among them. */
  cards: readonly Element[];
  matcher: SkuMatcher;
  list: ListReader;
}

/** Elements around a link in which the name of its product is looked for, also among links to others. */
const maxNameLevels = 5;

const isMarkedCard = (element: Element): boolean =>
  /^(?:li|tr|article)$/.test(element.name) ||
  isNamedCard(element) ||
  (zonesOfNames(element.attribs.class ?? '') & zone.card) !== 0;

/** The page's own heading, and elements for the whole of it, are no card's. */
const isPage = (element: Element): boolean =>
  /^(?:html|body|main)$/.test(element.name) ||
  elementsWithin(element.children, maxNodes).some(({ name }) => name === 'h1');

/**
 * The element around a link that is its product's card: the nearest that is marked so and has words beside the link, or
 * anything; else the largest.
 */
const ownCard = (link: Element, { cards, matcher }: CardContext): Element => {
  const around = cards.filter((card) => card !== link);
  let nearest: Element | undefined;
  for (const card of around) {
    const beside = isMarkedCard(card) ? piecesBeside(card, link, matcher) : [];
    if (beside.some(({ kind }) => kind === 'Words')) return card;
    if (beside.length > 0) nearest ??= card;
  }
  return nearest ?? around.findLast((card) => !isPage(card)) ?? around.at(-1) ?? link;
};

/** Whether a link is made to lie over its whole card: it is empty, and its class calls it a link or a cover. */
const liesOverCard = ({ children, attribs }: Element): boolean => {
  const names = markupWords(attribs.class ?? '');
  return (
    children.every((child) => child.type === 'text' && child.data.trim() === '') &&
    hasRole(names, 'Cover') &&
    !names.some(namesPlace)
  );
};

const holdsHeading = (link: Element): boolean => elementsWithin(link.children, maxLinkNodes).some(isHeading);

/** Whether a link is the whole of a heading, or of an element that is called a name. */
const isHeadline = (link: Element): boolean => {
  const headline = lineageOf(link, maxLevels).find((around) => isHeading(around) || isNamedName(around));
  return (
    headline !== undefined &&
    (headline === link || !hasLetters(shortTextOf(headline, maxText).replace(shortTextOf(link, maxText), '')))
  );
};

/** Whether a link names a product by its markup. */
export const isNamedByMarkup = (link: Element): boolean => holdsHeading(link) || isHeadline(link);

/** Arrows lead on and order nothing. */
const isArrow = (text: string): boolean => /^(?:[→⟶➔➜➝▶►▸›»>⇒…\s]|[\ufe0e\ufe0f])+$/u.test(text);

/** Whether a link says that it orders the product of its card, by its number or by a name that stands around it. */
const ordersProduct = (link: Element, labels: readonly string[], matcher: SkuMatcher): boolean => {
  const ordering = orderingLabels(labels);
  if (ordering.length === 0) return false;
  return lineageOf(link, maxNameLevels).some((around) => {
    const names = piecesBeside(around, link, matcher).flatMap(({ text }) => (text.length > 3 ? [text] : []));
    return ordering.some((label) => ordersNamed(label, names, matcher));
  });
};

/** Whether a link may be a button: the card has its name elsewhere, or others say the same, or it looks like one. */
const mayBeButton = (link: Element, { labels, pieces }: Saying, context: CardContext): boolean =>
  pieces.some(({ isName }) => isName) ||
  (pieces.length === 0 && lineageOf(link, maxNameLevels).some(context.list.showsOne)) ||
  looksLikeButton(link) ||
  standsBehindName(pieces) ||
  standsBeforeName(pieces) ||
  (pieces.some(({ kind }) => kind === 'Words') &&
    (soundsLikeOrder(labels) ||
      labels.some(context.list.isRepeated) ||
      !isReadable(shortTextOf(link, maxLabel))));

/** Whether the only picture of a card is a drawing, and is called otherwise than the words beside it. */
const isDrawnButton = (link: Element, { own, beside, more }: Saying): boolean =>
  own.length > 0 && beside.size > 0 && more.length === own.length && isDrawing(link);

/** The same of a link that is not around its whole card: by what it shows, and what it says. */
const isOfProduct = ({ element: link, url }: ProductLink, card: Element, context: CardContext): boolean => {
  const { matcher } = context;
  const labels = labelsOf(link);
  if (ordersProduct(link, labels, matcher)) return false;
  const saying = sayingOf(labels, piecesBeside(card, link, matcher), matcher);
  if ((showsPicture(link, card) && !isDrawnButton(link, saying)) || liesOverCard(link)) return true;
  const text = shortTextOf(link, maxLabel);
  if (!isReadable(text) && hasActingIcon(link)) return false;
  if (labels.length > 0 && isHeadline(link)) return true;
  if (saysMoreThanName(saying)) return false;
  if (isNamedBy(url, saying, matcher)) return true;
  if (labels.length === 0) return isArrow(text.trim());
  return saysProduct(saying, matcher) || !mayBeButton(link, saying, context);
};

/**
 * Whether a link of a card leads to the card's product: it shows the product or names it, or says that one reads on there.
 * What any other button does nobody can tell, for no list of words that order is complete, and no icon says a word.
 */
export const leadsToProduct = (link: ProductLink, context: CardContext): boolean => {
  const { element } = link;
  const { cards, list } = context;
  if (holdsHeading(element)) return true;
  // Where another link of the card shows the product, no further one is needed.
  if (!list.isEvident(element) && cards.some(list.showsOne)) return false;
  const card = ownCard(element, context);
  // A link around a whole card has its button's words too.
  const isWholeCard = showsPicture(element, card) && isReadable(shortTextOf(element, maxLabel));
  return isWholeCard || isOfProduct(link, card, context);
};
