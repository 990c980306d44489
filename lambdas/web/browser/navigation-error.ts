import type { SiteErrorCode } from '../../domain/result/site-result.ts';
import { WebError } from '../web-error.ts';

/** Maps Chromium's network errors to site error codes. @see chrome://network-errors */
const codes: readonly [pattern: RegExp, code: SiteErrorCode, retryable: boolean][] = [
  [/ERR_(CERT|SSL|BAD_SSL)/, 'TlsError', false],
  [/ERR_NAME_NOT_RESOLVED|ERR_NAME_RESOLUTION_FAILED/, 'DnsFailure', true],
  [/ERR_TOO_MANY_REDIRECTS/, 'TooManyRedirects', false],
  [/ERR_(UNKNOWN_URL_SCHEME|DISALLOWED_URL_SCHEME|UNSAFE_PORT|UNSAFE_REDIRECT)/, 'ForbiddenTarget', false],
  [/ERR_INVALID_URL/, 'InvalidUrl', false],
  [/ERR_RESPONSE_HEADERS_TOO_BIG/, 'TooLarge', false],
  [/ERR_(TIMED_OUT|CONNECTION_TIMED_OUT)|Navigation timeout|ProtocolError.*timed out/, 'Timeout', true],
  [/Target closed|Session closed|Page crashed|detached|Connection closed/, 'RendererCrashed', true],
  [/ERR_ABORTED/, 'UnsupportedContent', false],
  [/ERR_/, 'ConnectionFailed', true],
];

/** Converts a failed navigation to a `WebError`; returns other errors unchanged. */
export const toNavigationError = (error: unknown): unknown => {
  if (error instanceof WebError || !(error instanceof Error)) return error;
  const found = codes.find(([pattern]) => pattern.test(error.message) || pattern.test(error.name));
  if (!found) return error;
  const [, code, retryable] = found;
  const reason = /ERR_[A-Z_]+/.exec(error.message)?.[0];
  const message = reason ? `The browser could not load the page (${reason}).` : 'The browser lost the page.';
  return new WebError(code, message, { retryable, cause: error });
};

/**
 * Error of a page whose renderer process ended. Reports exhausted memory only if Chromium does; on Linux, the
 * OOM killer's signal is the same as any other kill.
 *
 * @param status - as Chromium names the ending: "crashed", "killed", "oom" and others.
 * @see https://chromedevtools.github.io/devtools-protocol/tot/Target/#event-targetCrashed
 */
export const toCrashError = (status: string): WebError =>
  new WebError(
    'RendererCrashed',
    status === 'oom'
      ? 'The renderer process of the page ran out of memory.'
      : 'The renderer process of the page ended.',
    { retryable: true },
  );
