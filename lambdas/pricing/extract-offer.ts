import { type Extraction, emptyExtraction } from '../domain/site-result.ts';
import { readOffer } from './decide/read-offer.ts';
import type { ExtractionContext } from './extraction-context.ts';
import { withIdentity } from './identity/with-identity.ts';
import type { Page } from './page/page.ts';
import { readPage } from './page/read-page.ts';
import { recognizePageKind, siteErrorOfPageKind } from './page-kind/recognize-page-kind.ts';

/** @returns what a status says that needs no look at the page; `undefined`: look at it. */
export const goneExtraction = ({ httpStatus }: ExtractionContext): Extraction | undefined =>
  httpStatus === 404 || httpStatus === 410
    ? {
        ...emptyExtraction,
        Outcome: 'NotFound',
        Error: {
          Code: 'NotFound',
          Message: `The page answers ${httpStatus}: the product is gone.`,
          Retryable: false,
        },
      }
    : undefined;

/** The offer of a page that is parsed already, see {@link extractOffer}. */
export const extractFromPage = (page: Page, context: ExtractionContext): Extraction => {
  const { url, requestedUrl, httpStatus } = context;
  const recognized = recognizePageKind({ html: page.html, page, url, requestedUrl, httpStatus });
  if (!recognized) return withIdentity(readOffer(page, context), page, context);
  const Code = siteErrorOfPageKind[recognized.kind];
  const Outcome = Code === 'NotFound' ? 'NotFound' : 'Blocked';
  return {
    ...emptyExtraction,
    Outcome,
    Title: page.title || null,
    Error: { Code, Message: recognized.reason, Retryable: Outcome === 'Blocked' },
  };
};

/**
 * Reads the offer on one page: price, list price, availability, variants and what identifies the product, each
 * with the place it was read from. Pure and total: any text is an answer, none throws. Time grows linearly with
 * the page.
 *
 * @param html - markup as received, or as the browser serialized it.
 */
export const extractOffer = (html: string, context: ExtractionContext): Extraction =>
  goneExtraction(context) ?? extractFromPage(readPage(html, context.url), context);
