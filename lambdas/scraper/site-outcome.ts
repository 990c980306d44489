import { emptyExtraction } from '../domain/result/empty-extraction.ts';
import { siteErrors } from '../domain/result/site-errors.ts';
import type { Extraction, SiteError, SiteErrorCode } from '../domain/result/site-result.ts';

/** The extraction of a failed site. */
export const failedExtraction = (error: SiteError): Extraction => ({
  ...emptyExtraction,
  Outcome: siteErrors[error.Code].outcome,
  Error: error,
});

/**
 * The error of an HTTP status: a page with an error status never yields a price.
 *
 * @returns `undefined` for a success status.
 */
const errorOfStatus = (httpStatus: number): SiteError | undefined => {
  if (httpStatus < 400) return undefined;
  const as = (Code: SiteErrorCode, meaning: string, Retryable: boolean): SiteError => ({
    Code,
    Message: `The site answered with HTTP status ${httpStatus}${meaning}.`,
    Retryable,
  });
  if (httpStatus === 404 || httpStatus === 410) return as('NotFound', ': it has no such page', false);
  if (httpStatus === 401) return as('LoginRequired', ': it requires a login', false);
  if (httpStatus === 403 || httpStatus === 451) return as('AccessDenied', ': it denies access', false);
  if (httpStatus === 429) return as('RateLimitedBySite', ': it limits the rate of calls', true);
  return as('HttpError', '', httpStatus >= 500 || httpStatus === 408);
};

/** Returns the extraction, or an error if the status is one. */
export const judgeByStatus = (extraction: Extraction, httpStatus: number): Extraction => {
  const error = errorOfStatus(httpStatus);
  if (!error || extraction.Outcome === 'Blocked' || extraction.Outcome === 'NotFound') return extraction;
  return failedExtraction(error);
};
