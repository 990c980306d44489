import type { RequestedPage } from '../domain/render-protocol.ts';
import type { PagePurpose, RenderRequest } from '../web/page-load.ts';

/**
 * The part of a site that the renderer needs to recognise its price. Excludes names, references and other
 * addresses.
 */
const toProtocolPurpose = (purpose: PagePurpose): RequestedPage['Wanted'] => {
  if (purpose.kind === 'Hits') return { Kind: 'Hits', SearchUrl: purpose.searchUrl, Sku: purpose.sku };
  const { Sku, Country, Locale, Currency, Variant, Condition, Selectors } = purpose.site;
  return {
    Kind: 'Offer',
    Sku: purpose.sku,
    FetchedAtMs: purpose.fetchedAtMs,
    Site: { Sku, Country, Locale, Currency, Variant, Condition, Selectors },
  };
};

/**
 * @param timeoutMs - remaining time of the page.
 * @param includesSite - send the site's origin; needed only if some targets are allowed for certain sites,
 *   never on AWS.
 */
export const toRequestedPage = (
  request: RenderRequest,
  key: number,
  timeoutMs: number,
  includesSite: boolean,
): RequestedPage => ({
  Key: key,
  Url: request.url,
  ...(includesSite && { SiteOrigin: URL.parse(request.siteUrl ?? request.url)?.origin }),
  Locale: request.locale,
  Country: request.country,
  WaitFor: request.waitFor,
  TimeoutMs: Math.max(0, timeoutMs),
  PatienceMs: request.patienceMs,
  Wanted: toProtocolPurpose(request.purpose),
});
