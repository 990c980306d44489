import type { SellingSite } from '../domain/selling-site.ts';
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
  /** The site's own address, which determines what the egress policy allows. Absent: `url`. */
  siteUrl?: string | undefined;
  /** BCP 47; determines Accept-Language. */
  locale?: string | undefined;
  /** ISO 3166-1 alpha-2; completes a locale without a region. */
  country?: string | undefined;
  /** CSS selector to wait for; ignored by the HTTP tier. */
  waitFor?: string | undefined;
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

/** The purpose of a load, which determines when the page is complete. */
export type PagePurpose =
  | {
      kind: 'Offer';
      /** The requested address, before redirects. */
      requestedUrl: string;
      /** The SKU to look for, if any. */
      sku: string | undefined;
      /** Fetch time, to ignore prices that are not valid then. */
      fetchedAtMs: number;
      site: SellingSite;
    }
  | { kind: 'Hits'; searchUrl: string; sku: string };

export interface RenderRequest extends Omit<PageRequest, 'permit'> {
  purpose: PagePurpose;
}

/** Renders pages in a browser, wherever it runs. For one message. */
export interface Renderer {
  /** Rejects with {@link WebError}. */
  load(request: RenderRequest): Promise<PageLoad>;
  /** Announces a site that may still need a page, until the returned function is called. */
  announceSite?(): () => void;
  close(): Promise<void>;
}
