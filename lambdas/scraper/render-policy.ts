import type { RenderMode } from '../domain/selling-site.ts';
import type { Extraction, SiteErrorCode } from '../domain/site-result.ts';
import { isTrustworthy } from '../pricing/trustworthy.ts';
import type { WebError } from '../web/page-load.ts';

/** Errors of the HTTP tier that a real browser may not meet: a site that dislikes plain clients. */
const codesThatABrowserMayMend: ReadonlySet<SiteErrorCode> = new Set([
  'BotChallenge',
  'AccessDenied',
  'ConsentWall',
  'NoPriceFound',
  'SelectorNotMatched',
  'VariantNotFound',
  'ConnectionFailed',
  // A host that leaves plain clients hanging.
  'Timeout',
]);

/**
 * Why a page that came over plain HTTP is worth loading in the browser, as a sentence for `Warnings`.
 *
 * @returns `undefined` when the browser would not help: the price can be trusted, or the answer is final.
 */
export const reasonForBrowser = (outcome: Extraction | WebError): string | undefined => {
  if (outcome instanceof Error) {
    return codesThatABrowserMayMend.has(outcome.code) ? `plain HTTP ended with ${outcome.code}` : undefined;
  }
  if (isTrustworthy(outcome)) return undefined;
  if (outcome.Error) {
    return codesThatABrowserMayMend.has(outcome.Error.Code)
      ? `plain HTTP ended with ${outcome.Error.Code}`
      : undefined;
  }
  if (outcome.Outcome === 'Priced' || outcome.Outcome === 'OutOfStock') {
    return `plain HTTP gave a price of ${(outcome.Confidence ?? 'Low').toLowerCase()} confidence`;
  }
  return undefined;
};

/** Remembers, for the sites of one message, the hosts where plain HTTP was not enough. */
export interface HostMemory {
  needsBrowser(url: string): boolean;
  remember(url: string): void;
}

export const createHostMemory = (): HostMemory => {
  const hosts = new Set<string>();
  const hostOf = (url: string): string => URL.parse(url)?.host ?? '';
  return {
    needsBrowser: (url) => hosts.has(hostOf(url)),
    remember: (url) => {
      hosts.add(hostOf(url));
    },
  };
};

/** The tier to begin with. */
export const firstTier = (
  mode: RenderMode | undefined,
  url: string,
  memory: HostMemory,
): 'Http' | 'Browser' => {
  if (mode === 'Http' || mode === 'Browser') return mode;
  return memory.needsBrowser(url) ? 'Browser' : 'Http';
};

const confidenceRank = { High: 3, Medium: 2, Low: 1 } as const;

/** How much an extraction tells; of two readings of one page the higher one is kept. */
const rank = (extraction: Extraction): number => {
  switch (extraction.Outcome) {
    case 'Priced':
    case 'OutOfStock':
      return 10 + confidenceRank[extraction.Confidence ?? 'Low'];
    case 'Ambiguous':
      return 5;
    case 'NotFound':
      return 4;
    case 'Blocked':
      return 2;
    case 'Failed':
      return 1;
  }
};

/** @returns the one that tells more; the rendered page at a tie, since it is what a buyer sees. */
export const betterOf = <T extends { extraction: Extraction }>(plain: T, rendered: T): T =>
  rank(plain.extraction) > rank(rendered.extraction) ? plain : rendered;
