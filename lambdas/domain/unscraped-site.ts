import { echoOf } from './echoed-members.ts';
import { emptyExtraction } from './empty-extraction.ts';
import type { NamedSite } from './named-site.ts';
import type { SiteResult } from './site-result.ts';

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
  ...echoOf(site),
  RequestedSku: site.RequestedSku,
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
