import type { RequestedPage } from '../domain/render-protocol.ts';
import { toRenderedSite } from '../domain/site/selling-site.ts';
import { type RenderRequest, siteAddress } from '../web/page-load.ts';

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
  ...(includesSite && { SiteOrigin: URL.parse(siteAddress(request))?.origin }),
  Site: toRenderedSite(request.site),
  FetchedAtMs: request.fetchedAtMs,
  IsSearch: request.isSearch,
  TimeoutMs: Math.max(0, timeoutMs),
  PatienceMs: request.patienceMs,
});
