import { WebError } from './web-error.ts';

const timeoutCodes = new Set([
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
]);
const headTooLargeCodes = new Set([
  'UND_ERR_HEADERS_OVERFLOW',
  'HPE_HEADER_OVERFLOW',
  'ERR_HTTP2_HEADERS_AFTER_RESPOND',
]);

const isTlsCode = (code: string): boolean =>
  /^(?:ERR_TLS|ERR_SSL|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|EPROTO)/.test(
    code,
  );

/** The code of an error or its first cause; connecting to several addresses gives an `AggregateError`. */
const codeOf = (error: unknown): string | undefined => {
  if (!(error instanceof Error)) return undefined;
  const { code } = error as NodeJS.ErrnoException;
  // undici's parser has no code for some violations.
  if (error.name === 'HTTPParserError') return code ?? 'HPE_INVALID';
  if (typeof code === 'string' && code !== 'UND_ERR_SOCKET') return code;
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return codeOf(error.cause) ?? code;
};

/**
 * Translates errors of undici, Node's HTTP client, TLS and sockets. Other errors are bugs and returned unchanged.
 *
 * @param host - For the message.
 * @param hasHeaders - True if it ended the body of a response.
 */
export const toTransportError = (error: unknown, host: string, hasHeaders = false): unknown => {
  if (error instanceof WebError) return error;
  const code = codeOf(error);
  if (code === undefined) return error;
  if (timeoutCodes.has(code)) {
    return new WebError('Timeout', `The host "${host}" stopped responding (${code}).`, {
      retryable: true,
      cause: error,
    });
  }
  if (headTooLargeCodes.has(code)) {
    return new WebError('TooLarge', `The host "${host}" sent headers beyond the limit.`, {
      retryable: false,
      cause: error,
    });
  }
  if (isTlsCode(code)) {
    return new WebError('TlsError', `No secure connection to "${host}" could be established (${code}).`, {
      retryable: false,
      cause: error,
    });
  }
  // undici reports invalid headers after a length like a body that ends early.
  if (code.startsWith('HPE_') || (!hasHeaders && code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH')) {
    return new WebError('ConnectionFailed', `The host "${host}" sent a malformed HTTP response (${code}).`, {
      retryable: false,
      cause: error,
    });
  }
  const message =
    code === 'ECONNREFUSED'
      ? `The host "${host}" did not accept the connection (${code}).`
      : `The connection to "${host}" failed (${code}).`;
  return new WebError('ConnectionFailed', message, { retryable: true, cause: error });
};
