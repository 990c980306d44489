import type { ChildNode, Element } from 'domhandler';
import { shopHostOf } from '../../domain/links/shop-host.ts';
import { shortTextOf } from '../page/element-text.ts';
import { isHidden } from '../page/hidden-element.ts';
import { forbidsRobots, isForRobots, isRelated } from '../page/link-relations.ts';
import { parseHtml } from '../page/parse-html.ts';
import { elementsWithin } from '../page/walk.ts';
import { type OfferOrigin, toOfferAddress } from './offer-address.ts';
import { countsOffers, isSellersHeading, namesNextPage } from './seller-words.ts';

/** Facts of a page that may lead to more offers of its product. */
export interface OfferPageToRead {
  /** Its own address. */
  url: string;
  /** Addresses that were asked for already, as {@link findOfferPage} or a shop named them. */
  seen: readonly string[];
  /** It lists offers itself, so that its next page lists more of them. */
  isList: boolean;
}

const maxLinks = 3_000;
const maxText = 80;
const maxTitle = 150;

const isRead = (element: Element): boolean =>
  element.type === 'tag' && element.name !== 'template' && !isHidden(element);

/** Two spellings of one address are one page. */
const keyOf = (url: URL): string => {
  const plain = new URL(url);
  plain.hash = '';
  plain.searchParams.sort();
  return `${shopHostOf(plain)}${plain.pathname.replace(/\/$/, '')}${plain.search}`;
};

const withoutNumbers = (path: string): string => path.replace(/\/?(?:page|p|seite)?[-_/]?\d{1,6}\/?$/i, '');

/** A next page of the same list, and not the next product: its path goes on, or another number ends it. */
const isOfSameList = (url: URL, here: URL): boolean =>
  url.pathname === here.pathname ||
  url.pathname.startsWith(`${here.pathname.replace(/\/$/, '')}/`) ||
  withoutNumbers(url.pathname) === withoutNumbers(here.pathname);

/** How well a link leads to more offers: 2 for one that says so, 1 for the next page of a list, 0 for another. */
const rankOf = (element: Element, text: string): 0 | 1 | 2 => {
  if (isHidden(element) || !isForRobots(element)) return 0;
  const isNext = isRelated(element, ['next']);
  if (element.name === 'link') return isNext ? 1 : 0;
  const words = text
    .replace(/[\d().,]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (words !== '' && (isSellersHeading(words) || countsOffers(text))) return 2;
  return isNext || namesNextPage(text) ? 1 : 0;
};

/** A link, what its relative address is resolved against, and how well it leads to more offers. */
interface OfferLink {
  element: Element;
  base: URL;
  rank: 1 | 2;
}

/** The links of a page that may lead to more offers, in the page's order. */
const offerLinks = function* (root: readonly ChildNode[], here: URL): Generator<OfferLink> {
  let base = here;
  let links = 0;
  for (const element of elementsWithin(root, undefined, isRead)) {
    const { name, attribs } = element;
    if (name === 'base' && attribs.href) base = URL.parse(attribs.href, here.href) ?? base;
    if ((name !== 'a' && name !== 'link') || !attribs.href || attribs.href.startsWith('#')) continue;
    links += 1;
    if (links > maxLinks) return;
    const rank = rankOf(element, name === 'a' ? shortTextOf(element, maxText + 1).trim() : '');
    if (rank > 0) yield { element, base, rank: rank as 1 | 2 };
  }
};

/** Where a link leads, when that may be asked for; `undefined` where it may not. */
const addressOf = (
  { element, base }: OfferLink,
  origin: OfferOrigin,
  known: ReadonlySet<string>,
): URL | undefined => {
  const target = URL.parse(element.attribs.href!.trim(), base.href);
  if (!target || !/^https?:$/.test(target.protocol) || shopHostOf(target) !== shopHostOf(origin.here))
    return undefined;
  const address = toOfferAddress(target, origin);
  return address && !known.has(keyOf(address)) && !known.has(keyOf(target)) ? address : undefined;
};

/** Names of a page in its head and heading; `undefined` for a page whose links robots are kept from. */
const titleOf = (root: readonly ChildNode[]): string | undefined => {
  const titles = new Map<string, string>();
  for (const element of elementsWithin(root)) {
    if (forbidsRobots(element)) return undefined;
    const { name } = element;
    if ((name === 'title' || name === 'h1') && !titles.has(name))
      titles.set(name, shortTextOf(element, maxTitle).trim());
  }
  // No word of one stands behind a word of the other.
  return [...titles.values()].join(' 0 ');
};

/**
 * Finds the page's own link to more offers of its product: one that says so ("2 weitere Angebote", "All buying options"),
 * else the next page of a list of offers. Never a form, an address of another host, one that may do something on the shop,
 * one that is hidden or that robots are kept from, or one that was asked for already.
 *
 * @returns its address without what is no part of it; `undefined` where there is none.
 */
export const findOfferPage = (html: string, { url, seen, isList }: OfferPageToRead): string | undefined => {
  const here = URL.parse(url);
  if (!here) return undefined;
  const root = parseHtml(html).children;
  const title = titleOf(root);
  if (title === undefined) return undefined;
  const known = new Set([url, ...seen].flatMap((each) => URL.parse(each) ?? []).map(keyOf));
  let next: URL | undefined;
  for (const link of offerLinks(root, here)) {
    const isNext = link.rank === 1;
    if (isNext && (next !== undefined || !isList)) continue;
    const address = addressOf(link, { here, title }, known);
    if (address && !isNext) return address.href;
    if (address && isOfSameList(address, here)) next = address;
  }
  return next?.href;
};
