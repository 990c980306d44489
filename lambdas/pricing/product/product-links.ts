import type { ChildNode, Element } from 'domhandler';
import { toPageAddress } from '../../domain/links/page-address.ts';
import { shortTextOf } from '../page/element-text.ts';
import {
  isMarkedAsOrder,
  isNoProductPath,
  isRelated,
  mayGiveOrder,
  type SearchAddress,
} from '../page/links.ts';
import { elementsWithin } from '../page/walk.ts';
import { matcherOf } from '../words/lexicon.ts';

/** Labels of buttons and links that trigger an action. */
const { hits } = matcherOf(['Buy', 'Ordering', 'PlaceBid']);

/** Longest label in characters. */
const maxLabel = 80;
/** Elements in a link examined for labels. */
const maxParts = 40;
/** Attributes with labels of links and pictures. */
const labelAttributes = [
  'aria-label',
  'title',
  'data-title',
  'data-tooltip',
  'data-original-title',
  'data-bs-title',
];

/** True if a text contains letters or digits. */
export const isReadable = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

/** Labels in a link's own attributes. */
const ownLabels = ({ attribs }: Element): string[] =>
  labelAttributes.map((name) => (attribs[name] ?? '').trim()).filter(isReadable);

/** Labels inside a link without text: those of its picture. */
const innerLabels = (link: Element): string[] =>
  [...elementsWithin(link.children, maxParts)].flatMap((part) => [
    ...ownLabels(part),
    ...[part.attribs.alt?.trim() ?? ''].filter(isReadable),
  ]);

/** The label of a link: its text, else the labels of its picture and attributes. */
export const labelsOf = (link: Element): string[] => {
  const text = shortTextOf(link, maxLabel + 1).trim();
  return isReadable(text) ? [text] : [...innerLabels(link), ...ownLabels(link)];
};

/** True if a label is only an action: "+ Add to cart (1)". */
const isOrder = (label: string): boolean => {
  const found = hits(label);
  let rest = '';
  let from = 0;
  for (const { start, end } of found) {
    rest += label.slice(from, start);
    from = Math.max(from, end);
  }
  return found.length > 0 && !/\p{L}/u.test(rest + label.slice(from));
};

/** True for "Add to cart: Camera One"; a single verb also starts names: "Order of the Phoenix". */
const beginsWithOrder = (label: string): boolean => {
  const [first] = hits(label);
  return first?.start === 0 && /\S\s+\S+\s+\S/u.test(label.slice(0, first.end));
};

/** Returns a test for links whose labels name an action. Labels repeat on a page and are checked once. */
const createOrderReader = (): ((link: Element) => boolean) => {
  const judged = new Map<string, boolean>();
  const isOrderLabel = (label: string): boolean => {
    if (label.length > maxLabel) return false;
    const answer = judged.get(label) ?? (isOrder(label) || beginsWithOrder(label));
    judged.set(label, answer);
    return answer;
  };
  return (link) => [...labelsOf(link), ...ownLabels(link)].some(isOrderLabel);
};

/** A link that may lead to a product: to a page other than the search itself. */
export interface ProductLink {
  element: Element;
  url: URL;
  /** The product's key, see `SearchAddress.keyOf`. */
  key: string;
}

/** Parts of a search results page, collected in one traversal. */
interface GatheredPage {
  links: ProductLink[];
  /** Texts of JSON-LD. */
  scripts: string[];
  base: URL | undefined;
}

/** Ancestors of a link examined. */
export const maxCardLevels = 8;

const chrome = new Set(['nav', 'footer', 'header']);

const parseTarget = (href: string | undefined, base: URL | undefined): URL | undefined => {
  const url = href ? URL.parse(href.trim(), base?.href) : null;
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  url.hash = '';
  return url;
};

/** Parameters with a route: "product/search", "ask_a_question". */
const routeNames =
  /^(?:route|r|main_page|controller|view|dispatch|action|act|do|task|page|option|module|cl|fnc)$/i;

/** File types of data sheets and enlarged pictures. */
const fileEnding = /\.(?:pdf|docx?|xlsx?|zip|jpe?g|png|gif|webp|avif|svg|mp4)$/i;

const leadsElsewhere = (url: URL): boolean =>
  (url.pathname === '/' && url.search === '') ||
  fileEnding.test(url.pathname) ||
  url.pathname.split('/').some(isNoProductPath) ||
  [...url.searchParams].some(
    ([name, value]) => routeNames.test(name) && value.split(/[/.|:]/).some(isNoProductPath),
  );

const noProductRelations = ['next', 'prev', 'search', 'tag', 'category', 'author', 'help', 'license'];

/** True if a link may lead to a product rather than control the search. */
const mayLeadToProduct = (link: Element, url: URL, address: SearchAddress): boolean =>
  !isRelated(link, noProductRelations) && !address.isSelf(url) && !leadsElsewhere(url);

const isRead = ({ type, name }: Element): boolean => type === 'tag' && name !== 'template';

/** Collects JSON-LD texts, and the base of relative URLs. */
const readHead = (root: readonly ChildNode[], pageUrl: URL | undefined): Omit<GatheredPage, 'links'> => {
  const scripts: string[] = [];
  let base = pageUrl;
  for (const { name, attribs, firstChild } of elementsWithin(root, undefined, isRead)) {
    if (name === 'base' && attribs.href) base = URL.parse(attribs.href, pageUrl?.href) ?? base;
    if (name === 'script' && /ld\+json/i.test(attribs.type ?? '') && firstChild?.type === 'text')
      scripts.push(firstChild.data);
  }
  return { scripts, base };
};

/** Collects the links outside of menus that may lead to a product, and JSON-LD texts. */
export const gatherLinks = (
  root: readonly ChildNode[],
  pageUrl: URL | undefined,
  address: SearchAddress,
): GatheredPage => {
  const { scripts, base } = readHead(root, pageUrl);
  const links: ProductLink[] = [];
  const saysOrder = createOrderReader();
  // Many links share a URL, which is checked once.
  const judged = new Map<string, URL | undefined>();
  const pageOf = (element: Element, url: URL): URL | undefined => {
    if (mayGiveOrder(element, url) || isMarkedAsOrder(element)) return undefined;
    const id = `${url.href} ${element.attribs.rel ?? ''}`;
    if (!judged.has(id))
      judged.set(id, mayLeadToProduct(element, url, address) ? toPageAddress(url) : undefined);
    return judged.get(id);
  };
  const isOutsideOfMenus = (element: Element): boolean => isRead(element) && !chrome.has(element.name);
  for (const element of elementsWithin(root, undefined, isOutsideOfMenus)) {
    const url = element.name === 'a' ? parseTarget(element.attribs.href, base) : undefined;
    if (!url) continue;
    const page = pageOf(element, url);
    if (page && !saysOrder(element)) links.push({ element, url: page, key: address.keyOf(page) });
  }
  return { links, scripts, base };
};
