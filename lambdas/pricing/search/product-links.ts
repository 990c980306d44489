import type { ChildNode, Element } from 'domhandler';
import { toPageAddress } from '../../domain/links/page-address.ts';
import { isElement, lineageOf } from '../page/ancestors.ts';
import { shortTextOf } from '../page/element-text.ts';
import type { SearchAddress } from './search-address.ts';
import { isNoProductPath, isNoProductText } from './search-words.ts';

/** A link that may lead to a product: it shows a page, and not the search's own. */
export interface ProductLink {
  element: Element;
  url: URL;
  /** Of the product, see `SearchAddress.keyOf`. */
  key: string;
}

/** What a page of search results is read from, gathered in one walk. */
export interface GatheredPage {
  links: ProductLink[];
  /** Texts of JSON-LD. */
  scripts: string[];
  base: URL | undefined;
}

/** Of the elements around a link, how many are looked at. */
export const maxCardLevels = 8;

const chrome = new Set(['nav', 'footer', 'header']);

const parseTarget = (href: string, base: URL | undefined): URL | undefined => {
  const url = URL.parse(href.trim(), base?.href);
  return url && (url.protocol === 'http:' || url.protocol === 'https:') ? url : undefined;
};

/** What a parameter orders from a router: "product/search", "ask_a_question". */
const routeNames =
  /^(?:route|r|main_page|controller|view|dispatch|action|act|do|task|page|option|module|cl|fnc)$/i;

const leadsElsewhere = (url: URL): boolean =>
  (url.pathname === '/' && url.search === '') ||
  url.pathname.split('/').some(isNoProductPath) ||
  [...url.searchParams].some(
    ([name, value]) => routeNames.test(name) && value.split(/[/.|:]/).some(isNoProductPath),
  );

const noProductRel = /(?:^|\s)(?:next|prev|search|tag|category|author|help|license)(?:\s|$)/i;

/** Whether the link may lead to a product: it does not act on the shop, and is no part of the search's own controls. */
const mayLeadToProduct = ({ attribs }: Element, url: URL, address: SearchAddress): boolean => {
  const rel = attribs.rel ?? '';
  // What shops keep robots from, and give orders to.
  if (/(?:^|\s)nofollow(?:\s|$)/i.test(rel) && url.search !== '') return false;
  if (noProductRel.test(rel) || attribs['data-method'] !== undefined) return false;
  return !address.isSelf(url) && !leadsElsewhere(url);
};

/** Walks the document once, without recursion. */
export const gatherLinks = (
  root: readonly ChildNode[],
  pageUrl: URL | undefined,
  address: SearchAddress,
): GatheredPage => {
  const gathered: GatheredPage = { links: [], scripts: [], base: pageUrl };
  // Links of one address are many on a page, and are judged once.
  const judged = new Map<string, URL | undefined>();
  const takeLink = (element: Element): void => {
    const url = parseTarget(element.attribs.href!, gathered.base);
    if (!url) return;
    url.hash = '';
    const id = `${url.href} ${element.attribs.rel ?? ''} ${element.attribs['data-method'] ?? ''}`;
    if (!judged.has(id))
      judged.set(id, mayLeadToProduct(element, url, address) ? toPageAddress(url) : undefined);
    const page = judged.get(id);
    if (!page || isNoProductText(shortTextOf(element, 80).trim())) return;
    gathered.links.push({ element, url: page, key: address.keyOf(page) });
  };
  const takeElement = (element: Element, isInChrome: boolean): void => {
    const { name, attribs } = element;
    if (name === 'base' && attribs.href)
      gathered.base = URL.parse(attribs.href, pageUrl?.href) ?? gathered.base;
    if (name === 'a' && attribs.href && !isInChrome) takeLink(element);
  };
  const stack: { node: ChildNode; isInChrome: boolean }[] = root
    .map((node) => ({ node, isInChrome: false }))
    .reverse();
  while (stack.length > 0) {
    const { node, isInChrome } = stack.pop()!;
    if (!isElement(node)) continue;
    if (node.name === 'script') {
      const first = node.firstChild;
      if (/ld\+json/i.test(node.attribs.type ?? '') && first?.type === 'text')
        gathered.scripts.push(first.data);
      continue;
    }
    if (node.name === 'style' || node.name === 'template') continue;
    const inside = isInChrome || chrome.has(node.name);
    takeElement(node, inside);
    for (let index = node.children.length - 1; index >= 0; index -= 1)
      stack.push({ node: node.children[index]!, isInChrome: inside });
  }
  return gathered;
};

/** How many different products the links inside each element lead to, up to some levels around each link. */
export const countProducts = (links: readonly ProductLink[]): ReadonlyMap<Element, number> => {
  const counts = new Map<Element, number>();
  const lastSeen = new Map<Element, string>();
  for (const { element, key } of links) {
    for (const around of lineageOf(element, maxCardLevels + 1)) {
      if (lastSeen.get(around) === key) continue;
      lastSeen.set(around, key);
      counts.set(around, (counts.get(around) ?? 0) + 1);
    }
  }
  return counts;
};
