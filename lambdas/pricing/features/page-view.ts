import { decodedPart } from '../../domain/links/decoded-part.ts';
import type { Page, PageHeading } from '../page/page.ts';
import { isCurrent, type ScoredPrice } from '../visible/scored-price.ts';
import { countQuantityFields } from './quantity-fields.ts';

/** Inputs of the page features. */
export interface PageView {
  page: Page;
  heading: PageHeading | undefined;
  /** Number of visible quantity fields. */
  quantities: number;
  /** Visible current prices, best first. */
  current: readonly ScoredPrice[];
  /** Path segments of the URL, decoded, in lower case. */
  steps: readonly string[];
}

const stepsOf = (url: URL | undefined): string[] => {
  if (!url) return [];
  const steps = url.pathname.split('/').filter(Boolean).slice(0, 20);
  return steps.map((step) => decodedPart(step).toLowerCase());
};

/** Collects the inputs of {@link pageFeatures}. */
export const viewPage = (page: Page, visible: readonly ScoredPrice[]): PageView => ({
  page,
  heading: page.area.title,
  quantities: countQuantityFields(page.document),
  current: visible.filter(isCurrent),
  steps: stepsOf(page.url),
});
