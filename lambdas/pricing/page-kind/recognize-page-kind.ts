import type { SiteErrorCode } from '../../domain/site-result.ts';
import { readAvailabilityText } from '../availability-text.ts';
import type { Page } from '../page/page.ts';
import { zone } from '../page/page-zones.ts';
import { readPage } from '../page/read-page.ts';
import { findHiddenPrice } from './hidden-price.ts';
import { type PageShape, readPageShape } from './page-shape.ts';
import { isNamedTwice, isOwn, type ProductArea, readProductArea } from './product-area.ts';
import { statesProduct } from './stated-product.ts';
import { bearsMark, challengeMarks, deniedMarks, noShopMarks, waitingMarks } from './vendor-marks.ts';
import {
  accessDeniedWords,
  agedYears,
  ageWords,
  asksAge,
  bare404,
  challengeWords,
  consentWords,
  domainWords,
  emptySearchWords,
  goneWords,
  hostLines,
  joinLines,
  loginWords,
  missingWords,
  noShopWords,
  notFoundWords,
  pageNouns,
  passwordWords,
  productNouns,
  regionWords,
  unavailableLines,
  unavailableWords,
  waitingWords,
} from './wall-words.ts';

/** Pages that are no product page although they were asked for as one. */
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
  /** What on the page says so, for a person. */
  reason: string;
}

export interface PageToRecognize {
  html: string;
  /** The page as read, when the caller has it already. */
  page?: Page | undefined;
  /** Address of the final document. */
  url: string;
  /** Address that was asked for; tells that a product page became the front page. */
  requestedUrl?: string | undefined;
  /** Absent: 200. */
  httpStatus?: number | undefined;
  /** Response headers with names in lower case. */
  headers?: Readonly<Record<string, string | undefined>> | undefined;
}

/**
 * The site error that each kind of page is.
 *
 * | Page | Error |
 * | --- | --- |
 * | a challenge of bot defence | `BotChallenge` |
 * | refused: by address, country, VPN | `AccessDenied` |
 * | wants an answer about cookies, the visitor's age or country | `ConsentWall` |
 * | a login form, a shop behind a password, a product whose price only customers see | `LoginRequired` |
 * | a waiting room, too many calls | `RateLimitedBySite` |
 * | maintenance, a shop about to open, a fault of the server, a browser that is not wanted | `AccessDenied` |
 * | a parked domain, a suspended host, a shop that has closed | `NotFound` |
 * | a missing page, a product that is gone, an empty search, the front page | `NotFound` |
 */
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

// A wall has little to read. Product pages with a widget of the same vendor have more than this.
const shortText = 1_500;
const veryShortText = 600;

const quote = (text: string): string => `"${text.replace(/\s+/g, ' ').trim().slice(0, 80)}"`;

const found = (pattern: RegExp, text: string): string | undefined => pattern.exec(text)?.[0];

/** The page as the checks see it. */
interface View {
  shape: PageShape;
  page: Page;
  area: ProductArea;
  /** Title and first headings that are the page's own, one per line. */
  lines: string;
  /** Text that is the page's own, without menus, reviews and other products. */
  text: string;
}

const otherPeoples = zone.hidden | zone.related | zone.review | zone.card;
const maxOwnText = 6_000;

const ownTextOf = (page: Page): string => {
  let text = '';
  for (const run of page.runs) {
    if (text.length >= maxOwnText) break;
    if (isOwn(run, zone.maybeHidden)) text += `${run.text.slice(0, 2_000)} `;
  }
  return text.trim();
};

const viewOf = (page: Page): View => {
  const shape = readPageShape(page.document);
  // Headings within a review, or of other products, say nothing about the page.
  const foreign = new Set(
    page.headings
      .slice(0, 500)
      .filter(({ zones }) => (zones & otherPeoples) !== 0)
      .map(({ text }) => text.replace(/\s+/g, ' ').trim()),
  );
  const headings = shape.headings.split('\n').filter((line) => !foreign.has(line.trim()));
  return {
    shape,
    page,
    area: readProductArea(page),
    lines: [shape.title, ...headings].join('\n'),
    text: ownTextOf(page),
  };
};

/** Title and headings, with the parts of the title as lines of their own: "Maintenance | Shop". */
const partsOf = ({ shape, lines }: View): string =>
  [...shape.title.split(/\s[|–—·:-]\s/).slice(0, 8), lines].join('\n');

const says = (said: string): string => `the page says ${quote(said)}`;

const challengeOf = (
  html: string,
  { shape, area, lines }: View,
  status: number,
  headers: PageToRecognize['headers'],
): string | undefined => {
  if (headers?.['x-amzn-waf-action'] !== undefined) return 'AWS WAF says so in the header x-amzn-waf-action';
  if (shape.text.length > shortText) return undefined;
  const head = html.length > 400_000 ? html.slice(0, 400_000) : html;
  for (const mark of challengeMarks) {
    const { vendor, isAlwaysPage } = mark;
    if (!bearsMark(head, mark)) continue;
    // Vendors also put their scripts on the pages that they let through.
    if (isAlwaysPage || (!area.sells && (status >= 400 || shape.text.length < veryShortText))) {
      if (isAlwaysPage || status === 403 || status === 429 || status === 503 || shape.links <= 12)
        return `a challenge of ${vendor}`;
    }
  }
  if (area.sells) return undefined;
  const said =
    found(challengeWords, lines) ??
    (shape.text.length < veryShortText ? found(challengeWords, shape.text) : undefined);
  return said === undefined ? undefined : says(said);
};

const deniedOf = (html: string, { shape, area, lines }: View, status: number): string | undefined => {
  if (shape.text.length > shortText) return undefined;
  const head = html.slice(0, 100_000);
  for (const mark of deniedMarks) if (bearsMark(head, mark)) return `a denial by ${mark.vendor}`;
  if (area.sells) return undefined;
  const said =
    found(accessDeniedWords, lines) ??
    (shape.text.length < veryShortText && (status >= 400 || shape.links <= 5)
      ? found(accessDeniedWords, shape.text)
      : undefined);
  return said === undefined ? undefined : says(said);
};

const consentOf = ({ shape, area, lines }: View, url: URL | undefined): string | undefined => {
  if (area.sells || shape.text.length > 6_000 || shape.links > 40) return undefined;
  if (url && /\/(?:consent|cookie-?(?:wall|consent)|privacy-?(?:wall|gate))(?:\/|\.|$)/i.test(url.pathname))
    return `it stands at ${url.pathname.slice(0, 80)}`;
  const said = found(consentWords, lines);
  return said === undefined ? undefined : says(said);
};

const loginOf = (view: View, status: number, url: URL | undefined): string | undefined => {
  const { shape, area, lines } = view;
  if (status === 401) return 'it answers with status 401';
  if (area.sells) return undefined;
  const said = found(loginWords, lines);
  const isAddress =
    url !== undefined &&
    /\/(?:log-?in|sign-?in|signin|sign_in|account\/login|customer\/account\/login|auth|anmelden|connexion|iniciar-sesion|sso)(?:[/.?]|$)/i.test(
      url.pathname,
    );
  if (isAddress && (shape.hasPassword || said !== undefined))
    return `it stands at ${url.pathname.slice(0, 80)}`;
  if (said !== undefined && shape.hasPassword && !shape.isPriced && shape.text.length < 3_000)
    return says(said);
  // A club's door asks for an address first.
  const club = found(joinLines, partsOf(view));
  if (club !== undefined && (shape.hasEmail || shape.hasPassword) && isBare(view)) return says(club);
  if (shape.hasPassword && shape.text.length < shortText) {
    const word = found(passwordWords, `${lines}\n${shape.text}`);
    if (word !== undefined) return says(word);
  }
  return undefined;
};

const hiddenPriceOf = (page: Page, area?: ProductArea): string | undefined => {
  const hidden = findHiddenPrice(page, area);
  return hidden?.reason === 'Login'
    ? `the price is for customers who log in: ${quote(hidden.text)}`
    : undefined;
};

/** A page with little of its own to read and no price. */
const isBare = ({ shape, area, text }: View): boolean =>
  !shape.isPriced && !area.isPriced && text.length < shortText;

/**
 * What a page that stands for the whole shop says: in its title, in headings unless they stand below a product's
 * own, or in a text that is nearly all there is.
 */
const saidByAll = (pattern: RegExp, view: View, most = shortText): string | undefined => {
  const { shape, area, page, text, lines } = view;
  if (area.sells || text.length > most) return undefined;
  const inTitle = found(pattern, shape.title);
  const isProducts =
    area.heading !== undefined && !pattern.test(area.heading.text) && isNamedTwice(page, area);
  if (inTitle !== undefined && !isProducts) return inTitle;
  if (isProducts) return undefined;
  return found(pattern, lines) ?? (text.length < veryShortText ? found(pattern, text) : undefined);
};

const waitingOf = (html: string, view: View): string | undefined => {
  if (!isBare(view)) return undefined;
  const head = html.slice(0, 100_000);
  if (view.text.length < shortText && !isNamedTwice(view.page, view.area))
    for (const mark of waitingMarks) if (bearsMark(head, mark)) return `a waiting room of ${mark.vendor}`;
  const said = saidByAll(waitingWords, view);
  return said === undefined ? undefined : says(said);
};

const unavailableOf = (view: View): string | undefined => {
  if (!isBare(view)) return undefined;
  const line =
    view.text.length < veryShortText && view.area.buttons.length === 0 && !isNamedTwice(view.page, view.area)
      ? found(unavailableLines, partsOf(view))
      : undefined;
  const said = line ?? saidByAll(unavailableWords, view, veryShortText * 2);
  return said === undefined ? undefined : says(said);
};

/** "Devi avere almeno 18 anni", in whatever words: a short line with an age in years that asks or demands. */
const askedAge = (view: View): string | undefined => {
  if (view.text.length >= veryShortText || isNamedTwice(view.page, view.area)) return undefined;
  return view.page.runs
    .slice(0, 60)
    .find(({ text }) => text.length <= 120 && agedYears.test(text) && asksAge.test(text))?.text;
};

const questionOf = (view: View): string | undefined => {
  if (!isBare(view) || view.area.buttons.length > 0) return undefined;
  const said = saidByAll(ageWords, view) ?? saidByAll(regionWords, view) ?? askedAge(view);
  return said === undefined ? undefined : says(said);
};

const noShopOf = (html: string, { shape, page, area, lines, text }: View): string | undefined => {
  // A parked domain has a price and a button too: its own.
  const isProducts = area.sells && isNamedTwice(page, area) && !noShopWords.test(shape.title);
  if (shape.text.length > 3_000 || isProducts) return undefined;
  const head = html.slice(0, 200_000);
  for (const mark of noShopMarks) if (bearsMark(head, mark)) return `a parked domain of ${mark.vendor}`;
  // A page that is titled with its own name, and speaks of domains.
  const isItsName =
    page.url !== undefined &&
    [shape.title, area.heading?.text ?? ''].some(
      (name) =>
        name
          .trim()
          .toLowerCase()
          .replace(/^www\./, '') === page.url!.hostname.replace(/^www\./, ''),
    );
  const said =
    found(noShopWords, lines.replaceAll('\n', ' ')) ??
    (text.length < veryShortText ? found(noShopWords, text) : undefined) ??
    (text.length < veryShortText && !area.sells ? found(hostLines, lines) : undefined) ??
    (isItsName && text.length < shortText ? found(domainWords, text) : undefined);
  return said === undefined ? undefined : says(said);
};

/** A line that says that a product is there no more. */
const goneIn = (line: string): string | undefined =>
  found(goneWords, line) ??
  (line.length <= 200 && productNouns.test(line) && readAvailabilityText(line) === 'Discontinued'
    ? line
    : undefined);

/** Lists of the visitor's own, which may be empty on any page. */
const otherLists =
  /cart|basket|bag|wish|compar|review|coment|comment|bewertung|warenkorb|merk|panier|avis|cesta|carrito|carrello|carrinho|winkel|koszyk|košík|kosár|coș|kundvagn|kurv|ostoskori|корзин|кошик|отзыв|sepet|カート|レビュー|购物车|購物車|장바구니|리뷰/iu;

/**
 * A line that says of a page that it cannot be found, or a heading that says it of a product, in whatever words
 * the language puts between.
 */
const missingIn = (line: string, isHeading: boolean): string | undefined => {
  // "Can't find your size?", "No items in your basket"
  if (line.length > 140 || /[?？]\s*$/.test(line) || otherLists.test(line)) return undefined;
  if (pageNouns.test(line))
    return missingWords.test(line) || readAvailabilityText(line) === 'OutOfStock' ? line : undefined;
  return isHeading && productNouns.test(line) && missingWords.test(line) ? line : undefined;
};

/** Whether the page shows the product of which it says that it is gone. */
const showsProduct = ({ page, area, shape }: View): boolean => {
  const { heading, runs } = area;
  if (!heading || goneIn(heading.text) !== undefined || notFoundWords.test(heading.text)) return false;
  if (isNamedTwice(page, area)) return true;
  // A description: more than what such a page says to help.
  const told = runs
    .filter(({ index, text }) => index > heading.run && text.length >= 50 && goneIn(text) === undefined)
    .reduce((sum, { text }) => sum + text.length, 0);
  return told >= 160 && shape.title.includes(heading.text.trim());
};

const notFoundOf = (view: View): string | undefined => {
  const { shape, area, page, lines, text } = view;
  const titled = found(notFoundWords, shape.title);
  // What else such a page offers to buy is another product.
  const heading = area.heading?.text.trim() ?? '';
  if (titled !== undefined && missingIn(heading, true) !== undefined && !shape.title.includes(heading))
    return says(titled);
  if (area.sells) return undefined;
  const isShort = text.length < veryShortText;
  const said =
    titled ??
    found(notFoundWords, lines) ??
    (isShort && !isNamedTwice(page, area) ? found(notFoundWords, text) : undefined) ??
    (shape.text.length < 2_500 && !shape.isPriced
      ? found(bare404, [shape.title, ...lines.split('\n').slice(1)].join('\n'))
      : undefined);
  if (said !== undefined) return says(said);
  if (showsProduct(view)) return undefined;
  const isEmpty = !area.isPriced && area.buttons.length === 0;
  for (const each of lines.split('\n').slice(0, 40)) {
    const line = each.trim();
    const missing = goneIn(line) ?? (isEmpty ? missingIn(line, true) : undefined);
    if (missing !== undefined) return says(missing);
  }
  if (!isShort) return undefined;
  for (const { text: line } of page.runs.filter((run) => isOwn(run)).slice(0, 60)) {
    const missing = goneIn(line) ?? (isEmpty ? missingIn(line, false) : undefined);
    if (missing !== undefined) return says(missing);
  }
  return undefined;
};

const emptySearchOf = ({ shape, area, lines }: View, url: URL | undefined): string | undefined => {
  if (area.sells) return undefined;
  // The scripts of search fields bring "no results" along to every page.
  const isSearch =
    url !== undefined &&
    /search|suche|such|buscar|recherche|cerca|zoek|szuk|hled|keres|sok|haku|poisk|arama|[?&](?:q|s|query|keyword|text|term)=/i.test(
      url.pathname + url.search,
    );
  const said =
    found(emptySearchWords, lines) ??
    (isSearch ? found(emptySearchWords, shape.text.slice(0, 6_000)) : undefined);
  return said === undefined ? undefined : says(said);
};

const frontStep = '(?:[a-z]{2}(?:[-_][a-z]{2})?|index\\.(?:html?|php|aspx?)|home|start)';
/** `/`, `/de/`, `/en-gb/home`, `/index.php`. */
const frontPath = new RegExp(`^/(?:${frontStep}(?:/${frontStep})?/?)?$`, 'i');

/** Parameters that name nothing of the shop, whatever number they carry: campaigns, versions, times. */
const namesNothing = /^(?:utm_\w+|\w*clid|ref|v|ver|t|ts|_)$/i;
/** Whether a query names what the page shows: by a parameter's name, or by a number such as that of an article. */
const namesSomething = (query: URLSearchParams): boolean =>
  [...query].some(
    ([name, value]) =>
      /^(?:p|id|pid|sku|q|s|product\w*|item\w*|route)$/i.test(name) ||
      (/^\d{2,}$/.test(value) && !namesNothing.test(name)),
  );

const isFront = (url: URL | undefined): boolean =>
  url !== undefined && frontPath.test(url.pathname) && !namesSomething(url.searchParams);

type Check = readonly [PageKind, () => string | undefined];

const firstOf = (checks: readonly Check[]): RecognizedPage | undefined => {
  for (const [kind, check] of checks) {
    const reason = check();
    if (reason !== undefined) return { kind, reason };
  }
  return undefined;
};

/** What the answer's head or the page's host say by themselves. */
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
 * Recognises pages that stand where a product page should: challenge, denial, consent and login walls, waiting
 * rooms, maintenance, questions about age and country, parked domains, a "not found" with status 200, an empty
 * search, the front page; and a product's page that shows its price to customers alone. Precision first: a product
 * page with a captcha in its review form, a cookie banner or "404" in its name is none of them, and neither is one
 * with a price beside its title and a button to buy at it, whatever else it says.
 *
 * @returns `undefined` for any other page. Never throws.
 */
export const recognizePageKind = (given: PageToRecognize): RecognizedPage | undefined => {
  const { html, headers, httpStatus: status = 200 } = given;
  const page = given.page ?? readPage(html, given.url);
  const url = URL.parse(given.url) ?? undefined;
  const asked = given.requestedUrl === undefined ? undefined : (URL.parse(given.requestedUrl) ?? undefined);
  const told = recognizeByAddress(url, headers);
  if (told) return told;
  // What states a product is its page, and its text is not searched for what walls say.
  if (statesProduct(page)) return firstOf([['LoginRequired', () => hiddenPriceOf(page)]]);
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
    ['LoginRequired', () => hiddenPriceOf(page, view.area)],
    [
      'FrontPage',
      () =>
        asked !== undefined && isFront(url) && !isFront(asked)
          ? 'the product page leads to the front page'
          : undefined,
    ],
  ]);
};

/** Whether an address is that of a shop's front page, in any of its languages. */
export const isFrontPageUrl = (address: string): boolean => isFront(URL.parse(address) ?? undefined);
