import { decodedPart } from '../../domain/links/decoded-part.ts';
import { findTitleHeading } from '../page/landmarks.ts';
import type { Page, PageHeading } from '../page/page.ts';
import { isCurrent, type ScoredPrice } from '../visible/scored-price.ts';
import { countQuantityFields } from './quantity-fields.ts';

/** Inputs from which the features of a page are computed. */
export interface PageView {
  page: Page;
  heading: PageHeading | undefined;
  /** Shown fields that ask for a number of pieces. */
  quantities: number;
  /** Current prices that a reader sees, best first. */
  current: readonly ScoredPrice[];
  /** Parts of the address's path, decoded, in lower case. */
  steps: readonly string[];
}

const stepsOf = (url: URL | undefined): string[] => {
  if (!url) return [];
  const steps = url.pathname.split('/').filter(Boolean).slice(0, 20);
  return steps.map((step) => decodedPart(step).toLowerCase());
};

/** Gathers what {@link pageFeatures} read. */
export const viewPage = (page: Page, visible: readonly ScoredPrice[]): PageView => ({
  page,
  heading: findTitleHeading(page),
  quantities: countQuantityFields(page.document),
  current: visible.filter(isCurrent),
  steps: stepsOf(page.url),
});
