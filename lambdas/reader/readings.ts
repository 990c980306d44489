import { extractOffer } from '../pricing/extract-offer.ts';
import { findSearchHits } from '../pricing/search/search-hits.ts';
import { pageCarriesSku } from '../pricing/search/sku-on-page.ts';

/** All that the scraper asks of a page's text. Each is pure, and what it takes and gives can be cloned. */
export const readings = { extractOffer, findSearchHits, pageCarriesSku };

export type Readings = typeof readings;
