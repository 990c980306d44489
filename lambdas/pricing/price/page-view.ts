import { decodedPart } from '../../domain/links/decoded-part.ts';
import { declares, metaOf, typeIn } from '../page/declared.ts';
import type { Page, PageHeading } from '../page/page.ts';
import { countQuantityFields } from '../page/quantity-fields.ts';
import { hasProductLink, isSoldByLink } from './product-link.ts';
import { isCurrent, type ScoredPrice } from './scored-price.ts';

/** Inputs of the page features. */
export interface PageView {
  url: URL | undefined;
  heading: PageHeading | undefined;
  hasBuyButton: boolean;
  /** It is marked up as an article, a recipe, a job or the like. */
  isText: boolean;
  /** Number of visible quantity fields. */
  quantities: number;
  /** Visible current prices, best first. */
  current: readonly ScoredPrice[];
  /** True if a price is in a card that links to another page, and if a link sells it. */
  isLinked: (price: ScoredPrice) => boolean;
  isSoldByLink: (price: ScoredPrice) => boolean;
  /** Path segments of the URL, decoded, in lower case. */
  steps: readonly string[];
}

const stepsOf = (url: URL | undefined): string[] => {
  if (!url) return [];
  const steps = url.pathname.split('/').filter(Boolean).slice(0, 20);
  return steps.map((step) => decodedPart(step).toLowerCase());
};

const textTypes = typeIn(
  '\\w{0,20}Article|BlogPosting|Recipe|JobPosting|Event|AboutPage|ContactPage|FAQPage',
);
const textKinds = /^(?:article|blog|book|video|music|profile)/;

/** Collects the inputs of `pageFeatures`. */
export const viewPage = (page: Page, visible: readonly ScoredPrice[]): PageView => ({
  url: page.url,
  heading: page.area.title,
  hasBuyButton: page.area.buyRun !== undefined,
  isText: declares(page, textTypes) || textKinds.test(metaOf(page, 'og:type').slice(0, 200).toLowerCase()),
  quantities: countQuantityFields(page.document),
  current: visible.filter(isCurrent),
  isLinked: ({ element }) => hasProductLink(page, element, page.area.title?.element),
  isSoldByLink: ({ element }) => isSoldByLink(page, element, page.area.title),
  steps: stepsOf(page.url),
});
