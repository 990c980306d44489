import { addressOf } from '../domain/site/queued-site.ts';
import type { SellingSite } from '../domain/site/selling-site.ts';
import type { Politeness } from './politeness.ts';
import type { PermitVisit } from './robots.ts';

/** A page loaded by one of the two tiers. */
export interface PageLoad {
  /** After redirects, and in the browser after script navigation. */
  finalUrl: string;
  /** Status of the final document. */
  httpStatus: number;
  /** Headers of the final document, with lower-case names. */
  headers: Readonly<Record<string, string>>;
  /** Decoded markup; in the browser tier the rendered document. */
  html: string;
  renderMode: 'Http' | 'Browser';
  /** Bytes on the network, for all hops and subrequests. */
  wireBytes: number;
  /** Number of fetches, retries included. */
  attempts: number;
  /** True if the compressed body was truncated. */
  isTruncated?: boolean;
}

/** Input of both tiers for one page. */
export interface PageRequest {
  url: string;
  /**
   * The site that the page is loaded for. `Locale` and `Country` determine Accept-Language, its address what the egress
   * policy allows (absent: `url`), and the browser waits for `WaitFor`.
   */
  site?: SellingSite | undefined;
  /**
   * Time limit of this load. When it expires, the browser tier returns the page as it is, and the HTTP tier
   * fails with `Timeout`.
   */
  timeoutMs?: number | undefined;
  /**
   * Time that the caller will wait for this page. Raises the tier's own time limits if longer. Absent: those
   * limits apply.
   */
  patienceMs?: number | undefined;
  /** Restricts the load to this shop, even for redirects. See `shopHostOf`; absent: no restriction. */
  onlyShopHost?: string | undefined;
  /** Called by the browser before each main document; the HTTP tier has its own check. */
  permit?: PermitVisit | undefined;
  /** Aborts the load; the reason is a `WebError` with code `Timeout` if time ran out. */
  signal: AbortSignal;
}

/** Plain HTTP. Rejects with {@link WebError}. */
export interface HttpTier {
  load(request: PageRequest): Promise<PageLoad>;
  /** Checks each hop, also for the browser. Absent: all pages are allowed. */
  permit?: PermitVisit;
  /** Pauses requested by hosts, which the browser respects too. */
  politeness?: Pick<Politeness, 'awaitPause' | 'pause'>;
  close(): Promise<void>;
}

/**
 * State of a rendered page: `Ready` with a trustworthy price; `Doubtful` with a price to accept only once the
 * page is idle; `NotYet` without one.
 */
export type Readiness = 'Ready' | 'Doubtful' | 'NotYet';

/** Judges the rendered markup, again after each change. Rejects if it cannot be read. */
export type JudgeReadiness = (html: string, finalUrl: string) => Readiness | Promise<Readiness>;

/**
 * Headless Chromium, with one browser and profile per message. Returns a page that never becomes ready as it
 * is when its time is over. Rejects with {@link WebError}.
 */
export interface BrowserTier {
  load(request: PageRequest, judge: JudgeReadiness): Promise<PageLoad>;
  close(): Promise<void>;
}

export interface RenderRequest extends Omit<PageRequest, 'permit'> {
  site: SellingSite;
  /** Fetch time, to ignore prices that are not valid then. */
  fetchedAtMs: number;
  /** The page is complete once it lists the results of a search for the site's SKU, instead of an offer. */
  isSearch?: boolean | undefined;
}

/** An address of the site that a page is loaded for. */
export const siteAddress = ({ url, site }: Pick<PageRequest, 'url' | 'site'>): string =>
  (site && addressOf(site)) || url;

/** Renders pages in a browser, wherever it runs. For one message. */
export interface Renderer {
  /** Rejects with {@link WebError}. */
  load(request: RenderRequest): Promise<PageLoad>;
  /** Announces a site that may still need a page, until the returned function is called. */
  announceSite?(): () => void;
  close(): Promise<void>;
}
