import { readSearchPage } from '../pricing/product/search-hits.ts';
import { pageCarriesSku } from '../pricing/product/sku-on-page.ts';
import { readWithSigns } from '../pricing/rendering/rendering-signs.ts';
import { isOfSameProduct } from '../pricing/sellers/gather-offers.ts';
import { findOfferPage } from '../pricing/sellers/offer-pages.ts';
import { isAllowedByRobots } from '../web/robots-rules.ts';

/** All readings of a parsed page. Each is pure, with cloneable parameters and results. */
export const pageReadings = { readWithSigns, readSearchPage, pageCarriesSku, findOfferPage };

/** Other operations on text from sites, equally pure. */
export const computations = { isOfSameProduct, isAllowedByRobots };

export type PageReadings = typeof pageReadings;
export type Computations = typeof computations;
