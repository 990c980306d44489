import { echoOf } from './echoed-members.ts';
import { maxUrlLength, type SellingSite } from './selling-site.ts';

/** The part of a site's result that does not depend on its page. */
export interface NamedSite extends ReturnType<typeof echoOf> {
  Index: number;
  Name: string | null;
  RequestedSku: string;
  /** Without credentials. */
  Url: string | null;
  Warnings: string[];
}

/** A URL without user name and password, for results and logs. */
export const withoutCredentials = (address: string): string => {
  const url = URL.parse(address);
  if (!url || (url.username === '' && url.password === '')) return address;
  url.username = '';
  url.password = '';
  return url.href;
};

/** The part of a queued site's result that is known before it is scraped. */
export const toNamedSite = (
  { Index, Site, Warnings }: { Index: number; Site: SellingSite; Warnings: string[] },
  sku: string,
): NamedSite => {
  const requestedSku = Site.Sku ?? sku;
  const template = Site.Url ?? Site.SearchUrl ?? '';
  const address = template.replaceAll('{sku}', encodeURIComponent(requestedSku.toWellFormed()));
  return {
    Index,
    Name: Site.Name ?? null,
    ...echoOf(Site),
    RequestedSku: requestedSku,
    Url: withoutCredentials(address.length > maxUrlLength ? template : address),
    Warnings,
  };
};
