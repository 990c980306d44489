import type { AnyNode, ChildNode, Element } from 'domhandler';
import { isElement, lineageOf, parentOf } from '../page/ancestors.ts';
import { parseHtml } from '../page/parse-html.ts';
import { createSkuMatcher, type SkuMatcher } from './sku-match.ts';

/** A link on a search-result page that leads to a product which carries the SKU. */
export interface SearchHit {
  /** Absolute address, without fragment. */
  url: string;
  /** Text of the link, or of the card around it, shortened. */
  title: string;
  /** Where the SKU stands, best first. */
  reason: 'StructuredData' | 'Path' | 'Attribute' | 'LinkText' | 'Card' | 'Query';
  /** Higher is better; only for comparison within one page. */
  score: number;
}

const reasonScores: Record<SearchHit['reason'], number> = {
  StructuredData: 100,
  Path: 90,
  Attribute: 80,
  LinkText: 70,
  Card: 60,
  Query: 40,
};

const maxCardText = 1_500;
const maxCardLevels = 6;
// Addresses that lead somewhere else than to a product, in any shop.
const noProductPath =
  /\/(?:search|suche|recherche|buscar|cerca|zoeken|szukaj|hledat|login|sign-?in|account|cart|basket|checkout|wishlist|compare|help|contact|about|privacy|terms|blog|news|stores?|faq|returns?|shipping|reviews?)(?:[/?.]|$)/i;
const chrome = new Set(['nav', 'footer', 'header']);

const decoded = (address: string): string => {
  try {
    return decodeURIComponent(address.replaceAll('+', ' '));
  } catch {
    // "%" that encodes nothing: compare it as it stands.
    return address;
  }
};

/** Of one element; more would make nested links costly. */
const maxCardChildren = 500;

const textWithin = (root: AnyNode, limit: number): string => {
  let text = '';
  const stack: AnyNode[] = [root];
  while (stack.length > 0 && text.length <= limit) {
    const node = stack.pop()!;
    if (node.type === 'text') text += `${node.data} `;
    else if (node.type === 'tag' || node.type === 'root') {
      const { children, attribs } = node as Element;
      if (attribs?.alt) text += `${attribs.alt} `;
      for (let index = Math.min(children.length, maxCardChildren) - 1; index >= 0; index -= 1)
        stack.push(children[index]!);
    }
  }
  return text.replace(/\s+/g, ' ').trim();
};

interface Link {
  element: Element;
  url: URL;
  isInChrome: boolean;
}

interface Gathered {
  links: Link[];
  scripts: string[];
  base: URL | undefined;
}

const gather = (root: ChildNode[], pageUrl: URL | undefined): Gathered => {
  const gathered: Gathered = { links: [], scripts: [], base: pageUrl };
  const stack: { node: ChildNode; isInChrome: boolean }[] = root
    .map((node) => ({ node, isInChrome: false }))
    .reverse();
  while (stack.length > 0) {
    const { node, isInChrome } = stack.pop()!;
    if (!isElement(node)) continue;
    if (node.name === 'base' && node.attribs.href) {
      gathered.base = URL.parse(node.attribs.href, pageUrl?.href) ?? gathered.base;
    }
    if (node.name === 'script') {
      const first = node.firstChild;
      if (/ld\+json/i.test(node.attribs.type ?? '') && first?.type === 'text')
        gathered.scripts.push(first.data);
      continue;
    }
    if (node.name === 'style' || node.name === 'template') continue;
    const inside = isInChrome || chrome.has(node.name);
    if (node.name === 'a' && node.attribs.href) {
      const url = URL.parse(node.attribs.href.trim(), gathered.base?.href);
      if (url && (url.protocol === 'http:' || url.protocol === 'https:'))
        gathered.links.push({ element: node, url, isInChrome: inside });
    }
    for (let index = node.children.length - 1; index >= 0; index -= 1) {
      stack.push({ node: node.children[index]!, isInChrome: inside });
    }
  }
  return gathered;
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

/** Products with an address in structured data whose identifiers are the SKU. */
const structuredHits = (
  scripts: readonly string[],
  base: URL | undefined,
  matcher: SkuMatcher,
): SearchHit[] => {
  const hits: SearchHit[] = [];
  for (const script of scripts) {
    let data: unknown;
    try {
      data = JSON.parse(script);
    } catch {
      continue;
    }
    const stack: { value: unknown; depth: number }[] = [{ value: data, depth: 0 }];
    while (stack.length > 0) {
      const { value, depth } = stack.pop()!;
      if (typeof value !== 'object' || value === null || depth > 12) continue;
      const record = value as Record<string, unknown>;
      const carries = skuKeys.some((key) => {
        const given = record[key];
        return (typeof given === 'string' || typeof given === 'number') && matcher.is(String(given));
      });
      const address =
        record.url ?? record['@id'] ?? (record.offers as Record<string, unknown> | undefined)?.url;
      if (carries && typeof address === 'string') {
        const url = URL.parse(address, base?.href);
        if (url && /^https?:$/.test(url.protocol)) {
          hits.push({
            url: url.href,
            title: typeof record.name === 'string' ? record.name.slice(0, 200) : '',
            reason: 'StructuredData',
            score: reasonScores.StructuredData,
          });
        }
      }
      for (const child of Object.values(record)) stack.push({ value: child, depth: depth + 1 });
    }
  }
  return hits;
};

const carriesInAttributes = (element: Element, matcher: SkuMatcher): boolean =>
  Object.entries(element.attribs).some(
    ([name, value]) =>
      (name.startsWith('data-') || name === 'id' || name === 'content' || name === 'value') &&
      value.length < 2_000 &&
      matcher.isIn(value),
  );

/** Addresses compare without fragment and without the tracking that shops hang on. */
const keyOf = (url: URL): string => `${url.origin}${url.pathname.replace(/\/$/, '')}${url.search}`;

/**
 * Finds the links to products that carry a SKU on a search-result page, best first. Never throws.
 *
 * The SKU may stand in structured data, in the link's path or query, in its text or data attributes, or elsewhere in
 * the hit's card. It is compared without case, spaces and dashes, and never with a part of a longer SKU.
 *
 * @param html - the search-result page.
 * @param search - `url` of that page resolves relative links; `sku` as the caller wrote it.
 */
export const findSearchHits = (html: string, { url, sku }: { url: string; sku: string }): SearchHit[] => {
  const pageUrl = URL.parse(url) ?? undefined;
  const matcher = createSkuMatcher(sku);
  const document = parseHtml(html);
  const { links, scripts, base } = gather(document.children, pageUrl);
  const pageKey = pageUrl && keyOf(pageUrl);
  const best = new Map<string, SearchHit>();
  const offer = (hit: SearchHit): void => {
    const target = new URL(hit.url);
    target.hash = '';
    const key = keyOf(target);
    if (key === pageKey) return;
    const known = best.get(key);
    if (!known) best.set(key, { ...hit, url: target.href });
    else if (hit.score > known.score)
      best.set(key, { ...hit, url: target.href, title: hit.title || known.title });
    else if (!known.title) known.title = hit.title;
  };
  for (const hit of structuredHits(scripts, base, matcher)) offer(hit);

  const linkCounts = countLinks(links);
  // Cards share their texts among links: read each element once.
  const carried = new Map<Element, SearchHit['reason'] | undefined>();
  const carriedBy = (element: Element): SearchHit['reason'] | undefined => {
    if (carried.has(element)) return carried.get(element);
    const text = textWithin(element, maxCardText);
    const found = carriesInAttributes(element, matcher)
      ? 'Attribute'
      : text.length <= maxCardText && matcher.isIn(text)
        ? 'Card'
        : undefined;
    carried.set(element, found);
    return found;
  };
  for (const { element, url: target, isInChrome } of links) {
    if (isInChrome || noProductPath.test(target.pathname) || target.pathname === '/') continue;
    const title = textWithin(element, 300).slice(0, 200);
    const reason = reasonOf(element, target, title, matcher, linkCounts, carriedBy);
    if (!reason) continue;
    const isOwn =
      pageUrl === undefined ||
      target.hostname === pageUrl.hostname ||
      sharesSite(target.hostname, pageUrl.hostname);
    // A product's own link has a text or a picture; a bare parameter may be a filter or a tracker.
    offer({
      url: target.href,
      title,
      reason,
      score:
        reasonScores[reason] - (isOwn ? 0 : 50) + (title === '' ? 0 : 1) + (isWhole(target, matcher) ? 5 : 0),
    });
  }
  return [...best.values()].filter(({ score }) => score > 0).sort((left, right) => right.score - left.score);
};

/** Whether a part of the path is the SKU and nothing else: "/p/AB-3" goes before "/p/AB-3-CASE", its accessory. */
const isWhole = ({ pathname }: URL, matcher: SkuMatcher): boolean =>
  pathname.split('/').some((segment) => matcher.is(decoded(segment).replace(/\.html?$/, '')));

const sharesSite = (left: string, right: string): boolean => {
  const tail = (host: string): string => host.split('.').slice(-2).join('.');
  return tail(left) === tail(right);
};

const reasonOf = (
  element: Element,
  target: URL,
  title: string,
  matcher: SkuMatcher,
  linkCounts: ReadonlyMap<Element, number>,
  carriedBy: (element: Element) => SearchHit['reason'] | undefined,
): SearchHit['reason'] | undefined => {
  if (matcher.isIn(decoded(target.pathname))) return 'Path';
  if (carriesInAttributes(element, matcher)) return 'Attribute';
  if (matcher.isIn(title)) return 'LinkText';
  // The card: the largest ancestor that holds links to this one product only.
  let card = element;
  for (let level = 0; level < maxCardLevels; level += 1) {
    const parent = parentOf(card);
    if (!parent || parent.name === 'body' || (linkCounts.get(parent) ?? 0) > 1) break;
    card = parent;
    const found = carriedBy(card);
    if (found) return found;
  }
  for (const [name, value] of target.searchParams) {
    if (
      !/^(?:q|query|search|s|keyword|text|term|utm_.*|ref|redirect|return.*|next)$/i.test(name) &&
      matcher.isIn(value)
    )
      return 'Query';
  }
  return undefined;
};

/** How many different products the links inside each element lead to. */
const countLinks = (links: readonly Link[]): Map<Element, number> => {
  const counts = new Map<Element, number>();
  const lastSeen = new Map<Element, string>();
  for (const { element, url } of links) {
    // Buttons such as "compare" stand in every card and lead to no product.
    if (noProductPath.test(url.pathname)) continue;
    const key = url.pathname;
    for (const around of lineageOf(element, maxCardLevels + 1)) {
      if (lastSeen.get(around) === key) continue;
      lastSeen.set(around, key);
      counts.set(around, (counts.get(around) ?? 0) + 1);
    }
  }
  return counts;
};
