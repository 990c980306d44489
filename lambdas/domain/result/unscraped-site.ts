import type { KnownResult } from '../site/queued-site.ts';
import { emptyExtraction } from './empty-extraction.ts';
import type { SiteResult } from './site-result.ts';

/** Why the service has no result for a site. */
const reasons = {
  killer: 'The function died twice while working on this site, so it was not tried again.',
  suspect:
    'The function died while working on this site, with no time left before the deadline to try again.',
  unfinished: 'This site was not finished in time before the deadline.',
  unbegun: 'This site was not started in time before the deadline.',
} as const;

/** The result of a site that the service gave up on. */
export const unscrapedResult = (site: KnownResult, reason: keyof typeof reasons): SiteResult => ({
  ...site,
  ...emptyExtraction,
  Warnings: site.Warnings,
  Error: { Code: 'Internal', Message: reasons[reason], Retryable: reason !== 'killer' },
  FinalUrl: null,
  HttpStatus: null,
  RenderMode: null,
  FetchedAt: null,
  DurationMs: 0,
  Attempts: 0,
});
