import type { Element } from 'domhandler';
import { decodedPart } from '../../domain/links/decoded-part.ts';
import { toPageAddress } from '../../domain/links/page-address.ts';
import { siteOf } from '../../domain/links/site-of.ts';
import { printedMoney } from '../money/common-signs.ts';
import { isAround } from '../page/ancestors.ts';
import { zone, zonesOfElement, zonesOfNames } from '../page/page-zones.ts';
import { parseHtml } from '../page/parse-html.ts';
import { walk } from '../page/walk.ts';
import { createLinkPicker } from './pick-links.ts';
import { gatherLinks, maxCardLevels, type ProductLink } from './product-links.ts';
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
  /** The SKU asked for; tells the echo of the search from the page's own words. */
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

/** The bearing of an attribute on the card's number: it is the SKU, holds it, or is another one. */
const readAttribute = (
  name: string,
  value: string,
  matcher: SkuMatcher,
): 'Is' | 'Holds' | 'IsOther' | undefined => {
  if (!isNumbered(name) || value.length > 2_000) return undefined;
  if (matcher.is(value)) return 'Is';
  // Attributes list numbers without blanks.
  if (matcher.isToken(value) || matcher.isToken(value.replace(/[,;|]/g, ' '))) return 'Holds';
  return skuAttribute.test(name) && /^\S{2,60}$/.test(value) ? 'IsOther' : undefined;
};

/** Facts from the card around a link. */
interface Card {
  text: string;
  /** The bearing of its attributes on the SKU. */
  attributes: ReadonlySet<ReturnType<typeof readAttribute>>;
  hasPicture: boolean;
}

const isTag = ({ type }: Element): boolean => type === 'tag';

const readCard = (root: Element, matcher: SkuMatcher): Card => {
  let text = '';
  let hasPicture = false;
  const attributes = new Set<ReturnType<typeof readAttribute>>();
  for (const node of walk([root], maxCardElements, isTag)) {
    if (node.type === 'text' && text.length <= maxCardText) text += `${node.data} `;
    if (node.type !== 'tag') continue;
    const { name, attribs } = node;
    hasPicture ||= name === 'img' || name === 'picture';
    if (attribs.alt) text += `${attribs.alt} `;
    // The field for the next search repeats this one.
    if (name === 'input' && /^(?:text|search|)$/i.test(attribs.type ?? '')) continue;
    for (const [attribute, value] of Object.entries(attribs))
      attributes.add(readAttribute(attribute, value, matcher));
  }
  return { text: text.replace(/\s+/g, ' ').trim(), attributes, hasPicture };
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

/** The address that structured data state for a product. */
const statedAddress = (record: Record<string, unknown>, base: URL | undefined): URL | undefined => {
  const address = record.url ?? record['@id'] ?? (record.offers as Record<string, unknown> | undefined)?.url;
  const url = typeof address === 'string' ? URL.parse(address, base?.href) : null;
  return url && /^https?:$/.test(url.protocol) ? toPageAddress(url) : undefined;
};

const structuredHit = (
  record: Record<string, unknown>,
  base: URL | undefined,
  matcher: SkuMatcher,
): SearchHit | undefined => {
  const numbers = skuKeys.map((key) => record[key]);
  if (!numbers.some((each) => /^(?:string|number)$/.test(typeof each) && matcher.is(String(each))))
    return undefined;
  const url = statedAddress(record, base);
  if (!url || url.pathname.split('/').some(isNoProductPath)) return undefined;
  url.hash = '';
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

/** True if a part of the path is the SKU and nothing else: "/p/AB-3" goes before "/p/AB-3-CASE", its accessory. */
const isWhole = ({ pathname }: URL, matcher: SkuMatcher): boolean =>
  pathname
    .split('/')
    .some((segment) => matcher.is(decodedPart(segment.replaceAll('+', ' ')).replace(/\.html?$/, '')));

/** Other products than those that were searched for, or none. */
const awayNames = zone.related | zone.chrome | zone.cart | zone.review;
const isAway = (card: Element): boolean =>
  isAround(
    card,
    maxCardLevels * 2,
    (around) =>
      around.name === 'aside' ||
      (around.name !== 'body' && around.name !== 'html' && (zonesOfElement(around) & awayNames) !== 0),
  );

/** The search as its page repeats it: in an input, the title, a heading, or a link to itself. */
const echoesSearch = (html: string, sku: string, matcher: SkuMatcher): boolean => {
  const text = html.toLowerCase();
  const plain = sku.trim().toLowerCase();
  const inMarkup = plain.replaceAll('&', '&amp;');
  const inAttribute = inMarkup.replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
  const spellings = [plain, inMarkup, inAttribute, encodeURIComponent(plain).toLowerCase()];
  return spellings.some((spelling) => text.includes(spelling)) || matcher.isIn(html);
};

interface LinkContext {
  matcher: SkuMatcher;
  cardOf: (element: Element) => Card;
  /** True if a product that the list shows without SKU may be the one. */
  takesListed: boolean;
}

type Finding = Pick<SearchHit, 'reason'> & { more: number };

/** A list of results without pictures and prices has a heading for each. */
const isHeading = (link: Element): boolean =>
  isAround(link, 3, ({ name }) => /^h[2-6]$/.test(name)) ||
  link.children.some((child) => child.type === 'tag' && /^h[2-6]$/.test(child.name));

/** The case for a link as one of the listed products: a picture, a price and a name make it one. */
const listedAs = (link: Element, card: Element, { cardOf }: LinkContext): Finding | undefined => {
  const { attributes, text, hasPicture } = cardOf(card);
  if (attributes.has('IsOther') || text.length < 3 || text.length > maxCardText || isAway(card))
    return undefined;
  const isNamed = (zonesOfNames(card.attribs.class ?? '') & zone.card) !== 0;
  const marks =
    (printedMoney.test(text) ? 8 : 0) + (hasPicture ? 4 : 0) + (isHeading(link) ? 4 : 0) + (isNamed ? 2 : 0);
  return marks >= 4 ? { reason: 'Listed', more: marks } : undefined;
};

/** Where the SKU stands in the cards around a link. */
const findInCards = (
  element: Element,
  cards: readonly Element[],
  context: LinkContext,
): Finding | undefined => {
  const { matcher, cardOf, takesListed } = context;
  for (const [level, card] of cards.slice(0, maxCardLevels + 1).entries()) {
    const { attributes, text } = cardOf(card);
    if (attributes.has('Is')) return { reason: 'Attribute', more: 0 };
    if (attributes.has('Holds')) return { reason: 'Card', more: 0 };
    if (text.length <= maxCardText && matcher.isToken(text))
      return { reason: level === 0 ? 'LinkText' : 'Card', more: 0 };
  }
  return takesListed ? listedAs(element, cards.at(-1)!, context) : undefined;
};

/** Parameters of a link that hold what was searched for, and not a number of the product. */
const echoing = /^(?:q|query|search\w*|s|keywords?|text|term|utm_.*|ref|redirect|return.*|next)$/i;

const findIn = (
  { element, url }: ProductLink,
  cards: readonly Element[],
  echoNames: ReadonlySet<string>,
  context: LinkContext,
): Finding | undefined => {
  const { matcher } = context;
  const more = isWhole(url, matcher) ? 3 : 0;
  const inCards = findInCards(element, cards, context);
  if (inCards?.reason === 'Attribute') return { ...inCards, more };
  if (matcher.isIn(decodedPart(url.pathname.replaceAll('+', ' ')))) return { reason: 'Path', more };
  if (inCards && inCards.reason !== 'Listed') return inCards;
  const isInQuery = [...url.searchParams].some(
    ([name, value]) => !echoNames.has(name) && !echoing.test(name) && matcher.isIn(value),
  );
  return isInQuery ? { reason: 'Query', more: 0 } : inCards;
};

/** Cards share their texts among links: each element is read once. */
const cardReader = (matcher: SkuMatcher): LinkContext['cardOf'] => {
  const cards = new Map<Element, Card>();
  return (element) => {
    const card = cards.get(element) ?? readCard(element, matcher);
    cards.set(element, card);
    return card;
  };
};

/** Of each product the first of its best hits, with the title of any that has one. */
const bestOfEach = (offered: readonly { key: string; hit: SearchHit | undefined }[]): SearchHit[] => {
  const best = new Map<string, SearchHit>();
  for (const { key, hit } of offered) {
    const known = best.get(key);
    if (!hit) continue;
    const first = known && known.score >= hit.score ? known : hit;
    best.set(key, { ...first, title: first.title || (known?.title ?? '') || hit.title });
  }
  return [...best.values()];
};

/** The answer to a search. */
export interface SearchPage {
  /** Best first, each product once. */
  hits: SearchHit[];
  /** The page has an address of its own: the search led on to it, as to its only product. */
  isRedirected: boolean;
  /**
   * The hits are those of the search for certain: the list shows the SKU, or the page repeats the search. Else they may
   * be what a shop offers to everybody until its scripts have brought the list.
   */
  isOfSearch: boolean;
}

/**
 * Reads what a search answered with: the links to products that may carry the SKU. Never throws.
 *
 * The SKU may stand in structured data, in the link's path or query, in its text or data attributes, or elsewhere in the
 * hit's card. Shops whose lists show no SKU have their listed products named behind all others, but not on a page that the
 * search led on to and that does not repeat it. What comes back is a list of candidates: whether a product is the one is
 * told by its own page.
 *
 * @param html - the search-result page.
 */
export const readSearchPage = (html: string, { url, searchUrl, sku }: SearchToRead): SearchPage => {
  const [pageUrl, asked] = [url, searchUrl ?? url].map((each) => URL.parse(each) ?? undefined);
  const matcher = createSkuMatcher(sku);
  const address = readSearchAddress(pageUrl, asked, matcher);
  const { isRedirected } = address;
  const repeatsSearch = echoesSearch(html, sku, matcher);
  const { links, scripts, base } = gatherLinks(parseHtml(html).children, pageUrl, address);
  const cardOf = cardReader(matcher);
  const { cardsAround, leadsToProduct } = createLinkPicker(links, matcher);
  const context: LinkContext = { matcher, cardOf, takesListed: repeatsSearch || !isRedirected };
  const hitOf = (link: ProductLink): SearchHit | undefined => {
    const cards = cardsAround(link.element);
    const found = findIn(link, cards, address.echoNames, context);
    if (!found || !leadsToProduct(link)) return undefined;
    const title = cardOf(link.element).text.slice(0, 200);
    // A product's own link has a text or a picture; a bare parameter may be a filter or a tracker.
    const named = title === '' ? 0 : 1;
    const loss = pageUrl && siteOf(link.url.hostname) !== siteOf(pageUrl.hostname) ? foreignLoss : 0;
    const score = reasonScores[found.reason] + found.more + named - loss;
    return { url: link.url.href, title, reason: found.reason, score };
  };
  const stated = structuredHits(scripts, base, matcher).filter((hit) => !address.isSelf(new URL(hit.url)));
  const offered = [
    ...stated.map((hit) => ({ key: address.keyOf(new URL(hit.url)), hit })),
    ...links.map((link) => ({ key: link.key, hit: hitOf(link) })),
  ];
  const hits = bestOfEach(offered)
    .filter(({ score }) => score > 0)
    .sort((left, right) => right.score - left.score)
    .slice(0, maxHits);
  const isOfSearch = hits.some(({ reason }) => repeatsSearch || reason !== 'Listed');
  return { hits, isRedirected, isOfSearch };
};
