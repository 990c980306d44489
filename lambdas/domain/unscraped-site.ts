import { maxUrlLength, type SellingSite } from './selling-site.ts';
import { emptyExtraction, type SiteResult } from './site-result.ts';

/** What is told of a site beside what its page said. */
export interface NamedSite {
  Index: number;
  Name: string | null;
  Reference: string | null;
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

/** A queued site by name and address, whatever becomes of it. */
export const toNamedSite = (
  { Index, Site, Warnings }: { Index: number; Site: SellingSite; Warnings: string[] },
  sku: string,
): NamedSite => {
  const template = Site.Url ?? Site.SearchUrl ?? '';
  const address = template.replaceAll('{sku}', encodeURIComponent(Site.Sku ?? sku));
  return {
    Index,
    Name: Site.Name ?? null,
    Reference: Site.Reference ?? null,
    Url: withoutCredentials(address.length > maxUrlLength ? template : address),
    Warnings,
  };
};

/** Why the service has no result for a site; none of them is the site's own doing as far as is known. */
const reasons = {
  killer: 'The function ended twice while it worked on this site, so it was not tried again.',
  suspect:
    'The function ended while it worked on this site, and no time was left before the deadline to try it again.',
  unfinished: 'The service had not finished with this site shortly before the deadline.',
  unbegun: 'The service had not come to this site shortly before the deadline.',
} as const;

/** The result of a site that the service gave up. */
export const givenUpResult = (site: NamedSite, reason: keyof typeof reasons): SiteResult => ({
  Index: site.Index,
  Name: site.Name,
  Reference: site.Reference,
  ...emptyExtraction,
  Outcome: 'Failed',
  Warnings: site.Warnings,
  Error: { Code: 'Internal', Message: reasons[reason], Retryable: reason !== 'killer' },
  Url: site.Url,
  FinalUrl: null,
  HttpStatus: null,
  RenderMode: null,
  FetchedAt: null,
  DurationMs: 0,
  Attempts: 0,
});
