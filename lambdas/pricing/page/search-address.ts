import { decodedPart } from '../../domain/links/decoded-part.ts';
import { foldedWord } from '../../domain/links/folded-word.ts';
import { shopHostOf } from '../../domain/links/shop-host.ts';
import type { SkuMatcher } from '../text/sku-match.ts';
import { matcherOf, wordsOf } from '../words/lexicon.ts';
import { plainTitle } from '../words/tokens.ts';

const noProductPath = wordsOf('NoProductPath');
const goesWith = matcherOf(['GoesWith', 'For', 'Substitute']);
const relation = wordsOf('Relation', 'Substitute');
const searchEcho = wordsOf('SearchEcho');

/** File extensions of documents. */
export const pageEnding = /\.(?:html?|php|aspx?|jsp)$/i;

/** True if a path segment occurs only on pages other than products. */
export const isNoProductPath = (part: string): boolean =>
  part.length <= 60 && noProductPath.is(foldedWord(part.replace(pageEnding, '')));

/** True if a text contains a phrase that accompanies repeated search terms. */
export const echoesSearch = searchEcho.test;

/** True if what follows the text is another product's name: "case for". */
export const precedesOtherName = (text: string): boolean => {
  const plain = `${plainTitle(text)} `;
  return goesWith.hits(plain).some(({ end }) => /^\s[^.!?]{0,60}$/.test(plain.slice(end)));
};

/** True if the text makes a following number another product's: "replaces part no". */
export const relatesToOther = (text: string): boolean => relation.test(plainTitle(text));

/** True for "read more" labels. Actions have to be excluded beforehand. */
export const isReadMoreLabel = wordsOf('ReadsOn').test;

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
