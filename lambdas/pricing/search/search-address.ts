import { decodedPart } from '../../domain/links/decoded-part.ts';
import { shopHostOf } from '../../domain/links/shop-host.ts';
import { isNoProductPath } from './search-words.ts';
import type { SkuMatcher } from './sku-match.ts';

/** What the search's URL says about the links of its results. */
export interface SearchAddress {
  /** True if a link leads to the search itself: another page or sort order. */
  isSelf: (target: URL) => boolean;
  /** A key shared by all URLs of one product: without search terms and tracking. */
  keyOf: (target: URL) => string;
  /** Names of the parameters with the search terms. */
  echoNames: ReadonlySet<string>;
  /** True if the search was redirected to a page whose URL does not repeat the search terms. */
  isRedirected: boolean;
}

/** Parameters for tracking and list display that do not identify a product. */
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

/** True if the SKU is a path segment, as in `/search/{sku}`. */
const isInPath = ({ pathname }: URL, matcher: SkuMatcher): boolean =>
  pathname.split('/').some((part) => matcher.is(decodedPart(part.replaceAll('+', ' '))));

/**
 * @param page - final URL of the search.
 * @param search - requested URL.
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
        // Numbers are pages and page lengths.
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
