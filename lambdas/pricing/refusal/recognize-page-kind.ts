import type { SiteErrorCode } from '../../domain/result/site-result.ts';
import type { Page } from '../page/page.ts';
import { zone } from '../page/page-zones.ts';
import {
  isNamedTwice,
  isOwn,
  type PageShape,
  type ProductArea,
  readPageShape,
  readProductArea,
  statesProduct,
  textOfLines,
} from '../page/product-area.ts';
import { readPage } from '../page/read-page.ts';
import { readAvailabilityText } from '../text/availability-text.ts';
import { type Words, wordsOf } from '../words/lexicon.ts';
import { lazy } from '../words/memoize.ts';
import { anyOf } from '../words/word-lists.ts';
import {
  challengeMarks,
  deniedMarks,
  hasMark,
  noShopMarks,
  type VendorMark,
  waitingMarks,
} from './vendor-marks.ts';

const homeStep = /^(?:index\.(?:html?|php|aspx?)|home|start)$/i;
const marketStep = /^[a-z]{2}(?:[-_][a-z]{2})?$/i;
const namesOf = (type: 'language' | 'region') =>
  lazy(() => new Intl.DisplayNames('en', { type, fallback: 'none' }));
const languages = namesOf('language');
const regions = namesOf('region');

/** True if a path segment is a language or country: "de", "us", "en-gb", but not "wp". */
const isMarket = (step: string): boolean =>
  marketStep.test(step) &&
  step
    .split(/[-_]/)
    .every((part) => languages().of(part) !== undefined || regions().of(part.toUpperCase()) !== undefined);

/** `/`, `/de/`, `/en-gb/home`, `/index.php`. */
const isFrontPath = (path: string): boolean => {
  const steps = path.split('/').slice(1);
  if (steps.at(-1) === '') steps.pop();
  return steps.length <= 2 && steps.every((step) => homeStep.test(step) || isMarket(step));
};

/** Parameters that do not identify content, even with a number: campaigns, versions, timestamps. */
const namesNothing = /^(?:utm_\w+|\w*clid|ref|v|ver|t|ts|_)$/i;
/** True if a query identifies content: by a parameter's name, or by a number such as a product's. */
const namesSomething = (query: URLSearchParams): boolean =>
  [...query].some(
    ([name, value]) =>
      /^(?:p|id|pid|sku|q|s|product\w*|item\w*|route)$/i.test(name) ||
      (/^\d{2,}$/.test(value) && !namesNothing.test(name)),
  );

/** True for the URL of a shop's front page, in any language. */
export const isFrontPage = (url: URL | null | undefined): boolean =>
  !!url && isFrontPath(url.pathname) && !namesSomething(url.searchParams);

/** Phrases on walls and empty pages. Searched in title and headings, and in the text if very short. */

const challengeWords = wordsOf('Challenge');
const accessDeniedWords = wordsOf('AccessDenied');
const consentWords = wordsOf('Consent');
const loginWords = wordsOf('Login');
const notFoundWords = wordsOf('NotFound');
export const emptySearchWords = wordsOf('EmptySearch');
/** Beside a product they mean that it is discontinued; on a page with nothing else, that it is missing. */
const goneWords = wordsOf('Gone');
const productNouns = wordsOf('ProductNoun');
const unavailableWords = wordsOf('ShopDown');
/** Words that also describe products; they describe the page only on a line of their own. */
const shopDownWords = wordsOf('ShopDownAlone');
const waitingWords = wordsOf('Waiting');
const joinWords = wordsOf('MembersDoor');
const passwordWords = wordsOf('PasswordDoor');
const ageWords = wordsOf('AgeQuestion');
const regionWords = wordsOf('RegionQuestion');
const noShopWords = wordsOf('NoShop');
const domainWords = wordsOf('DomainNoun');
const pageNouns = wordsOf('PageNoun');
export const missingWords = wordsOf('Missing');
/** The visitor's own lists, which may be empty on any page. */
const ownListWords = wordsOf('OwnList');

/** "404" alone is also a model number, so it counts only on a page with little else. */
const bare404 = /^\s*404\s*(?:$|[-–—|:!.])|[-–—|:]\s*404\s*$/m;

/** Kinds of pages that replace a product page. */
export type PageKind =
  | 'Challenge'
  | 'AccessDenied'
  | 'ConsentWall'
  | 'LoginRequired'
  | 'WaitingRoom'
  | 'Unavailable'
  | 'Question'
  | 'NoShop'
  | 'SoftNotFound'
  | 'EmptySearch'
  | 'FrontPage';

export interface RecognizedPage {
  kind: PageKind;
  /** Evidence on the page, for people. */
  reason: string;
}

export interface PageToRecognize {
  html: string;
  /** The parsed page, if known already. */
  page?: Page | undefined;
  /** URL of the final document. */
  url: string;
  /** Requested URL; reveals redirects from a product to the front page. */
  requestedUrl?: string | undefined;
  /** Default: 200. */
  httpStatus?: number | undefined;
  /** Response headers with names in lower case. */
  headers?: Readonly<Record<string, string | undefined>> | undefined;
}

/** Site error code by kind of page. */
export const siteErrorOfPageKind: Readonly<Record<PageKind, SiteErrorCode>> = {
  Challenge: 'BotChallenge',
  AccessDenied: 'AccessDenied',
  ConsentWall: 'ConsentWall',
  LoginRequired: 'LoginRequired',
  WaitingRoom: 'RateLimitedBySite',
  Unavailable: 'AccessDenied',
  Question: 'ConsentWall',
  NoShop: 'NotFound',
  SoftNotFound: 'NotFound',
  EmptySearch: 'NotFound',
  FrontPage: 'NotFound',
};

// A wall has little text. Product pages with a widget of the same vendor have more.
const shortText = 1_500;
const veryShortText = 600;

const quote = (text: string): string => `"${text.replace(/\s+/g, ' ').trim().slice(0, 80)}"`;

const found = (words: Words, text: string): string | undefined => words.firstIn(text);

/** The page as seen by the checks. */
interface View {
  shape: PageShape;
  page: Page;
  area: ProductArea;
  /** The page's own title and first headings, one per line. */
  lines: string;
  /** The page's own text, without menus, reviews and other products. */
  text: string;
}

const otherPeoples = zone.hidden | zone.related | zone.review | zone.card;
const maxOwnText = 6_000;
const maxHeadings = 200;

const viewOf = (page: Page): View => {
  const shape = readPageShape(page);
  // Headings of reviews or other products say nothing about the page.
  const headings = page.headings.filter(({ level, zones }) => level <= 2 && (zones & otherPeoples) === 0);
  return {
    shape,
    page,
    area: readProductArea(page),
    lines: [shape.title, ...headings.slice(0, maxHeadings).map(({ text }) => text)].join('\n'),
    text: textOfLines(page, maxOwnText, (run) => isOwn(run, zone.maybeHidden)),
  };
};

/** Title and headings, with parts of the title on lines of their own: "Maintenance | Shop". */
const partsOf = ({ shape, lines }: View): string =>
  [...shape.title.split(/\s[|–—·:-]\s/).slice(0, 8), lines].join('\n');

const quoteReason = (phrase: string | undefined): string | undefined =>
  phrase === undefined ? undefined : `the page says ${quote(phrase)}`;

/** Searches the text only if it is nearly all there is. */
const foundInLittle = (words: Words, text: string): string | undefined =>
  text.length < veryShortText ? found(words, text) : undefined;

/** The vendor of the first mark found at the start of the page. */
const vendorIn = (html: string, marks: readonly VendorMark[], most: number): string | undefined => {
  const head = html.slice(0, most);
  return marks.find((mark) => hasMark(head, mark))?.vendor;
};

const challengeOf = (
  html: string,
  { shape, area, lines }: View,
  status: number,
  headers: PageToRecognize['headers'],
): string | undefined => {
  if (headers?.['x-amzn-waf-action'] !== undefined) return 'AWS WAF says so in the header x-amzn-waf-action';
  if (shape.text.length > shortText) return undefined;
  const isRefusal = status === 403 || status === 429 || status === 503 || shape.links <= 12;
  // Vendors also put their scripts on pages that they let through.
  const mayBeWall = !area.sells && isRefusal && (status >= 400 || shape.text.length < veryShortText);
  const vendor = vendorIn(
    html,
    challengeMarks.filter(({ isAlwaysPage }) => isAlwaysPage || mayBeWall),
    400_000,
  );
  if (vendor !== undefined) return `a challenge of ${vendor}`;
  return area.sells
    ? undefined
    : quoteReason(found(challengeWords, lines) ?? foundInLittle(challengeWords, shape.text));
};

const deniedOf = (html: string, { shape, area, lines }: View, status: number): string | undefined => {
  if (shape.text.length > shortText) return undefined;
  const vendor = vendorIn(html, deniedMarks, 100_000);
  if (vendor !== undefined) return `a denial by ${vendor}`;
  if (area.sells) return undefined;
  const isRefusal = status >= 400 || shape.links <= 5;
  return quoteReason(
    found(accessDeniedWords, lines) ?? (isRefusal ? foundInLittle(accessDeniedWords, shape.text) : undefined),
  );
};

const consentOf = ({ shape, area, lines }: View, url: URL | undefined): string | undefined => {
  if (area.sells || shape.text.length > 6_000 || shape.links > 40) return undefined;
  if (url && /\/(?:consent|cookie-?(?:wall|consent)|privacy-?(?:wall|gate))(?:\/|\.|$)/i.test(url.pathname))
    return `it stands at ${url.pathname.slice(0, 80)}`;
  return quoteReason(found(consentWords, lines));
};

const loginOf = (view: View, status: number, url: URL | undefined): string | undefined => {
  const { shape, area, lines } = view;
  if (status === 401) return 'it answers with status 401';
  if (area.sells) return undefined;
  const phrase = found(loginWords, lines);
  const isAddress =
    url !== undefined &&
    /\/(?:log-?in|sign[-_]?in|auth|anmelden|connexion|iniciar-sesion|sso)(?:[/.?]|$)/i.test(url.pathname);
  if (isAddress && (shape.hasPassword || phrase !== undefined))
    return `it stands at ${url.pathname.slice(0, 80)}`;
  if (phrase !== undefined && shape.hasPassword && !shape.isPriced && shape.text.length < 3_000)
    return quoteReason(phrase);
  // A club's entry page asks for an address first.
  const club = found(joinWords, partsOf(view));
  if (club !== undefined && (shape.hasEmail || shape.hasPassword) && isBare(view)) return quoteReason(club);
  return shape.hasPassword && shape.text.length < shortText
    ? quoteReason(found(passwordWords, `${lines}\n${shape.text}`))
    : undefined;
};

/** True for a page with little text of its own and no price. */
const isBare = ({ shape, area, text }: View): boolean =>
  !shape.isPriced && !area.isPriced && text.length < shortText;

/**
 * A phrase that applies to the whole shop: in the title, in headings other than below a product's own, or in
 * a text that is nearly all there is.
 */
const findShopPhrase = (words: Words, view: View, most = shortText): string | undefined => {
  const { shape, area, page, text, lines } = view;
  if (area.sells || text.length > most) return undefined;
  const inTitle = found(words, shape.title);
  const isProducts = area.heading !== undefined && !words.test(area.heading.text) && isNamedTwice(page, area);
  if (inTitle !== undefined && !isProducts) return inTitle;
  if (isProducts) return undefined;
  return found(words, lines) ?? foundInLittle(words, text);
};

const waitingOf = (html: string, view: View): string | undefined => {
  if (!isBare(view)) return undefined;
  const mayBeRoom = view.text.length < shortText && !isNamedTwice(view.page, view.area);
  const vendor = mayBeRoom ? vendorIn(html, waitingMarks, 100_000) : undefined;
  return vendor === undefined
    ? quoteReason(findShopPhrase(waitingWords, view))
    : `a waiting room of ${vendor}`;
};

const unavailableOf = (view: View): string | undefined => {
  if (!isBare(view)) return undefined;
  const line =
    view.text.length < veryShortText && view.area.buttons.length === 0 && !isNamedTwice(view.page, view.area)
      ? found(shopDownWords, partsOf(view))
      : undefined;
  return quoteReason(line ?? findShopPhrase(unavailableWords, view, veryShortText * 2));
};

const questionOf = (view: View): string | undefined => {
  if (!isBare(view) || view.area.buttons.length > 0) return undefined;
  return quoteReason(findShopPhrase(ageWords, view) ?? findShopPhrase(regionWords, view));
};

const noShopOf = (html: string, { shape, page, area, lines, text }: View): string | undefined => {
  // A parked domain has a price and a button for itself.
  const isProducts = area.sells && isNamedTwice(page, area) && !noShopWords.test(shape.title);
  if (shape.text.length > 3_000 || isProducts) return undefined;
  const vendor = vendorIn(html, noShopMarks, 200_000);
  if (vendor !== undefined) return `a parked domain of ${vendor}`;
  // A page titled with its own host name, and about domains.
  const host = page.url?.hostname.replace(/^www\./, '');
  const isItsName = [shape.title, area.heading?.text ?? ''].some(
    (name) =>
      name
        .trim()
        .toLowerCase()
        .replace(/^www\./, '') === host,
  );
  return quoteReason(
    found(noShopWords, lines.replaceAll('\n', ' ')) ??
      foundInLittle(noShopWords, text) ??
      (isItsName && text.length < shortText ? found(domainWords, text) : undefined),
  );
};

/** A phrase saying that a product is gone. */
const goneIn = (line: string): string | undefined =>
  found(goneWords, line) ??
  (line.length <= 200 && productNouns.test(line) && readAvailabilityText(line) === 'Discontinued'
    ? line
    : undefined);

/** A line saying that a page cannot be found, or a heading saying it of a product, in any wording. */
const missingIn = (line: string, isHeading: boolean): string | undefined => {
  // "Can't find your size?", "No items in your basket"
  if (line.length > 140 || /[?？]\s*$/.test(line) || ownListWords.test(line)) return undefined;
  if (pageNouns.test(line))
    return missingWords.test(line) || readAvailabilityText(line) === 'OutOfStock' ? line : undefined;
  return isHeading && productNouns.test(line) && missingWords.test(line) ? line : undefined;
};

/** True if the page shows the product that it says is gone. */
const showsProduct = ({ page, area, shape }: View): boolean => {
  const { heading, runs } = area;
  if (!heading || goneIn(heading.text) !== undefined || notFoundWords.test(heading.text)) return false;
  if (isNamedTwice(page, area)) return true;
  // A description: longer than the help texts of such pages.
  const byAddress = runs
    .filter(({ index, text }) => index > heading.run && text.length >= 50 && goneIn(text) === undefined)
    .reduce((sum, { text }) => sum + text.length, 0);
  return byAddress >= 160 && shape.title.includes(heading.text.trim());
};

/** A line saying that the page, or its product, is missing. */
const missingLine = ({ area, page, lines, text }: View): string | undefined => {
  const isEmpty = !area.isPriced && area.buttons.length === 0;
  const missing = (line: string, isHeading: boolean): string | undefined =>
    goneIn(line) ?? (isEmpty ? missingIn(line, isHeading) : undefined);
  const firstOf = (some: readonly string[], isHeading: boolean): string | undefined =>
    some.map((line) => missing(line, isHeading)).find((each) => each !== undefined);
  const headings = lines.split('\n').slice(0, 40);
  const own = text.length < veryShortText ? page.runs.filter((run) => isOwn(run)).slice(0, 60) : [];
  return (
    firstOf(
      headings.map((line) => line.trim()),
      true,
    ) ??
    firstOf(
      own.map((run) => run.text),
      false,
    )
  );
};

const notFoundOf = (view: View): string | undefined => {
  const { shape, area, page, lines, text } = view;
  const titled = found(notFoundWords, shape.title);
  // Anything else offered by such a page is another product.
  const heading = area.heading?.text.trim() ?? '';
  if (titled !== undefined && missingIn(heading, true) !== undefined && !shape.title.includes(heading))
    return quoteReason(titled);
  if (area.sells) return undefined;
  const phrase =
    titled ??
    found(notFoundWords, lines) ??
    (isNamedTwice(page, area) ? undefined : foundInLittle(notFoundWords, text)) ??
    (shape.text.length < 2_500 && !shape.isPriced ? bare404.exec(lines)?.[0] : undefined);
  return quoteReason(phrase ?? (showsProduct(view) ? undefined : missingLine(view)));
};

const searchAddress = new RegExp(`${anyOf('searchNames')}|[?&](?:q|s|query|keyword|text|term)=`, 'iu');

const emptySearchOf = ({ shape, area, lines }: View, url: URL | undefined): string | undefined => {
  if (area.sells) return undefined;
  // Scripts of search fields put "no results" on every page.
  const isSearch = url !== undefined && searchAddress.test(url.pathname + url.search);
  return quoteReason(
    found(emptySearchWords, lines) ??
      (isSearch ? found(emptySearchWords, shape.text.slice(0, 6_000)) : undefined),
  );
};

type Check = readonly [PageKind, () => string | undefined];

const firstOf = (checks: readonly Check[]): RecognizedPage | undefined => {
  for (const [kind, check] of checks) {
    const reason = check();
    if (reason !== undefined) return { kind, reason };
  }
  return undefined;
};

/** Recognizes a page by its response headers or host. */
const recognizeByAddress = (
  url: URL | undefined,
  headers: PageToRecognize['headers'],
): RecognizedPage | undefined => {
  if (headers?.['cf-mitigated'] === 'challenge')
    return { kind: 'Challenge', reason: 'Cloudflare says so in the header cf-mitigated' };
  if (!url) return undefined;
  const reason = `it stands on ${url.hostname}`;
  if (/(?:^|\.)queue-it\.net$/.test(url.hostname)) return { kind: 'WaitingRoom', reason };
  return /^(?:consent|myprivacy|privacy-gateway|cmp)\.|(?:^|\.)consent\./.test(url.hostname)
    ? { kind: 'ConsentWall', reason }
    : undefined;
};

/**
 * Recognizes pages that replace a product page: challenge, denial, consent and login walls, waiting rooms,
 * maintenance, age and country questions, parked domains, "not found" with status 200, empty searches, the
 * front page. Favours precision: a captcha in the review form, a cookie banner or "404" in the product's name
 * do not count, and neither does any text on a page with a price beside its title and a buy button.
 *
 * @returns `undefined` for any other page. Never throws.
 */
export const recognizePageKind = (given: PageToRecognize): RecognizedPage | undefined => {
  const { html, headers, httpStatus: status = 200 } = given;
  const page = given.page ?? readPage(html, given.url);
  const url = URL.parse(given.url) ?? undefined;
  const requested =
    given.requestedUrl === undefined ? undefined : (URL.parse(given.requestedUrl) ?? undefined);
  const byAddress = recognizeByAddress(url, headers);
  if (byAddress) return byAddress;
  // Product data make the page the product's own; its text is not searched for walls.
  if (statesProduct(page)) return undefined;
  const view = viewOf(page);
  return firstOf([
    ['Challenge', () => challengeOf(html, view, status, headers)],
    ['AccessDenied', () => deniedOf(html, view, status)],
    ['WaitingRoom', () => waitingOf(html, view)],
    ['NoShop', () => noShopOf(html, view)],
    ['ConsentWall', () => consentOf(view, url)],
    ['LoginRequired', () => loginOf(view, status, url)],
    ['EmptySearch', () => emptySearchOf(view, url)],
    ['SoftNotFound', () => notFoundOf(view)],
    ['Unavailable', () => unavailableOf(view)],
    ['Question', () => questionOf(view)],
    [
      'FrontPage',
      () =>
        requested !== undefined && isFrontPage(url) && !isFrontPage(requested)
          ? 'the product page leads to the front page'
          : undefined,
    ],
  ]);
};
