import type { ChildNode, Element } from 'domhandler';
import { shopHostOf } from '../../domain/links/shop-host.ts';
import { shortTextOf } from '../page/element-text.ts';
import { forbidsRobots, isForRobots, isRelated } from '../page/links.ts';
import type { Page } from '../page/page.ts';
import { elementsWithin, isHidden } from '../page/walk.ts';
import { type OfferOrigin, toOfferAddress } from './offer-address.ts';
import { countsOffers, isSellersHeading, namesNextPage } from './seller-words.ts';

/** A page that may link to more offers of its product. */
export interface OfferPageToRead {
  /** URLs already requested, as returned by {@link findOfferPage} or after redirects. */
  seen: readonly string[];
  /** It lists offers itself, so its next page lists more of them. */
  isList: boolean;
}

const maxLinks = 3_000;
const maxText = 80;
const maxTitle = 150;

const isRead = (element: Element): boolean =>
  element.type === 'tag' && element.name !== 'template' && !isHidden(element);

/** Equal for different spellings of one URL. */
const keyOf = (url: URL): string => {
  const plain = new URL(url);
  plain.hash = '';
  plain.searchParams.sort();
  return `${shopHostOf(plain)}${plain.pathname.replace(/\/$/, '')}${plain.search}`;
};

const withoutNumbers = (path: string): string => path.replace(/\/?(?:page|p|seite)?[-_/]?\d{1,6}\/?$/i, '');

/** True for the same list's next page rather than the next product: a longer path or another final number. */
const isOfSameList = (url: URL, here: URL): boolean =>
  url.pathname === here.pathname ||
  url.pathname.startsWith(`${here.pathname.replace(/\/$/, '')}/`) ||
  withoutNumbers(url.pathname) === withoutNumbers(here.pathname);

/** Rank of a link to more offers: 2 if it says so, 1 for a list's next page, 0 otherwise. */
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

/** A link, the base of its relative URL, and its rank. */
interface OfferLink {
  element: Element;
  base: URL;
  rank: 1 | 2;
}

/** The links that may lead to more offers, in page order. */
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

/** The URL of a link, if it may be requested. */
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

/** The page's titles; `undefined` if robots must not follow its links. */
const titleOf = (root: readonly ChildNode[]): string | undefined => {
  const titles = new Map<string, string>();
  for (const element of elementsWithin(root)) {
    if (forbidsRobots(element)) return undefined;
    const { name } = element;
    if ((name === 'title' || name === 'h1') && !titles.has(name))
      titles.set(name, shortTextOf(element, maxTitle).trim());
  }
  // Prevents word pairs across the two titles.
  return [...titles.values()].join(' 0 ');
};

/**
 * Finds the page's own link to more offers of its product: one that says so ("2 weitere Angebote", "All
 * buying options"), else the next page of a list of offers. Excludes forms, other hosts, links that may
 * trigger something, links hidden or forbidden to robots, and URLs already requested.
 *
 * @returns its URL without tracking; `undefined` if there is none.
 */
export const findOfferPage = (page: Page, { seen, isList }: OfferPageToRead): string | undefined => {
  const here = page.url;
  if (!here) return undefined;
  const root = page.document.children;
  const title = titleOf(root);
  if (title === undefined) return undefined;
  const known = new Set([here.href, ...seen].flatMap((each) => URL.parse(each) ?? []).map(keyOf));
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
