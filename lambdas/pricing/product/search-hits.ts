import type { Element } from 'domhandler';
import { decodedPart } from '../../domain/links/decoded-part.ts';
import { toPageAddress } from '../../domain/links/page-address.ts';
import { siteOf } from '../../domain/links/site-of.ts';
import { isNoProductPath, readSearchAddress } from '../page/links.ts';
import type { Page } from '../page/page.ts';
import { zone, zonesOfElement, zonesOfNames } from '../page/page-zones.ts';
import { isAround, walk } from '../page/walk.ts';
import { printedMoney } from '../text/currency-lexicon.ts';
import { createSkuMatcher, type SkuMatcher } from '../text/sku-match.ts';
import { createLinkPicker } from './pick-links.ts';
import { gatherLinks, maxCardLevels, type ProductLink } from './product-links.ts';

/** A link to a product on a search results page. */
export interface SearchHit {
  /** Absolute URL, without fragment. */
  url: string;
  /** Text of the link or of its card, shortened. */
  title: string;
  /** Where the SKU was found, best first; `Listed` if a found product is listed without a SKU. */
  reason: 'StructuredData' | 'Attribute' | 'Path' | 'LinkText' | 'Card' | 'Query' | 'Listed';
  /** Higher is better; comparable within one page only. */
  score: number;
}

export interface SearchToRead {
  /** Requested URL; distinguishes repeated search terms from the page's own words. */
  searchUrl?: string | undefined;
  /** As given by the caller. */
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
/** More than are ever followed. */
const maxHits = 20;
/** Penalty for links to other sites. */
const foreignLoss = 50;

const maxCardText = 1_500;
/** Elements of one card examined, which bounds repeated walks of nested links. */
const maxCardElements = 500;

/** True for attributes that may contain a product number, alone or in JSON. */
const isNumbered = (name: string): boolean =>
  name.startsWith('data-') || name === 'content' || name === 'value';
const skuAttribute =
  /sku|article-?(?:no|nr|number)|product-?(?:code|number|ref)|item-?(?:code|number)|^data-(?:mpn|ean|gtin)/i;

/** How an attribute relates to the SKU: equals it, contains it, or is a different number. */
const readAttribute = (
  name: string,
  value: string,
  matcher: SkuMatcher,
): 'Is' | 'Holds' | 'IsOther' | undefined => {
  if (!isNumbered(name) || value.length > 2_000) return undefined;
  if (matcher.is(value)) return 'Is';
  // Attributes list numbers without spaces.
  if (matcher.isToken(value) || matcher.isToken(value.replace(/[,;|]/g, ' '))) return 'Holds';
  return skuAttribute.test(name) && /^\S{2,60}$/.test(value) ? 'IsOther' : undefined;
};

/** The card around a link. */
interface Card {
  text: string;
  /** How its attributes relate to the SKU. */
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
    // The search field repeats the search terms.
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

/** The URL stated for a product in structured data. */
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

/** Products in structured data with a URL and the SKU as an identifier. */
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

/** True if a path segment is the SKU alone: "/p/AB-3" ranks before "/p/AB-3-CASE", its accessory. */
const isWhole = ({ pathname }: URL, matcher: SkuMatcher): boolean =>
  pathname
    .split('/')
    .some((segment) => matcher.is(decodedPart(segment.replaceAll('+', ' ')).replace(/\.html?$/, '')));

/** Zones of products that are no search results. */
const awayNames = zone.related | zone.chrome | zone.cart | zone.review;
const isAway = (card: Element): boolean =>
  isAround(
    card,
    maxCardLevels * 2,
    (around) =>
      around.name === 'aside' ||
      (around.name !== 'body' && around.name !== 'html' && (zonesOfElement(around) & awayNames) !== 0),
  );

/** True if the page repeats the search terms: in an input, the title, a heading, or a link to itself. */
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
  /** True if a product listed without a SKU is a candidate. */
  takesListed: boolean;
}

type Finding = Pick<SearchHit, 'reason'> & { more: number };

/** True if a link is, or contains, a heading: result lists without pictures and prices have one for each. */
const isHeading = (link: Element): boolean =>
  isAround(link, 3, ({ name }) => /^h[2-6]$/.test(name)) ||
  link.children.some((child) => child.type === 'tag' && /^h[2-6]$/.test(child.name));

/** Accepts a link as a listed product by picture, price, heading and card name. */
const listedAs = (link: Element, card: Element, { cardOf }: LinkContext): Finding | undefined => {
  const { attributes, text, hasPicture } = cardOf(card);
  if (attributes.has('IsOther') || text.length < 3 || text.length > maxCardText || isAway(card))
    return undefined;
  const isNamed = (zonesOfNames(card.attribs.class ?? '') & zone.card) !== 0;
  const marks =
    (printedMoney.test(text) ? 8 : 0) + (hasPicture ? 4 : 0) + (isHeading(link) ? 4 : 0) + (isNamed ? 2 : 0);
  return marks >= 4 ? { reason: 'Listed', more: marks } : undefined;
};

/** Finds the SKU in the cards around a link. */
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

/** Parameters of a link with search terms rather than a product number. */
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

/** Links share cards: each element is read once. */
const cardReader = (matcher: SkuMatcher): LinkContext['cardOf'] => {
  const cards = new Map<Element, Card>();
  return (element) => {
    const card = cards.get(element) ?? readCard(element, matcher);
    cards.set(element, card);
    return card;
  };
};

/** The best hit of each product, with a title from any of its hits. */
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

export interface SearchPage {
  /** Best first, each product once. */
  hits: SearchHit[];
  /** The search was redirected, as to its only result. */
  isRedirected: boolean;
  /**
   * The hits certainly belong to the search: the list shows the SKU, or the page repeats the search terms.
   * Otherwise they may be default content shown until scripts load the results.
   */
  isOfSearch: boolean;
}

/**
 * Reads a search response: the links to products that may have the SKU. Never throws.
 *
 * The SKU may be in structured data, in the link's path or query, in its text or data attributes, or
 * elsewhere in its card. Products listed without SKUs rank last, and do not count after a redirect to a page
 * that does not repeat the search terms. The hits are only candidates: the product page itself decides.
 *
 * @param page - the search results page, at its final URL.
 */
export const readSearchPage = (page: Page, { searchUrl, sku }: SearchToRead): SearchPage => {
  const pageUrl = page.url;
  const requested = searchUrl === undefined ? pageUrl : (URL.parse(searchUrl) ?? undefined);
  const matcher = createSkuMatcher(sku);
  const address = readSearchAddress(pageUrl, requested, matcher);
  const { isRedirected } = address;
  const repeatsSearch = echoesSearch(page.html, sku, matcher);
  const { links, scripts, base } = gatherLinks(page.document.children, pageUrl, address);
  const cardOf = cardReader(matcher);
  const { cardsAround, leadsToProduct } = createLinkPicker(links, matcher);
  const context: LinkContext = { matcher, cardOf, takesListed: repeatsSearch || !isRedirected };
  const hitOf = (link: ProductLink): SearchHit | undefined => {
    const cards = cardsAround(link.element);
    const found = findIn(link, cards, address.echoNames, context);
    if (!found || !leadsToProduct(link)) return undefined;
    const title = cardOf(link.element).text.slice(0, 200);
    // A product link has a text or a picture; without, the parameter may be a filter or tracker.
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
