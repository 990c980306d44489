import { type ChildNode, Element } from 'domhandler';
import { namesOrder, namesPlace } from '../../domain/links/acting-address.ts';
import { decodedPart } from '../../domain/links/decoded-part.ts';
import { foldedWord } from '../../domain/links/folded-word.ts';
import { shortTextOf } from '../page/element-text.ts';
import { isReadMoreLabel } from '../page/links.ts';
import { elementsWithin, isAround, isElement, lineageOf, nearest, parentOf, walk } from '../page/walk.ts';
import { printedMoney } from '../text/currency-lexicon.ts';
import type { SkuMatcher } from '../text/sku-match.ts';
import { hasNumberLabel } from '../words/lexicon.ts';
import { isReadable, labelsOf, maxCardLevels, type ProductLink } from './product-links.ts';

/** Nodes of a card and of a link examined, which bounds repeated walks of nested links. */
const maxNodes = 300;
const maxLinkNodes = 60;
/** Characters of one text or attribute examined. */
const maxText = 200;
/** Longest button label; longer texts are names or sentences. */
const maxButton = 50;
/** Ancestors examined for being a name. */
const maxNameLevels = 3;
/** Most different targets in one card: the product, and actions on it. */
const maxKeys = 6;

const wordsIn = (text: string): string[] => text.slice(0, maxText).split(/[^\p{L}\p{M}\p{N}]+/u);
const wordsOf = (text: string): string[] => wordsIn(text).map(foldedWord).filter(Boolean);
/** Words that distinguish names. */
const longWordsOf = (text: string): string[] => wordsOf(text).filter(({ length }) => length >= 3);
const hasLetters = (text: string): boolean => /(?:\p{L}\p{M}*){2}/u.test(text);

/** Returns a test for class names with one of the words: "title" in "product-title" and "productTitle". */
const named = (words: string): ((element: Element) => boolean) => {
  const pattern = new RegExp(`(?<![a-z])(?:${words})(?![a-z])`, 'i');
  return ({ attribs }) =>
    pattern.test((attribs.class ?? '').slice(0, maxText).replace(/(?<=\p{Ll})(?=\p{Lu})/gu, '-'));
};
const isNamedName = named('name|title|heading|headline|caption|nome|titel|titre|titolo|bezeichnung');
const isNamedOtherwise = named('brand|vendor|manufacturer|category|btn|button');
const isNamedCover = named('link|overlay|cover|stretched|absolute');

const isHeading = ({ name }: Element): boolean => /^h[1-6]$/.test(name);
/** True if an element is marked up as a name. */
const isForName = (element: Element): boolean =>
  isHeading(element) ||
  element.attribs.itemprop === 'name' ||
  (isNamedName(element) && !isNamedOtherwise(element));

/** True if a link contains a heading, or fills an element for a name. */
const isHeadline = (link: Element): boolean => {
  if (elementsWithin(link.children, maxLinkNodes).some(isHeading)) return true;
  const headline = nearest(link, maxNameLevels, isForName);
  if (!headline || !labelsOf(link).some(hasLetters)) return false;
  return !hasLetters(shortTextOf(headline, maxText).replace(shortTextOf(link, maxText), ''));
};

/** True for a control's picture: small, or with a file name like one; `bag.jpg` is a photograph. */
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

/** Includes custom elements such as `amp-img`, and backgrounds set by a style or script. */
const isPicture = (element: Element): boolean =>
  element.name === 'img'
    ? !isIcon(element)
    : /^(?:picture|video|[a-z]+-(?:img|image|picture))$/.test(element.name) ||
      /background[^;]{0,40}url\(/i.test((element.attribs.style ?? '').slice(0, maxText)) ||
      ['data-bg', 'data-background', 'data-background-image'].some((name) => name in element.attribs);

const pictureIn = (element: Element, most: number): Element | undefined =>
  elementsWithin([element], most).find(isPicture);

/** A text in a card beside a link. */
interface Piece {
  kind: 'Words' | 'Price' | 'Number';
  text: string;
  /** Marked up as a name: in an element for one, or as a picture's text. */
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
    // A single word such as "image" is not a name.
    return wordsOf(text).length > 1 ? { kind: 'Words', text, isName: true } : undefined;
  }
  const text = textIn(node);
  const kind = text === '' ? undefined : kindOf(text, matcher);
  if (!kind) return undefined;
  const isName = kind === 'Words' && isAround(node.parent as Element, maxNameLevels, isForName);
  return { kind, text, isName };
};

/** True for elements that contain the page's own heading: they are no cards. */
const isPage = (element: Element): boolean =>
  /^(?:html|body|main)$/.test(element.name) ||
  elementsWithin(element.children, maxNodes).some(({ name }) => name === 'h1');

const unread = new Set(['script', 'style', 'template', 'button', 'form', 'select']);

/** The texts in page order; none if the link is the whole card. */
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

/** The path segments; none if a query identifies the page. */
const partsOf = ({ pathname, search }: URL): string[] =>
  search === '' ? decodedPart(pathname).split('/').filter(Boolean) : [];

/** True if a URL ends with the link's words. A single word may also be an action. */
const isNamedByLabels = ({ url, element }: ProductLink): boolean => {
  const own = labelsOf(element).flatMap(longWordsOf);
  const last = new Set(longWordsOf(partsOf(url).at(-1) ?? ''));
  return own.length > 1 && own.every((word) => last.has(word));
};

/** True if a URL names something in the card, with only numbers after it: further words may be actions. */
const isNamedByCard = (url: URL, beside: ReadonlySet<string>, matcher: SkuMatcher): boolean => {
  const parts = partsOf(url);
  const isNaming = (part: string): boolean =>
    matcher.isIn(part) || longWordsOf(part).some((word) => beside.has(word));
  const last = parts.findLastIndex(isNaming);
  return last >= 0 && parts.slice(last + 1).every((part) => /\d/.test(part) || part.length <= 2);
};

/** True if a label is only the SKU, a price or a count. */
const isNumbers = (label: string, matcher: SkuMatcher): boolean =>
  kindOf(label, matcher) === 'Price' ||
  /^\(?\d+\)?(?:\s+\p{L}+)?$/u.test(label) ||
  (matcher.isToken(label) && (hasNumberLabel(label) || wordsOf(label).every((word) => /\d/.test(word))));

/** True for "read more" labels, and for texts too long for an action; false for "View cart". */
const isReadMore = (label: string): boolean =>
  label.length > maxButton || (isReadMoreLabel(label) && !wordsIn(label).some(namesPlace));

/** True for a link without words that shows an arrow or covers its card. */
const isArrowOrOverlay = (link: Element): boolean => {
  const text = shortTextOf(link, maxText).trim();
  if (text !== '') return /^(?:[→⟶➔➜➝▶►▸›»>⇒…\s]|[\ufe0e\ufe0f])+$/u.test(text);
  const isEmpty = link.children.every(({ type }) => type === 'text');
  return isEmpty && isNamedCover(link) && !wordsIn(link.attribs.class ?? '').some(namesPlace);
};

/**
 * True if a link is positioned like a button: after the name and a price, after the name and the number if no
 * price follows, or between the price and the name.
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

/** The products that the links within each element lead to, up to some levels above each link. */
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

/** Groups an element's children into cards without elements: each starts at a term or a rule. */
const groupsIn = (parent: Element): ReadonlyMap<ChildNode, Element> => {
  const groups = new Map<ChildNode, Element>();
  if (!parent.children.some(beginsCard)) return groups;
  let group = new Element('div', {});
  for (const node of parent.children) {
    if (beginsCard(node)) group = new Element('div', {});
    // The nodes keep their parents: a group is read-only.
    group.children.push(node);
    groups.set(node, group);
  }
  return groups;
};

/** Memoizes a test of elements that surround many links. */
const onceForEach = <Answer>(ask: (element: Element) => Answer): ((element: Element) => Answer) => {
  const answers = new Map<Element, Answer>();
  return (element) => {
    if (!answers.has(element)) answers.set(element, ask(element));
    return answers.get(element)!;
  };
};

/** Decides which links of a list lead to products. */
export interface LinkPicker {
  /** The elements about one product, from the link itself to its largest ancestor. */
  cardsAround: (link: Element) => readonly Element[];
  /**
   * True if a link leads to its card's product: it shows or names the product, or says "read more". The
   * effect of other buttons is unknown: no list of action words is complete, and icons have none.
   */
  leadsToProduct: (link: ProductLink) => boolean;
}

/** @param links - all links that may lead to a product, in page order. */
export const createLinkPicker = (links: readonly ProductLink[], matcher: SkuMatcher): LinkPicker => {
  /** Links that show their product in any context: by a heading, a picture, or a URL with their own words. */
  const evident = links.filter(
    (link) =>
      isHeadline(link.element) ||
      pictureIn(link.element, maxLinkNodes) !== undefined ||
      isNamedByLabels(link),
  );
  const evidentLinks = new Set(evident.map(({ element }) => element));
  const [keys, shownKeys, labelKeys] = [keysAround(links), keysAround(evident), keysByLabel(links)];
  const showsOne = (around: Element): boolean => shownKeys.get(around)?.size === 1;
  /** True if links to several products have the label, as buttons do. */
  const isRepeated = (label: string): boolean => (labelKeys.get(foldedWord(label))?.size ?? 0) > 1;

  const isOfPage = onceForEach(isPage);
  /**
   * An element is about one product unless it contains links to others; several links are allowed if only one
   * of them shows a product.
   */
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

  /**
   * True if a link's text may be the card's only name, and neither its text nor its position is a button's.
   */
  const mayBeName = (link: Element, labels: readonly string[], pieces: readonly Piece[]): boolean => {
    if (pieces.some(({ isName }) => isName) || standsAsButton(pieces)) return false;
    const isAlone = !pieces.some(({ kind }) => kind === 'Words');
    return isAlone || (isReadable(shortTextOf(link, maxText)) && !labels.some(isRepeated));
  };

  /** True if a link has its card's first picture; an icon labelled differently from the card is a button. */
  const showsPicture = (link: Element, card: Element, isOtherwise: boolean): boolean => {
    const picture = pictureIn(link, maxLinkNodes);
    if (!picture || pictureIn(card, maxNodes) !== picture) return false;
    return !isOtherwise || isReadable(shortTextOf(link, maxText));
  };

  const leadsToProduct = (link: ProductLink): boolean => {
    const { element, url } = link;
    const cards = cardsAround(element);
    // Another link of the card already shows the product.
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
