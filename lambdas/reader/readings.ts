import { isOfSameProduct } from '../pricing/offers/merge-offer-pages.ts';
import { findOfferPage } from '../pricing/offers/offer-pages.ts';
import { readWithSigns } from '../pricing/rendering/read-with-signs.ts';
import { readSearchPage } from '../pricing/search/search-hits.ts';
import { pageCarriesSku } from '../pricing/search/sku-on-page.ts';
import { isAllowedByRobots } from '../web/robots-rules.ts';

/** All readings of a parsed page. Each is pure, with cloneable parameters and results. */
export const pageReadings = { readWithSigns, readSearchPage, pageCarriesSku, findOfferPage };

/** Other operations on text from sites, equally pure. */
export const computations = { isOfSameProduct, isAllowedByRobots };

export type PageReadings = typeof pageReadings;
export type Computations = typeof computations;
