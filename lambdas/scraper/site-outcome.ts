import { emptyExtraction } from '../domain/empty-extraction.ts';
import { siteErrors } from '../domain/site-errors.ts';
import type { Extraction, SiteError, SiteErrorCode } from '../domain/site-result.ts';

/** The extraction of a site that gave an error instead of a product. */
export const failedExtraction = (error: SiteError): Extraction => ({
  ...emptyExtraction,
  Outcome: siteErrors[error.Code].outcome,
  Error: error,
});

/**
 * The error of an HTTP status if the page itself was not recognised: a page that the site
 * marks as an error never gives a price.
 *
 * @returns `undefined` for a status that promises the page itself.
 */
const errorOfStatus = (httpStatus: number): SiteError | undefined => {
  if (httpStatus < 400) return undefined;
  const as = (Code: SiteErrorCode, meaning: string, Retryable: boolean): SiteError => ({
    Code,
    Message: `The site answered with HTTP status ${httpStatus}${meaning}.`,
    Retryable,
  });
  if (httpStatus === 404 || httpStatus === 410) return as('NotFound', ': it has no such page', false);
  if (httpStatus === 401) return as('LoginRequired', ': it wants a login', false);
  if (httpStatus === 403 || httpStatus === 451) return as('AccessDenied', ': it denies access', false);
  if (httpStatus === 429) return as('RateLimitedBySite', ': it limits the rate of calls', true);
  return as('HttpError', '', httpStatus >= 500 || httpStatus === 408);
};

/** The extraction, unless the status of the answer forbids to believe it. */
export const judgeByStatus = (extraction: Extraction, httpStatus: number): Extraction => {
  const error = errorOfStatus(httpStatus);
  if (!error || extraction.Outcome === 'Blocked' || extraction.Outcome === 'NotFound') return extraction;
  return failedExtraction(error);
};
