import { decodedPart } from '../../domain/links/decoded-part.ts';
import { shopHostOf } from '../../domain/links/shop-host.ts';
import { isNoProductPath } from './search-words.ts';
import type { SkuMatcher } from './sku-match.ts';

/** Facts about the links of a page of results from the search's address. */
export interface SearchAddress {
  /** True if a link leads to the search itself: to its next page, or to the same in another order. */
  isSelf: (target: URL) => boolean;
  /** The same for all addresses of one product: without what was searched for, and without tracking. */
  keyOf: (target: URL) => string;
  /** Names of the parameters that hold what was searched for. */
  echoNames: ReadonlySet<string>;
  /** True if the page has an address of its own: the search led on to it, and it does not repeat what was searched for. */
  isRedirected: boolean;
}

/** Parameters that tell where a visitor comes from or how he wants a list, and not which product. */
const passing = new RegExp(
  [
    '^(?:utm_\\w*|gclid|fbclid|msclkid|srsltid|_\\w*|ref\\w*|pos|position|source|src|from',
    '|back\\w*|return\\w*|redirect\\w*|next|sid|zenid|osCsid|PHPSESSID|jsessionid|session\\w*',
    '|sort\\w*|order|dir|page|p|limit|per_?page|view|listview|queryID|qid|keywords?',
    '|description|sub_category)$',
  ].join(''),
  'i',
);

const pathOf = ({ pathname }: URL): string => pathname.replace(/(?<=.)\/$/, '');
const isSamePath = (left: URL, right: URL): boolean =>
  shopHostOf(left) === shopHostOf(right) && pathOf(left) === pathOf(right);

/** True if the SKU is a part of the path, as in `/search/{sku}`. */
const isInPath = ({ pathname }: URL, matcher: SkuMatcher): boolean =>
  pathname.split('/').some((part) => matcher.is(decodedPart(part.replaceAll('+', ' '))));

/**
 * @param page - where the search ended.
 * @param search - what was asked for.
 */
export const readSearchAddress = (
  page: URL | undefined,
  search: URL | undefined,
  matcher: SkuMatcher,
): SearchAddress => {
  const own = [page, search].filter((url) => url !== undefined);
  const echoNames = new Set(
    own.flatMap((url) =>
      [...url.searchParams].filter(([, value]) => matcher.is(value)).map(([name]) => name),
    ),
  );
  const isSelfOf = (url: URL, target: URL): boolean =>
    isSamePath(url, target) &&
    [...url.searchParams].every(
      ([name, value]) =>
        // Numbers are pages and lengths of a list.
        (/^\d*$/.test(value) && !echoNames.has(name)) || target.searchParams.get(name) === value,
    );
  const isEcho = (name: string, value: string): boolean => echoNames.has(name) && matcher.is(value);
  const isRedirected =
    page !== undefined &&
    search !== undefined &&
    !isSelfOf(search, page) &&
    ![...page.searchParams].some(([name, value]) => isEcho(name, value)) &&
    !(isInPath(search, matcher) && page.pathname.split('/').some(isNoProductPath));
  return {
    isSelf: (target) => own.some((url) => isSelfOf(url, target)),
    keyOf: (target) => {
      const kept = [...target.searchParams]
        .filter(([name]) => !echoNames.has(name) && !passing.test(name))
        .map(([name, value]) => `${name}=${value}`)
        .sort();
      return `${shopHostOf(target)}${pathOf(target)}?${kept.join('&')}`;
    },
    echoNames,
    isRedirected,
  };
};
