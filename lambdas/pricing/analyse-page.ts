import { emptyExtraction } from '../domain/result/empty-extraction.ts';
import { siteErrors } from '../domain/result/site-errors.ts';
import type { Extraction } from '../domain/result/site-result.ts';
import type { Page } from './page/page.ts';
import { withIdentity } from './product/judge-identity.ts';
import { type ProductAnalysis, readProduct } from './read-offer.ts';
import {
  type RecognizedPage,
  recognizePageKind,
  siteErrorOfPageKind,
} from './refusal/recognize-page-kind.ts';
import type { ExtractionContext } from './sources/extraction-context.ts';

export type { ProductAnalysis } from './read-offer.ts';

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
