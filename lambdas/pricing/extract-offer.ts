import { type Extraction, emptyExtraction } from '../domain/site-result.ts';
import { readOffer } from './decide/read-offer.ts';
import type { ExtractionContext } from './extraction-context.ts';
import { readPage } from './page/read-page.ts';
import { recognizePageKind, siteErrorOfPageKind } from './page-kind/recognize-page-kind.ts';

/**
 * Reads the offer on one page: price, list price, availability, variants and what identifies the product, each
 * with the place it was read from. Pure and total: any text is an answer, none throws. Time grows linearly with
 * the page.
 *
 * @param html - markup as received, or as the browser serialized it.
 */
export const extractOffer = (html: string, context: ExtractionContext): Extraction => {
  const { url, requestedUrl, httpStatus } = context;
  if (httpStatus === 404 || httpStatus === 410)
    return {
      ...emptyExtraction,
      Outcome: 'NotFound',
      Error: {
        Code: 'NotFound',
        Message: `The page answers ${httpStatus}: the product is gone.`,
        Retryable: false,
      },
    };
  const page = readPage(html, url);
  const recognized = recognizePageKind({ html, page, url, requestedUrl, httpStatus });
  if (!recognized) return readOffer(page, context);
  const Code = siteErrorOfPageKind[recognized.kind];
  const Outcome = Code === 'NotFound' ? 'NotFound' : 'Blocked';
  return {
    ...emptyExtraction,
    Outcome,
    Title: page.title || null,
    Error: { Code, Message: recognized.reason, Retryable: Outcome === 'Blocked' },
  };
};
