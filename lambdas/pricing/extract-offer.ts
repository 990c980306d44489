import { emptyExtraction } from '../domain/result/empty-extraction.ts';
import type { Extraction } from '../domain/result/site-result.ts';
import { type Explanation, explanationOf } from './explain-offer.ts';
import type { Page } from './page/page.ts';
import { readPage } from './page/read-page.ts';
import { analysePage } from './read-offer.ts';
import type { ExtractionContext } from './sources/extraction-context.ts';

/** @returns the result of a status that needs no page; `undefined` when the page has to be read. */
export const goneExtraction = ({ httpStatus }: ExtractionContext): Extraction | undefined =>
  httpStatus === 404 || httpStatus === 410
    ? {
        ...emptyExtraction,
        Outcome: 'NotFound',
        Error: {
          Code: 'NotFound',
          Message: `The page returned status ${httpStatus}: the product no longer exists.`,
          Retryable: false,
        },
      }
    : undefined;

/** Like {@link extractOffer}, for a parsed page. */
export const extractFromPage = (page: Page, context: ExtractionContext): Extraction =>
  analysePage(page, context).extraction;

/**
 * Reads the offer on one page: price, list price, availability, variants and product identifiers, each with
 * its source. Pure and total: any text yields a result, none throws. Runs in time linear in the page's
 * length.
 *
 * @param html - markup as received, or as serialized by the browser.
 */
export const extractOffer = (html: string, context: ExtractionContext): Extraction =>
  goneExtraction(context) ?? extractFromPage(readPage(html, context.url), context);

/** Explains the result of {@link extractOffer} for the same page. */
export const explainOffer = (html: string, context: ExtractionContext): Explanation =>
  explanationOf(analysePage(readPage(html, context.url), context));
