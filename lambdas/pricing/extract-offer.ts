import { emptyExtraction } from '../domain/empty-extraction.ts';
import type { Extraction } from '../domain/site-result.ts';
import { analysePage } from './analyse-page.ts';
import { type Explanation, explanationOf } from './explain-offer.ts';
import type { ExtractionContext } from './extraction-context.ts';
import type { Page } from './page/page.ts';
import { readPage } from './page/read-page.ts';

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
export const extractFromPage = (page: Page, context: ExtractionContext): Extraction =>
  analysePage(page, context).extraction;

/**
 * Reads the offer on one page: price, list price, availability, variants and what identifies the product, each
 * with the place it was read from. Pure and total: any text is an answer, none throws. Time grows linearly with
 * the page.
 *
 * @param html - markup as received, or as the browser serialized it.
 */
export const extractOffer = (html: string, context: ExtractionContext): Extraction =>
  goneExtraction(context) ?? extractFromPage(readPage(html, context.url), context);

/** Explains what {@link extractOffer} answers of the same page. */
export const explainOffer = (html: string, context: ExtractionContext): Explanation =>
  explanationOf(analysePage(readPage(html, context.url), context));
