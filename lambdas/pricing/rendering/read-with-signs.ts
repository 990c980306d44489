import type { Extraction } from '../../domain/result/site-result.ts';
import { extractFromPage, goneExtraction } from '../extract-offer.ts';
import type { Page } from '../page/page.ts';
import type { ExtractionContext } from '../sources/extraction-context.ts';
import { noSigns, type RenderingSigns, readRenderingSigns } from './rendering-signs.ts';

/** A page's offer, and signs of what its scripts will do. */
export interface PageReading {
  extraction: Extraction;
  signs: RenderingSigns;
}

/** Reads a page's offer and the signs of its scripts. Pure and total, like `extractOffer`. */
export const readWithSigns = (page: Page, context: ExtractionContext): PageReading => {
  const gone = goneExtraction(context);
  if (gone) return { extraction: gone, signs: noSigns };
  return { extraction: extractFromPage(page, context), signs: readRenderingSigns(page) };
};
