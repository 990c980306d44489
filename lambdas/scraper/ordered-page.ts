import type { OrderedPage } from '../renderer/protocol.ts';
import type { RenderRequest, Wanted } from '../web/page-load.ts';

/** The part of a site that the renderer needs to recognise its price: no name, no reference, no other address. */
const toWanted = (wanted: Wanted): OrderedPage['Wanted'] => {
  if (wanted.kind === 'Hits') return { Kind: 'Hits', SearchUrl: wanted.searchUrl, Sku: wanted.sku };
  const { Sku, Country, Locale, Currency, Variant, Condition, Selectors } = wanted.site;
  return {
    Kind: 'Offer',
    Sku: wanted.sku,
    FetchedAtMs: wanted.fetchedAtMs,
    Site: { Sku, Country, Locale, Currency, Variant, Condition, Selectors },
  };
};

/**
 * @param timeoutMs - what is left of the page's time.
 * @param isSiteTold - where there are targets that only some sites may reach; on AWS there are none.
 */
export const toOrderedPage = (
  request: RenderRequest,
  key: number,
  timeoutMs: number,
  isSiteTold: boolean,
): OrderedPage => ({
  Key: key,
  Url: request.url,
  ...(isSiteTold && { SiteOrigin: URL.parse(request.siteUrl ?? request.url)?.origin }),
  Locale: request.locale,
  Country: request.country,
  WaitFor: request.waitFor,
  TimeoutMs: Math.max(0, timeoutMs),
  PatienceMs: request.patienceMs,
  Wanted: toWanted(request.wanted),
});
