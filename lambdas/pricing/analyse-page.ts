import { emptyExtraction } from '../domain/empty-extraction.ts';
import { siteErrors } from '../domain/site-errors.ts';
import type { Extraction } from '../domain/site-result.ts';
import type { ExtractionContext } from './extraction-context.ts';
import { withIdentity } from './identity/judge-identity.ts';
import type { Page } from './page/page.ts';
import {
  type RecognizedPage,
  recognizePageKind,
  siteErrorOfPageKind,
} from './page-kind/recognize-page-kind.ts';
import { type ProductAnalysis, readProduct } from './result/read-offer.ts';

export type { ProductAnalysis } from './result/read-offer.ts';

/** Everything found on one page; the result and its explanation are two views of it. */
export interface Analysis {
  extraction: Extraction;
  /** Set when the page is not a product page (a wall, a 404); nothing else is read then. */
  wall: RecognizedPage | undefined;
  product: ProductAnalysis | undefined;
}

/**
 * Runs the pipeline on a parsed page: sources → candidates → features → probabilities → decision → result.
 */
export const analysePage = (page: Page, context: ExtractionContext): Analysis => {
  const { url, requestedUrl, httpStatus } = context;
  const wall = recognizePageKind({ html: page.html, page, url, requestedUrl, httpStatus });
  if (!wall) {
    const product = readProduct(page, context);
    return { extraction: withIdentity(product.extraction, page, context), wall, product };
  }
  const Code = siteErrorOfPageKind[wall.kind];
  const Outcome = siteErrors[Code].outcome;
  return {
    extraction: {
      ...emptyExtraction,
      Outcome,
      Title: page.title || null,
      Error: { Code, Message: wall.reason, Retryable: Outcome === 'Blocked' },
    },
    wall,
    product: undefined,
  };
};
