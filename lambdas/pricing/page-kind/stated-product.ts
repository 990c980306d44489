import type { Element } from 'domhandler';
import { declares, typeIn } from '../page/declared.ts';
import type { Meta, Page } from '../page/page.ts';

const productData = typeIn(
  '(?:https?://schema\\.org/)?(?:Product|ProductGroup|IndividualProduct|Vehicle|Book)',
);

const isProductScope = ({ attribs }: Element): boolean =>
  /schema\.org\/(?:Product|Offer|ProductGroup)\b/i.test(attribs.itemtype ?? '');

const isProductMeta = ({ name, content }: Meta): boolean =>
  name === 'product:price:amount' ||
  name === 'og:price:amount' ||
  (name === 'og:type' && /product/i.test(content));

/** True if the page states a product in structured data or meta tags, which no wall does. */
export const statesProduct = (page: Page): boolean =>
  page.metas.some(isProductMeta) ||
  page.scopes.some(isProductScope) ||
  page.typed.some(({ attribs }) => /(?:^|[\s:])Product(?:$|\s)/.test(attribs.typeof ?? '')) ||
  declares(page, productData);
