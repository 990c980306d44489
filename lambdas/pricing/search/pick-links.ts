import { type ChildNode, Element } from 'domhandler';
import { namesOrder, namesPlace } from '../../domain/links/acting-address.ts';
import { decodedPart } from '../../domain/links/decoded-part.ts';
import { foldedWord } from '../../domain/links/folded-word.ts';
import { hasNumberLabel } from '../lexicon/number-labels.ts';
import { printedMoney } from '../money/common-signs.ts';
import { isAround, isElement, lineageOf, nearest, parentOf } from '../page/ancestors.ts';
import { shortTextOf } from '../page/element-text.ts';
import { elementsWithin, walk } from '../page/walk.ts';
import { isReadable, labelsOf } from './link-labels.ts';
import { maxCardLevels, type ProductLink } from './product-links.ts';
import { isReadMoreLabel } from './search-words.ts';
import type { SkuMatcher } from './sku-match.ts';

/** Of a card and of a link, the nodes that are looked at: links in links must not be walked again and again. */
const maxNodes = 300;
const maxLinkNodes = 60;
/** Characters of one text or attribute that are looked at. */
const maxText = 200;
/** Characters; what is longer is a name or a sentence. */
const maxButton = 50;
/** Elements around a text or a link that tell whether it is a name. */
const maxNameLevels = 3;
/** Links of one card that lead to different pages: to the product, and to what is done with it. */
const maxKeys = 6;

const wordsIn = (text: string): string[] => text.slice(0, maxText).split(/[^\p{L}\p{M}\p{N}]+/u);
const wordsOf = (text: string): string[] => wordsIn(text).map(foldedWord).filter(Boolean);
/** Words that tell one name from another. */
const longWordsOf = (text: string): string[] => wordsOf(text).filter(({ length }) => length >= 3);
const hasLetters = (text: string): boolean => /(?:\p{L}\p{M}*){2}/u.test(text);

/** True if one of the words stands in a name of markup: "title" in "product-title" and in "productTitle". */
const named = (words: string): ((element: Element) => boolean) => {
  const pattern = new RegExp(`(?<![a-z])(?:${words})(?![a-z])`, 'i');
  return ({ attribs }) =>
    pattern.test((attribs.class ?? '').slice(0, maxText).replace(/(?<=\p{Ll})(?=\p{Lu})/gu, '-'));
};
const isNamedName = named('name|title|heading|headline|caption|nome|titel|titre|titolo|bezeichnung');
const isNamedOtherwise = named('brand|vendor|manufacturer|category|btn|button');
const isNamedCover = named('link|overlay|cover|stretched|absolute');

const isHeading = ({ name }: Element): boolean => /^h[1-6]$/.test(name);
/** True if an element holds a name, by its markup. */
const isForName = (element: Element): boolean =>
  isHeading(element) ||
  element.attribs.itemprop === 'name' ||
  (isNamedName(element) && !isNamedOtherwise(element));

/** True if a link holds a heading, or is the whole of an element for a name. */
const isHeadline = (link: Element): boolean => {
  if (elementsWithin(link.children, maxLinkNodes).some(isHeading)) return true;
  const headline = nearest(link, maxNameLevels, isForName);
  if (!headline || !labelsOf(link).some(hasLetters)) return false;
  return !hasLetters(shortTextOf(headline, maxText).replace(shortTextOf(link, maxText), ''));
};

/** True if a picture is a control's: small, or its file is called as controls are; `bag.jpg` is a photograph. */
const isIcon = ({ attribs: { src = '', width = '', height = '' } }: Element): boolean => {
  if ([width, height].some((size) => /^(?:\d|[12]\d|3[0-2])(?:px)?$/.test(size))) return true;
  const file = /^data:/i.test(src) ? '' : src.slice(-maxText).replace(/[?#].*/, '');
  const name = file.replace(/.*\/|\.\w+$/g, '');
  const isDrawn = /\.(?:gif|png|svg)$/i.test(file);
  return (
    namesOrder(name) ||
    wordsIn(name.replaceAll('_', '-')).some(
      (word) => /^(?:ico|icons?|btn|button)$/i.test(word) || (isDrawn && namesPlace(word)),
    )
  );
};

/** Elements of a shop's own, `amp-img`, and what has its picture from its style or from a script count, too. */
const isPicture = (element: Element): boolean =>
  element.name === 'img'
    ? !isIcon(element)
    : /^(?:picture|video|[a-z]+-(?:img|image|picture))$/.test(element.name) ||
      /background[^;]{0,40}url\(/i.test((element.attribs.style ?? '').slice(0, maxText)) ||
      ['data-bg', 'data-background', 'data-background-image'].some((name) => name in element.attribs);

const pictureIn = (element: Element, most: number): Element | undefined =>
  elementsWithin([element], most).find(isPicture);

/** Text of a card beside a link. */
interface Piece {
  kind: 'Words' | 'Price' | 'Number';
  text: string;
  /** By its markup it is a name: in an element for one, or the text of a picture. */
  isName: boolean;
  isBehind: boolean;
}

const kindOf = (text: string, matcher: SkuMatcher): Piece['kind'] | undefined => {
  if (matcher.isToken(text) || hasNumberLabel(text)) return 'Number';
  if (printedMoney.test(text) || /^\p{Sc}$/u.test(text)) return 'Price';
  return hasLetters(text) && !/[:：]$/.test(text) ? 'Words' : undefined;
};

const textIn = (node: ChildNode): string =>
  node.type === 'text' ? node.data.slice(0, maxText).replace(/\s+/g, ' ').trim() : '';

const pieceOf = (node: ChildNode, matcher: SkuMatcher): Omit<Piece, 'isBehind'> | undefined => {
  if (isElement(node)) {
    const text = node.name === 'img' ? (node.attribs.alt ?? '').slice(0, maxText).trim() : '';
    // "image" is no name.
    return wordsOf(text).length > 1 ? { kind: 'Words', text, isName: true } : undefined;
  }
  const text = textIn(node);
  const kind = text === '' ? undefined : kindOf(text, matcher);
  if (!kind) return undefined;
  const isName = kind === 'Words' && isAround(node.parent as Element, maxNameLevels, isForName);
  return { kind, text, isName };
};

/** The page's own heading, and elements for the whole of it, are no card's. */
const isPage = (element: Element): boolean =>
  /^(?:html|body|main)$/.test(element.name) ||
  elementsWithin(element.children, maxNodes).some(({ name }) => name === 'h1');

const unread = new Set(['script', 'style', 'template', 'button', 'form', 'select']);

/** In the order of the page; a link that is its own card has nothing beside it. */
const piecesBeside = (card: Element, link: Element, matcher: SkuMatcher): Piece[] => {
  const pieces: Piece[] = [];
  if (card === link) return pieces;
  let isBehind = false;
  for (const node of walk(card.children, maxNodes, (each) => each !== link && !unread.has(each.name))) {
    isBehind ||= node === link;
    const piece = node === link ? undefined : pieceOf(node, matcher);
    if (piece) pieces.push({ ...piece, isBehind });
  }
  return pieces;
};

/** Parts of a path; none where a query says more. */
const partsOf = ({ pathname, search }: URL): string[] =>
  search === '' ? decodedPart(pathname).split('/').filter(Boolean) : [];

/** True if an address ends in what its link says; a name of one word is that of an order as well. */
const isNamedByLabels = ({ url, element }: ProductLink): boolean => {
  const own = labelsOf(element).flatMap(longWordsOf);
  const last = new Set(longWordsOf(partsOf(url).at(-1) ?? ''));
  return own.length > 1 && own.every((word) => last.has(word));
};

/** True if an address names what stands in the card, and behind that no words: these may be orders. */
const isNamedByCard = (url: URL, beside: ReadonlySet<string>, matcher: SkuMatcher): boolean => {
  const parts = partsOf(url);
  const isNaming = (part: string): boolean =>
    matcher.isIn(part) || longWordsOf(part).some((word) => beside.has(word));
  const last = parts.findLastIndex(isNaming);
  return last >= 0 && parts.slice(last + 1).every((part) => /\d/.test(part) || part.length <= 2);
};

/** True if a label says no more than the SKU, a price, or how many there are of something. */
const isNumbers = (label: string, matcher: SkuMatcher): boolean =>
  kindOf(label, matcher) === 'Price' ||
  /^\(?\d+\)?(?:\s+\p{L}+)?$/u.test(label) ||
  (matcher.isToken(label) && (hasNumberLabel(label) || wordsOf(label).every((word) => /\d/.test(word))));

/** True if a label says that one reads on there; no order has a sentence, and "View cart" shows none of the list. */
const isReadMore = (label: string): boolean =>
  label.length > maxButton || (isReadMoreLabel(label) && !wordsIn(label).some(namesPlace));

/** True if a link without words leads on: as an arrow, or as one that lies over its whole card. */
const isArrowOrOverlay = (link: Element): boolean => {
  const text = shortTextOf(link, maxText).trim();
  if (text !== '') return /^(?:[→⟶➔➜➝▶►▸›»>⇒…\s]|[\ufe0e\ufe0f])+$/u.test(text);
  const isEmpty = link.children.every(({ type }) => type === 'text');
  return isEmpty && isNamedCover(link) && !wordsIn(link.attribs.class ?? '').some(namesPlace);
};

/**
 * True if a link stands where buttons do: behind the name and a price, or behind the name and the number with no price to
 * come, or between the price and the name.
 */
const standsAsButton = (pieces: readonly Piece[]): boolean => {
  const has = (some: readonly Piece[], wanted: Piece['kind']): boolean =>
    some.some(({ kind }) => kind === wanted);
  const before = pieces.filter(({ isBehind }) => !isBehind);
  const behind = pieces.filter(({ isBehind }) => isBehind);
  const name = before.findIndex(({ kind }) => kind === 'Words');
  if (name < 0) return has(before, 'Price') && has(behind, 'Words');
  const between = before.slice(name);
  return has(between, 'Price') || (has(between, 'Number') && !has(behind, 'Price'));
};

/** Which products the links within each element lead to, up to some levels around each link. */
const keysAround = (links: readonly ProductLink[]): ReadonlyMap<Element, ReadonlySet<string>> => {
  const keys = new Map<Element, Set<string>>();
  for (const { element, key } of links)
    for (const around of lineageOf(element, maxCardLevels + 1))
      keys.set(around, (keys.get(around) ?? new Set()).add(key));
  return keys;
};

const keysByLabel = (links: readonly ProductLink[]): ReadonlyMap<string, ReadonlySet<string>> => {
  const keys = new Map<string, Set<string>>();
  for (const { element, key } of links)
    for (const label of labelsOf(element).map(foldedWord))
      keys.set(label, (keys.get(label) ?? new Set()).add(key));
  return keys;
};

const beginsCard = (node: ChildNode): boolean => isElement(node) && /^(?:dt|hr)$/.test(node.name);

/** The nodes of an element by cards that have no element of their own: each begins at a term, or at a rule. */
const groupsIn = (parent: Element): ReadonlyMap<ChildNode, Element> => {
  const groups = new Map<ChildNode, Element>();
  if (!parent.children.some(beginsCard)) return groups;
  let group = new Element('div', {});
  for (const node of parent.children) {
    if (beginsCard(node)) group = new Element('div', {});
    // Its nodes stand where they stood: a group is only read.
    group.children.push(node);
    groups.set(node, group);
  }
  return groups;
};

/** Elements stand around many links, and each is asked once. */
const onceForEach = <Answer>(ask: (element: Element) => Answer): ((element: Element) => Answer) => {
  const answers = new Map<Element, Answer>();
  return (element) => {
    if (!answers.has(element)) answers.set(element, ask(element));
    return answers.get(element)!;
  };
};

/** Tells, of the links of a list, which lead to products. */
export interface LinkPicker {
  /** The elements that are about one product, from a link itself to the largest around it. */
  cardsAround: (link: Element) => readonly Element[];
  /**
   * True if a link leads to the product of its card: it shows the product or names it, or says that one reads on there.
   * The effect of other buttons is unknown: no list of words for orders is complete, and no icon says a word.
   */
  leadsToProduct: (link: ProductLink) => boolean;
}

/** @param links - all that may lead to a product, in the order of the page. */
export const createLinkPicker = (links: readonly ProductLink[], matcher: SkuMatcher): LinkPicker => {
  /** They show their product, whatever stands around them: by a heading, a picture, or an address of their own words. */
  const evident = links.filter(
    (link) =>
      isHeadline(link.element) ||
      pictureIn(link.element, maxLinkNodes) !== undefined ||
      isNamedByLabels(link),
  );
  const evidentLinks = new Set(evident.map(({ element }) => element));
  const [keys, shownKeys, labelKeys] = [keysAround(links), keysAround(evident), keysByLabel(links)];
  const showsOne = (around: Element): boolean => shownKeys.get(around)?.size === 1;
  /** Links to several products say the same, as buttons do and names do not. */
  const isRepeated = (label: string): boolean => (labelKeys.get(foldedWord(label))?.size ?? 0) > 1;

  const isOfPage = onceForEach(isPage);
  /** An element is about one product up to where it holds links to others, unless just one of them shows a product. */
  const isOfOneProduct = onceForEach((element) => {
    const count = keys.get(element)?.size ?? 0;
    const isRow = !shownKeys.has(element) && /^(?:li|tr|article)$/.test(element.name);
    return count <= 1 || (count <= maxKeys && (showsOne(element) || isRow));
  });

  const groupsOf = onceForEach(groupsIn);
  const groupAround = (top: Element): Element | undefined => {
    const parent = parentOf(top);
    const group = parent ? groupsOf(parent).get(top) : undefined;
    const within = (group?.children ?? [])
      .slice(0, maxNodes)
      .filter(isElement)
      .flatMap((each) => [...(keys.get(each) ?? [])]);
    return new Set(within).size === 1 ? group : undefined;
  };

  const cardsAround = (link: Element): readonly Element[] => {
    const around = lineageOf(link, maxCardLevels + 2);
    const isBorder = (each: Element): boolean =>
      each !== link && (each.name === 'body' || !isOfOneProduct(each));
    const border = around.findIndex(isBorder);
    if (border < 0) return around;
    const cards = around.slice(0, border);
    const group = groupAround(cards.at(-1)!);
    return group ? [...cards, group] : cards;
  };

  /** True if what a link says may be a name: its card has none, and it is no button by its looks or its place. */
  const mayBeName = (link: Element, labels: readonly string[], pieces: readonly Piece[]): boolean => {
    if (pieces.some(({ isName }) => isName) || standsAsButton(pieces)) return false;
    const isAlone = !pieces.some(({ kind }) => kind === 'Words');
    return isAlone || (isReadable(shortTextOf(link, maxText)) && !labels.some(isRepeated));
  };

  /** True if a link has the first picture of its card; a drawing that is called otherwise than the card is a button. */
  const showsPicture = (link: Element, card: Element, isOtherwise: boolean): boolean => {
    const picture = pictureIn(link, maxLinkNodes);
    if (!picture || pictureIn(card, maxNodes) !== picture) return false;
    return !isOtherwise || isReadable(shortTextOf(link, maxText));
  };

  const leadsToProduct = (link: ProductLink): boolean => {
    const { element, url } = link;
    const cards = cardsAround(element);
    // Where another link of the card shows the product, no further one is needed.
    if (!evidentLinks.has(element) && cards.some(showsOne)) return false;
    if (isHeadline(element) || isNamedByLabels(link)) return true;
    const card = cards.findLast((each) => !isOfPage(each)) ?? element;
    const pieces = piecesBeside(card, element, matcher);
    const beside = new Set(pieces.flatMap(({ kind, text }) => (kind === 'Words' ? wordsOf(text) : [])));
    const labels = labelsOf(element);
    const own = labels.flatMap(wordsOf);
    const isOtherwise = own.length > 0 && beside.size > 0 && !own.some((word) => beside.has(word));
    if (showsPicture(element, card, isOtherwise) || isNamedByCard(url, beside, matcher)) return true;
    if (labels.length === 0) return isArrowOrOverlay(element);
    return (
      own.every((word) => beside.has(word)) ||
      labels.some((label) => isReadMore(label) || isNumbers(label, matcher)) ||
      mayBeName(element, labels, pieces)
    );
  };

  return { cardsAround, leadsToProduct };
};
