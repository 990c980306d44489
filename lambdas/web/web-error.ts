import { mayBrowserHelp } from '../domain/result/site-errors.ts';
import type { SiteError, SiteErrorCode } from '../domain/result/site-result.ts';

/** Why a page could not be loaded. `code` becomes the site's `Error.Code`. */
export class WebError extends Error {
  override readonly name = 'WebError';
  readonly code: SiteErrorCode;
  /** A later attempt may succeed. */
  readonly retryable: boolean;
  /** HTTP status, if there was a response. */
  readonly httpStatus: number | undefined;
  /** `Retry-After`, in seconds. */
  readonly retryAfterSeconds: number | undefined;
  /** The body could not be decompressed, although a browser may be able to. */
  readonly isUndecodable: boolean;
  /** Number of fetches, if counted. */
  attempts = 1;

  constructor(
    code: SiteErrorCode,
    message: string,
    options: {
      retryable: boolean;
      httpStatus?: number;
      retryAfterSeconds?: number;
      isUndecodable?: boolean;
      cause?: unknown;
    },
  ) {
    super(message, { cause: options.cause });
    this.code = code;
    this.retryable = options.retryable;
    this.httpStatus = options.httpStatus;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.isUndecodable = options.isUndecodable ?? false;
  }

  /** As it stands in the site's result. */
  get siteError(): SiteError {
    return { Code: this.code, Message: this.message, Retryable: this.retryable };
  }

  /** True if the other tier may load the page: Chromium tolerates many broken content encodings. */
  get mayRecover(): boolean {
    return this.isUndecodable || mayBrowserHelp(this.code);
  }
}

/** For a page that the browser did not load in time, wherever that is detected. */
export const browserTimeout = (): WebError =>
  new WebError('Timeout', 'The page did not load in the browser in time.', { retryable: true });
