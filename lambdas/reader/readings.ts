import { extractOffer } from '../pricing/extract-offer.ts';
import { findOfferPage } from '../pricing/offers/offer-pages.ts';
import { isOfSameProduct } from '../pricing/offers/same-product.ts';
import { readWithSigns } from '../pricing/rendering/read-with-signs.ts';
import { readSearchPage } from '../pricing/search/search-hits.ts';
import { pageCarriesSku } from '../pricing/search/sku-on-page.ts';
import { isAllowedByRobots } from '../web/robots-rules.ts';

/** All operations on text from sites. Each is pure, with cloneable parameters and results. */
export const readings = {
  extractOffer,
  readWithSigns,
  readSearchPage,
  pageCarriesSku,
  findOfferPage,
  isOfSameProduct,
  isAllowedByRobots,
};

export type Readings = typeof readings;
