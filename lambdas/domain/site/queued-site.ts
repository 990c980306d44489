import * as z from 'zod';
import { maxUrlLength, type SellingSite, sellingSiteMembersSchema, skuSchema } from './selling-site.ts';
import { echoOf } from './site-members.ts';
import { shapeOf } from './stored-shape.ts';

/** A selling site of a request, with its position there and warnings about its members. Watches store it like this. */
export interface QueuedSite {
  Index: number;
  Site: SellingSite;
  Warnings: string[];
}

/** A queued site with its own SKU, which its address contains; see {@link addressed}. */
export const addressedSiteSchema = z.object({
  Index: z.int().min(0),
  Site: shapeOf(sellingSiteMembersSchema.extend({ Sku: skuSchema })),
  Warnings: z.array(z.string()),
});

export type AddressedSite = z.infer<typeof addressedSiteSchema>;

const placeholder = '{sku}';

const depthOf = (url: string): number | undefined =>
  URL.parse(url)?.pathname.split('/').filter(Boolean).length;

/**
 * Inserts the SKU into a URL template.
 *
 * @returns the template if the SKU does not fit: the result would not be a valid URL, or leave the template's path, as
 *   the SKU ".." does even if encoded (URL Standard, "double-dot URL path segment").
 */
export const expandUrl = (template: string, sku: string): string => {
  const url = template.replaceAll(placeholder, encodeURIComponent(sku.toWellFormed()));
  const fits =
    url.length <= maxUrlLength &&
    URL.canParse(url) &&
    depthOf(url) === depthOf(template.replaceAll(placeholder, 'x'));
  return fits ? url : template;
};

/** True if {@link expandUrl} could not insert the SKU. An inserted SKU is encoded. */
export const lacksSku = (url: string): boolean => url.includes(placeholder);

/** Where to begin at a site: its page or search page. */
export const addressOf = ({ Url, SearchUrl }: Pick<SellingSite, 'Url' | 'SearchUrl'>): string =>
  Url ?? SearchUrl ?? '';

/** Inserts the SKU: the site's own, else the request's. */
export const addressed = (queued: QueuedSite, sku: string): AddressedSite => {
  const { Sku = sku, Url, SearchUrl } = queued.Site;
  return {
    ...queued,
    Site: {
      ...queued.Site,
      Sku,
      ...(Url !== undefined && { Url: expandUrl(Url, Sku) }),
      ...(SearchUrl !== undefined && { SearchUrl: expandUrl(SearchUrl, Sku) }),
    },
  };
};

/** A URL without user name and password, for results and logs. */
export const withoutCredentials = (address: string): string => {
  const url = URL.parse(address);
  if (!url || (url.username === '' && url.password === '')) return address;
  url.username = '';
  url.password = '';
  return url.href;
};

/** The part of a site's result that is known before it is scraped. */
export const knownResult = ({ Index, Site, Warnings }: AddressedSite) => ({
  Index,
  Name: Site.Name ?? null,
  ...echoOf(Site),
  RequestedSku: Site.Sku,
  Url: withoutCredentials(addressOf(Site)),
  Warnings,
});

export type KnownResult = ReturnType<typeof knownResult>;
