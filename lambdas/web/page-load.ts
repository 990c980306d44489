import type { SellingSite } from '../domain/selling-site.ts';
import type { Politeness } from './politeness.ts';
import type { PermitVisit } from './robots.ts';

/** A page as one of the two tiers brought it. */
export interface PageLoad {
  /** After redirects, and in the browser after script navigation. */
  finalUrl: string;
  /** Status of the final document. */
  httpStatus: number;
  /** Lower-case names; of the final document. */
  headers: Readonly<Record<string, string>>;
  /** Decoded markup; in the browser tier the rendered document. */
  html: string;
  renderMode: 'Http' | 'Browser';
  /** Bytes on the network, all hops and subrequests together. */
  wireBytes: number;
  /** Fetches made, retries included. */
  attempts: number;
  /** The compressed body is truncated and was read as far as it goes. */
  isCutOff?: boolean;
}

/** Input of both tiers for one page. */
export interface PageRequest {
  url: string;
  /** Address of the site that the page is loaded for, by which the egress policy knows what it may reach. Absent: `url`. */
  siteUrl?: string | undefined;
  /** Accept-Language is made from it; BCP 47. */
  locale?: string | undefined;
  /** ISO 3166-1 alpha-2; completes the locale when that has no region. */
  country?: string | undefined;
  /** CSS selector to await; the HTTP tier ignores it. */
  waitFor?: string | undefined;
  /**
   * Time for this load. Within it the browser tier ends by itself and returns the page as it stands then; the HTTP tier
   * ends with `Timeout`.
   */
  timeoutMs?: number | undefined;
  /**
   * Time that the caller is ready to wait for this page, in place of a tier's own limits on time where it is longer.
   * Absent: those limits hold.
   */
  patienceMs?: number | undefined;
  /** The load stays on this shop, and asks no other host that a redirect names. See `shopHostOf`; absent: any may be. */
  onlyShopHost?: string | undefined;
  /** Asked by the browser before each document of the page itself; the HTTP tier has its own. */
  permit?: PermitVisit | undefined;
  /** Ends everything; its reason is a `WebError` with code `Timeout` when time ran out. */
  signal: AbortSignal;
}

/** Plain HTTP. Rejects with {@link WebError}. */
export interface HttpTier {
  load(request: PageRequest): Promise<PageLoad>;
  /** Permission for each hop, which the browser asks too. Absent: every page may be visited. */
  permit?: PermitVisit;
  /** This message's knowledge of hosts that asked for a rest, which the browser respects too. */
  politeness?: Pick<Politeness, 'awaitRest' | 'rest'>;
  close(): Promise<void>;
}

/**
 * State of a rendered page: a price that can be trusted; one that may be all there is, to be taken when the
 * page has come to rest; or nothing yet.
 */
export type Readiness = 'Ready' | 'Doubtful' | 'NotYet';

/** Decides on the rendered markup; asked again when it has changed. Rejects where that cannot be read. */
export type JudgeReadiness = (html: string, finalUrl: string) => Readiness | Promise<Readiness>;

/**
 * Headless Chromium, one browser and one profile for one message. A page that never gets ready is returned as it
 * stands at the end of the time allowed. Rejects with {@link WebError}.
 */
export interface BrowserTier {
  load(request: PageRequest, judge: JudgeReadiness): Promise<PageLoad>;
  close(): Promise<void>;
}

/** The purpose of a load, which decides when the page is complete. */
export type Wanted =
  | {
      kind: 'Offer';
      /** The address that was asked for, before any redirect. */
      requestedUrl: string;
      /** The SKU to look for; absent where none was named. */
      sku: string | undefined;
      /** In milliseconds since 1970; tells prices that hold from those that do not. */
      fetchedAtMs: number;
      site: SellingSite;
    }
  | { kind: 'Hits'; searchUrl: string; sku: string };

export interface RenderRequest extends Omit<PageRequest, 'permit'> {
  wanted: Wanted;
}

/** Brings pages as a browser shows them, wherever that browser runs. For one message. */
export interface Renderer {
  /** Rejects with {@link WebError}. */
  load(request: RenderRequest): Promise<PageLoad>;
  /** Says that a site which may yet ask is at work, until the returned function is called. */
  attend?(): () => void;
  close(): Promise<void>;
}
