import type { Document } from 'domhandler';
import type { SiteErrorCode } from '../../domain/site-result.ts';
import { parseHtml } from '../page/parse-html.ts';
import { type PageShape, readPageShape } from './page-shape.ts';
import { bearsMark, challengeMarks, deniedMarks } from './vendor-marks.ts';
import {
  accessDeniedWords,
  bare404,
  challengeWords,
  consentWords,
  emptySearchWords,
  loginWords,
  notFoundWords,
} from './wall-words.ts';

/** Pages that are no product page although they were asked for as one. */
export type PageKind =
  | 'Challenge'
  | 'AccessDenied'
  | 'ConsentWall'
  | 'LoginRequired'
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
  /** The parsed page, when the caller has it already. */
  document?: Document | undefined;
  /** Address of the final document. */
  url: string;
  /** Address that was asked for; tells that a product page became the front page. */
  requestedUrl?: string | undefined;
  /** Absent: 200. */
  httpStatus?: number | undefined;
  /** Response headers with names in lower case. */
  headers?: Readonly<Record<string, string | undefined>> | undefined;
}

/** The site error that each kind of page is; `undefined` for kinds that only mean "no product here". */
export const siteErrorOfPageKind: Readonly<Record<PageKind, SiteErrorCode>> = {
  Challenge: 'BotChallenge',
  AccessDenied: 'AccessDenied',
  ConsentWall: 'ConsentWall',
  LoginRequired: 'LoginRequired',
  SoftNotFound: 'NotFound',
  EmptySearch: 'NotFound',
  FrontPage: 'NotFound',
};

// A wall has little to read. Product pages with a widget of the same vendor have more than this.
const shortText = 1_500;
const veryShortText = 600;

const quote = (text: string): string => `"${text.replace(/\s+/g, ' ').trim().slice(0, 80)}"`;

const found = (pattern: RegExp, text: string): string | undefined => pattern.exec(text)?.[0];

const challengeOf = (
  html: string,
  shape: PageShape,
  status: number,
  headers: PageToRecognize['headers'],
): string | undefined => {
  if (headers?.['cf-mitigated'] === 'challenge') return 'Cloudflare says so in the header cf-mitigated';
  if (headers?.['x-amzn-waf-action'] !== undefined && !shape.isProduct)
    return 'AWS WAF says so in the header x-amzn-waf-action';
  if (shape.isProduct || shape.text.length > shortText) return undefined;
  const head = html.length > 400_000 ? html.slice(0, 400_000) : html;
  for (const mark of challengeMarks) {
    const { vendor, isAlwaysPage } = mark;
    if (!bearsMark(head, mark)) continue;
    // Vendors also put their scripts on the pages that they let through.
    if (isAlwaysPage || status >= 400 || shape.text.length < veryShortText) {
      if (isAlwaysPage || status === 403 || status === 429 || status === 503 || shape.links <= 12)
        return `a challenge of ${vendor}`;
    }
  }
  const said =
    found(challengeWords, `${shape.title}\n${shape.headings}`) ??
    (shape.text.length < veryShortText ? found(challengeWords, shape.text) : undefined);
  return said === undefined ? undefined : `the page says ${quote(said)}`;
};

const deniedOf = (html: string, shape: PageShape, status: number): string | undefined => {
  if (shape.isProduct || shape.text.length > shortText) return undefined;
  const head = html.slice(0, 100_000);
  for (const mark of deniedMarks) if (bearsMark(head, mark)) return `a denial by ${mark.vendor}`;
  const said =
    found(accessDeniedWords, `${shape.title}\n${shape.headings}`) ??
    (shape.text.length < veryShortText && (status >= 400 || shape.links <= 5)
      ? found(accessDeniedWords, shape.text)
      : undefined);
  return said === undefined ? undefined : `the page says ${quote(said)}`;
};

const consentOf = (shape: PageShape, url: URL | undefined): string | undefined => {
  if (url && /^(?:consent|myprivacy|privacy-gateway|cmp)\.|(?:^|\.)consent\./.test(url.hostname))
    return `it stands on ${url.hostname}`;
  if (shape.isProduct || shape.text.length > 6_000 || shape.links > 40) return undefined;
  if (url && /\/(?:consent|cookie-?(?:wall|consent)|privacy-?(?:wall|gate))(?:\/|\.|$)/i.test(url.pathname))
    return `it stands at ${url.pathname.slice(0, 80)}`;
  const said = found(consentWords, `${shape.title}\n${shape.headings}`);
  return said === undefined ? undefined : `the page says ${quote(said)}`;
};

const loginOf = (shape: PageShape, status: number, url: URL | undefined): string | undefined => {
  if (shape.isProduct) return undefined;
  const said = found(loginWords, `${shape.title}\n${shape.headings}`);
  if (status === 401) return 'it answers with status 401';
  const isAddress =
    url !== undefined &&
    /\/(?:log-?in|sign-?in|signin|account\/login|customer\/account\/login|auth|anmelden|connexion|iniciar-sesion|sso)(?:[/.?]|$)/i.test(
      url.pathname,
    );
  if (isAddress && (shape.hasPassword || said !== undefined))
    return `it stands at ${url.pathname.slice(0, 80)}`;
  if (said !== undefined && shape.hasPassword && !shape.isPriced && shape.text.length < 3_000)
    return `the page says ${quote(said)}`;
  return undefined;
};

const notFoundOf = (shape: PageShape): string | undefined => {
  if (shape.isProduct) return undefined;
  const said =
    found(notFoundWords, shape.title) ??
    found(notFoundWords, shape.headings) ??
    (shape.text.length < veryShortText ? found(notFoundWords, shape.text) : undefined) ??
    (shape.text.length < 2_500 && !shape.isPriced
      ? found(bare404, `${shape.title}\n${shape.headings}`)
      : undefined);
  return said === undefined ? undefined : `the page says ${quote(said)}`;
};

const emptySearchOf = (shape: PageShape, url: URL | undefined): string | undefined => {
  if (shape.isProduct) return undefined;
  const heads = `${shape.title}\n${shape.headings}`;
  // The scripts of search fields bring "no results" along to every page.
  const isSearch =
    url !== undefined &&
    /search|suche|such|buscar|recherche|cerca|zoek|szuk|hled|keres|sok|haku|poisk|arama|[?&](?:q|s|query|keyword|text|term)=/i.test(
      url.pathname + url.search,
    );
  const said =
    found(emptySearchWords, heads) ??
    (isSearch ? found(emptySearchWords, shape.text.slice(0, 6_000)) : undefined);
  return said === undefined ? undefined : `the page says ${quote(said)}`;
};

const isFront = (url: URL | undefined): boolean =>
  url !== undefined &&
  /^\/(?:(?:[a-z]{2}(?:[-_][a-z]{2})?|index\.(?:html?|php|aspx?)|home|start)\/?){0,2}$/i.test(url.pathname) &&
  !/(?:^|[?&])(?:p|id|pid|sku|q|s|product\w*|item\w*|route)=/i.test(url.search);

/**
 * Recognises pages that stand where a product page should: challenge, denial, consent and login walls, a "not
 * found" with status 200, an empty search, the front page. Precision first: a product page with a captcha in its
 * review form, a cookie banner or "404" in its name is none of them.
 *
 * @returns `undefined` for any other page. Never throws.
 */
export const recognizePageKind = (page: PageToRecognize): RecognizedPage | undefined => {
  const { html, httpStatus: status = 200, headers } = page;
  const shape = readPageShape(page.document ?? parseHtml(html));
  const url = URL.parse(page.url) ?? undefined;
  const asked = page.requestedUrl === undefined ? undefined : (URL.parse(page.requestedUrl) ?? undefined);
  const checks: readonly (readonly [PageKind, () => string | undefined])[] = [
    ['Challenge', () => challengeOf(html, shape, status, headers)],
    ['AccessDenied', () => deniedOf(html, shape, status)],
    ['ConsentWall', () => consentOf(shape, url)],
    ['LoginRequired', () => loginOf(shape, status, url)],
    ['EmptySearch', () => emptySearchOf(shape, url)],
    ['SoftNotFound', () => notFoundOf(shape)],
    [
      'FrontPage',
      () =>
        !shape.isProduct && isFront(url) && !(asked && isFront(asked)) && asked !== undefined
          ? 'the product page leads to the front page'
          : undefined,
    ],
  ];
  for (const [kind, check] of checks) {
    const reason = check();
    if (reason !== undefined) return { kind, reason };
  }
  return undefined;
};

/** Whether an address is that of a shop's front page, in any of its languages. */
export const isFrontPageUrl = (address: string): boolean => isFront(URL.parse(address) ?? undefined);
