import type { AnyNode, Element } from 'domhandler';
import { decodedPart } from '../../domain/links/decoded-part.ts';
import { toPageAddress } from '../../domain/links/page-address.ts';
import { lineageOf, parentOf } from '../page/ancestors.ts';
import { zone, zonesOfNames } from '../page/page-zones.ts';
import { parseHtml } from '../page/parse-html.ts';
import { countProducts, gatherLinks, maxCardLevels, type ProductLink } from './product-links.ts';
import { readSearchAddress } from './search-address.ts';
import { isNoProductPath } from './search-words.ts';
import { createSkuMatcher, type SkuMatcher } from './sku-match.ts';

/** A link on a search-result page that leads to a product. */
export interface SearchHit {
  /** Absolute address, without fragment. */
  url: string;
  /** Text of the link, or of the card around it, shortened. */
  title: string;
  /**
   * Where the SKU stands, best first; `Listed` for one of the products that the shop has found, where the list shows no
   * SKU for it.
   */
  reason: 'StructuredData' | 'Attribute' | 'Path' | 'LinkText' | 'Card' | 'Query' | 'Listed';
  /** Higher is better; only for comparison within one page. */
  score: number;
}

export interface SearchToRead {
  /** Where the search ended. */
  url: string;
  /** What was asked for; tells the echo of the search from what the page says itself. */
  searchUrl?: string | undefined;
  /** As the caller wrote it. */
  sku: string;
}

const reasonScores: Record<SearchHit['reason'], number> = {
  StructuredData: 100,
  Attribute: 95,
  Path: 90,
  LinkText: 70,
  Card: 60,
  Query: 40,
  Listed: 10,
};
/** Far more than are followed. */
const maxHits = 20;
/** Elsewhere than on the shop's own site. */
const foreignLoss = 50;

const maxCardText = 1_500;
/** Elements of one card that are looked at; more would make nested links costly. */
const maxCardElements = 500;

/** Attributes that hold a number of the product, with the number alone or as a part of JSON. */
const isNumbered = (name: string): boolean =>
  name.startsWith('data-') || name === 'content' || name === 'value';
const skuAttribute =
  /sku|article-?(?:no|nr|number)|product-?(?:code|number|ref)|item-?(?:code|number)|^data-(?:mpn|ean|gtin)/i;

/** What the card around a link tells. */
interface Card {
  text: string;
  /** The SKU is the value of an attribute, or stands in one. */
  attribute: 'Is' | 'Holds' | undefined;
  /** An attribute names another SKU as the card's. */
  isOther: boolean;
  hasPicture: boolean;
}

const readCard = (root: Element, matcher: SkuMatcher): Card => {
  const card: Card = { text: '', attribute: undefined, isOther: false, hasPicture: false };
  const takeAttributes = ({ name: tag, attribs }: Element): void => {
    // What was searched for stands in the field for the next search.
    if (tag === 'input' && /^(?:text|search|)$/i.test(attribs.type ?? '')) return;
    for (const [name, value] of Object.entries(attribs)) {
      if (!isNumbered(name) || value.length > 2_000) continue;
      if (matcher.is(value)) card.attribute = 'Is';
      else if (matcher.isToken(value)) card.attribute ??= 'Holds';
      else if (skuAttribute.test(name) && /^\S{2,60}$/.test(value)) card.isOther = true;
    }
  };
  const stack: AnyNode[] = [root];
  for (let seen = 0; stack.length > 0 && seen < maxCardElements; seen += 1) {
    const node = stack.pop()!;
    if (node.type === 'text') {
      if (card.text.length <= maxCardText) card.text += `${node.data} `;
      continue;
    }
    if (node.type !== 'tag') continue;
    takeAttributes(node);
    if (node.name === 'img' || node.name === 'picture') card.hasPicture = true;
    if (node.attribs.alt) card.text += `${node.attribs.alt} `;
    for (let index = Math.min(node.children.length, maxCardElements) - 1; index >= 0; index -= 1)
      stack.push(node.children[index]!);
  }
  card.text = card.text.replace(/\s+/g, ' ').trim();
  return card;
};

const skuKeys = [
  'sku',
  'mpn',
  'productID',
  'productId',
  'gtin',
  'gtin13',
  'gtin12',
  'gtin14',
  'gtin8',
  'model',
  'identifier',
];

const parsed = (script: string): unknown => {
  try {
    return JSON.parse(script);
  } catch {
    return undefined;
  }
};

const structuredHit = (
  record: Record<string, unknown>,
  base: URL | undefined,
  matcher: SkuMatcher,
): SearchHit | undefined => {
  const carries = skuKeys.some((key) => {
    const given = record[key];
    return (typeof given === 'string' || typeof given === 'number') && matcher.is(String(given));
  });
  if (!carries) return undefined;
  const address = record.url ?? record['@id'] ?? (record.offers as Record<string, unknown> | undefined)?.url;
  const stated = typeof address === 'string' ? URL.parse(address, base?.href) : null;
  const url = stated && /^https?:$/.test(stated.protocol) ? toPageAddress(stated) : undefined;
  if (!url || url.pathname.split('/').some(isNoProductPath)) return undefined;
  return {
    url: url.href,
    title: typeof record.name === 'string' ? record.name.slice(0, 200) : '',
    reason: 'StructuredData',
    score: reasonScores.StructuredData,
  };
};

/** Products with an address in structured data whose identifiers are the SKU. */
const structuredHits = (
  scripts: readonly string[],
  base: URL | undefined,
  matcher: SkuMatcher,
): SearchHit[] => {
  const hits: SearchHit[] = [];
  for (const script of scripts) {
    const stack: { value: unknown; depth: number }[] = [{ value: parsed(script), depth: 0 }];
    while (stack.length > 0) {
      const { value, depth } = stack.pop()!;
      if (typeof value !== 'object' || value === null || depth > 12) continue;
      const hit = structuredHit(value as Record<string, unknown>, base, matcher);
      if (hit) hits.push(hit);
      for (const child of Object.values(value)) stack.push({ value: child, depth: depth + 1 });
    }
  }
  return hits;
};

/** Whether a part of the path is the SKU and nothing else: "/p/AB-3" goes before "/p/AB-3-CASE", its accessory. */
const isWhole = ({ pathname }: URL, matcher: SkuMatcher): boolean =>
  pathname
    .split('/')
    .some((segment) => matcher.is(decodedPart(segment.replaceAll('+', ' ')).replace(/\.html?$/, '')));

const sharesSite = (left: string, right: string): boolean => {
  const tail = (host: string): string => host.split('.').slice(-2).join('.');
  return tail(left) === tail(right);
};

/** An amount of money, as lists show it. */
const money = /[\p{Sc}]\s?\d|\d[\d.,]*\s?(?:\p{Sc}|kr|zł|Kč|руб|лв|lei|Ft|TL|[A-Z]{3}(?![\p{L}]))/u;

/** Other products than those that were searched for, or none. */
const awayNames = zone.related | zone.chrome | zone.cart | zone.review;
const isAway = (card: Element, zonesOf: LinkContext['zonesOf']): boolean =>
  lineageOf(card, maxCardLevels * 2).some(
    ({ name, attribs }) =>
      name === 'aside' ||
      (name !== 'body' &&
        name !== 'html' &&
        (zonesOf(`${attribs.class ?? ''} ${attribs.id ?? ''}`) & awayNames) !== 0),
  );

/** Names recur from card to card: each is read once. */
const createZonesOf = (): LinkContext['zonesOf'] => {
  const known = new Map<string, number>();
  return (names) => {
    const zones = known.get(names) ?? (names.length < 300 ? zonesOfNames(names) : 0);
    known.set(names, zones);
    return zones;
  };
};

/** The search as its page repeats it: in an input, the title, a heading, or a link to itself. */
const echoesSearch = (html: string, sku: string): boolean => {
  const text = html.toLowerCase();
  const plain = sku.trim().toLowerCase();
  return [plain, plain.replaceAll('&', '&amp;'), encodeURIComponent(plain).toLowerCase()].some((spelling) =>
    text.includes(spelling),
  );
};

interface LinkContext {
  matcher: SkuMatcher;
  counts: ReadonlyMap<Element, number>;
  cardOf: (element: Element) => Card;
  /** What the names of an element tell, see `page-zones.ts`. */
  zonesOf: (names: string) => number;
  /** Whether a product that the list shows without SKU may be the one. */
  takesListed: boolean;
}

type Finding = Pick<SearchHit, 'reason'> & { more: number };

/** A list of results without pictures and prices has a heading for each. */
const isHeading = (link: Element): boolean =>
  lineageOf(link, 3).some(({ name }) => /^h[2-6]$/.test(name)) ||
  link.children.some((child) => child.type === 'tag' && /^h[2-6]$/.test(child.name));

/** What a link is as one of the listed products: a picture, a price and a name make it one. */
const listedAs = (link: Element, card: Element, { cardOf, zonesOf }: LinkContext): Finding | undefined => {
  const { isOther, text, hasPicture } = cardOf(card);
  if (isOther || text.length < 3 || text.length > maxCardText || isAway(card, zonesOf)) return undefined;
  const isNamed = (zonesOf(card.attribs.class ?? '') & zone.card) !== 0;
  const marks =
    (money.test(text) ? 8 : 0) + (hasPicture ? 4 : 0) + (isHeading(link) ? 4 : 0) + (isNamed ? 2 : 0);
  return marks >= 4 ? { reason: 'Listed', more: marks } : undefined;
};

/** Where the SKU stands in the cards around a link, from the smallest to the largest that is about this one product. */
const findInCards = (element: Element, context: LinkContext): Finding | undefined => {
  const { matcher, counts, cardOf, takesListed } = context;
  let card = element;
  for (let level = 0; level <= maxCardLevels; level += 1) {
    const read = cardOf(card);
    if (read.attribute) return { reason: read.attribute === 'Is' ? 'Attribute' : 'Card', more: 0 };
    if (read.text.length <= maxCardText && matcher.isToken(read.text))
      return { reason: level === 0 ? 'LinkText' : 'Card', more: 0 };
    const parent = parentOf(card);
    if (!parent || parent.name === 'body' || (counts.get(parent) ?? 0) > 1) break;
    card = parent;
  }
  return takesListed ? listedAs(element, card, context) : undefined;
};

/** Parameters of a link that hold what was searched for, and not a number of the product. */
const echoing = /^(?:q|query|search\w*|s|keywords?|text|term|utm_.*|ref|redirect|return.*|next)$/i;

const findIn = (
  { element, url }: ProductLink,
  echoNames: ReadonlySet<string>,
  context: LinkContext,
): Finding | undefined => {
  const { matcher } = context;
  const more = isWhole(url, matcher) ? 3 : 0;
  const inCards = findInCards(element, context);
  if (inCards?.reason === 'Attribute') return { ...inCards, more };
  if (matcher.isIn(decodedPart(url.pathname.replaceAll('+', ' ')))) return { reason: 'Path', more };
  if (inCards && inCards.reason !== 'Listed') return inCards;
  const isInQuery = [...url.searchParams].some(
    ([name, value]) => !echoNames.has(name) && !echoing.test(name) && matcher.isIn(value),
  );
  return isInQuery ? { reason: 'Query', more: 0 } : inCards;
};

/**
 * Finds the links to products that may carry a SKU on a search-result page, best first, each product once. Never throws.
 *
 * The SKU may stand in structured data, in the link's path or query, in its text or data attributes, or elsewhere in the
 * hit's card. Shops whose lists show no SKU have their listed products named behind all others. What comes back is a list
 * of candidates: whether a product is the one is told by its own page.
 *
 * @param html - the search-result page.
 */
export const findSearchHits = (html: string, { url, searchUrl, sku }: SearchToRead): SearchHit[] => {
  const pageUrl = URL.parse(url) ?? undefined;
  const matcher = createSkuMatcher(sku);
  const address = readSearchAddress(pageUrl, URL.parse(searchUrl ?? url) ?? undefined, matcher);
  const { links, scripts, base } = gatherLinks(parseHtml(html).children, pageUrl, address);
  const best = new Map<string, SearchHit>();
  const offer = (key: string, hit: SearchHit): void => {
    const known = best.get(key);
    if (!known) best.set(key, hit);
    else if (hit.score > known.score) best.set(key, { ...hit, title: hit.title || known.title });
    else if (!known.title) known.title = hit.title;
  };
  for (const hit of structuredHits(scripts, base, matcher)) {
    const target = new URL(hit.url);
    target.hash = '';
    if (!address.isSelf(target)) offer(address.keyOf(target), { ...hit, url: target.href });
  }

  // Cards share their texts among links: each element is read once.
  const cards = new Map<Element, Card>();
  const cardOf = (element: Element): Card => {
    const card = cards.get(element) ?? readCard(element, matcher);
    cards.set(element, card);
    return card;
  };
  const context: LinkContext = {
    matcher,
    counts: countProducts(links),
    cardOf,
    zonesOf: createZonesOf(),
    takesListed: echoesSearch(html, sku),
  };
  for (const link of links) {
    const found = findIn(link, address.echoNames, context);
    if (!found) continue;
    const title = cardOf(link.element).text.slice(0, 200);
    const isOwn =
      pageUrl === undefined ||
      link.url.hostname === pageUrl.hostname ||
      sharesSite(link.url.hostname, pageUrl.hostname);
    // A product's own link has a text or a picture; a bare parameter may be a filter or a tracker.
    const score =
      reasonScores[found.reason] + found.more + (title === '' ? 0 : 1) - (isOwn ? 0 : foreignLoss);
    offer(link.key, { url: link.url.href, title, reason: found.reason, score });
  }
  return [...best.values()]
    .filter(({ score }) => score > 0)
    .sort((left, right) => right.score - left.score)
    .slice(0, maxHits);
};

/** What a search answered with. */
export interface SearchPage {
  hits: SearchHit[];
  /** The page has an address of its own: the search led on to it, as to its only product. */
  hasLedOn: boolean;
}

/** Reads what a search answered with. Never throws. */
export const readSearchPage = (html: string, search: SearchToRead): SearchPage => {
  const { url, searchUrl = url, sku } = search;
  const [page, asked] = [url, searchUrl].map((address) => URL.parse(address) ?? undefined);
  const { hasLedOn } = readSearchAddress(page, asked, createSkuMatcher(sku));
  return { hits: findSearchHits(html, search), hasLedOn };
};
