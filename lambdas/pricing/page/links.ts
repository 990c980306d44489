import type { Element } from 'domhandler';
import { actOf, isActingHandler, namesOrder, namesPlace } from '../../domain/links/acting-address.ts';
import { decodedPart } from '../../domain/links/decoded-part.ts';
import { foldedWord } from '../../domain/links/folded-word.ts';
import { shopHostOf } from '../../domain/links/shop-host.ts';
import type { SkuMatcher } from '../text/sku-match.ts';
import { matcherOf, wordsOf } from '../words/lexicon.ts';
import { plainTitle } from '../words/tokens.ts';

/**
 * True if a link has one of these types.
 * @see HTML, 4.6.7 "Link types"
 */
export const isRelated = ({ attribs: { rel = '' } }: Element, types: readonly string[]): boolean =>
  rel
    .toLowerCase()
    .split(/\s+/)
    .some((type) => types.includes(type));

/**
 * Attributes with which scripts replace a link's request, or ask for confirmation.
 * @see https://turbo.hotwired.dev/reference/attributes and https://htmx.org/reference/#attributes
 */
const callAttributes = [
  'data-method',
  'data-turbo-method',
  'data-confirm',
  'data-turbo-confirm',
  'hx-post',
  'hx-put',
  'hx-patch',
  'hx-delete',
  'data-hx-post',
  'data-hx-put',
  'data-hx-patch',
  'data-hx-delete',
];

/** Attributes with click handlers in HTML and in Alpine, Vue, Livewire, AngularJS and htmx. */
const isHandler = (name: string): boolean =>
  /^(?:on(?:click|mouse\w+|pointer\w+|touch\w+)|(?:@|x-on:|v-on:|wire:|hx-on[:-]{1,2})(?:click|submit)[.\w]*|(?:data-)?ng-click|data-onclick)$/.test(
    name,
  );

const isCall = ({ attribs }: Element): boolean =>
  callAttributes.some((name) => attribs[name] !== undefined) ||
  Object.entries(attribs).some(([name, value]) => isHandler(name) && isActingHandler(value));

/** Attributes that name a link's purpose to styles and scripts. */
const isNaming = (name: string): boolean =>
  /^(?:class|id|name|itemprop|data-(?:[a-z-]{0,40}-)?(?:action|act|click|event|role|method|do|cmd|command|controller|handler|testid|js))$/.test(
    name,
  );
/** Script attributes named after an action, such as `data-add-to-cart`, but not those with a text or URL. */
const isOrderOfScript = (name: string): boolean =>
  /^data-/.test(name) &&
  !/-(?:url|href|link|text|label|title|message|name|icon)$/.test(name) &&
  namesOrder(name.slice(5));
/** Attributes with a URL requested on click, beside or instead of the link's own. */
const askedAddresses = ['ping', 'formaction', 'hx-get', 'data-hx-get', 'data-href', 'data-url'];

const asksActing = (address: string | undefined): boolean => {
  const url = address ? URL.parse(address.trim().split(/\s/, 1)[0]!, 'https://shop.invalid/') : null;
  return url !== null && actOf(url) !== undefined;
};

/** Longer values are not names. */
const maxNaming = 300;

/** True if a link's attributes indicate an action, whatever its URL looks like. */
export const isMarkedAsOrder = ({ attribs }: Element): boolean =>
  attribs.download !== undefined ||
  attribs['data-remote'] === 'true' ||
  namesPlace(attribs.target ?? '') ||
  askedAddresses.some((name) => asksActing(attribs[name])) ||
  Object.entries(attribs).some(
    ([name, value]) =>
      isOrderOfScript(name) ||
      (isNaming(name) && value.length <= maxNaming && value.split(/\s+/).some(namesOrder)),
  );

/** True if a link may trigger an action: robots must not follow it, or a script replaces its request. */
export const mayGiveOrder = (link: Element, url: URL): boolean =>
  (url.search !== '' && isRelated(link, ['nofollow'])) || isCall(link);

/** True if robots may follow a link: it is not marked nofollow, and shows a page. */
export const isForRobots = (link: Element): boolean =>
  !isRelated(link, ['nofollow']) && link.attribs.download === undefined && !isCall(link);

/**
 * True if an element forbids robots to follow any link of its page.
 * @see https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag
 */
export const forbidsRobots = ({ name, attribs }: Element): boolean =>
  name === 'meta' &&
  attribs.name?.trim().toLowerCase() === 'robots' &&
  /(?:^|[\s,])(?:nofollow|none)(?:$|[\s,])/i.test((attribs.content ?? '').slice(0, 500));

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
