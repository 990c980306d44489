import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { header } from './header.ts';

/** Response headers that a page's script may read, besides the safelisted ones. */
export const exposedHeaders = [
  'Location',
  'Preference-Applied',
  'Retry-After',
  'X-Request-Id',
  'RateLimit',
  'RateLimit-Policy',
];

/**
 * Lets pages of the given origins read responses. Callers send a license key, so browser credentials such as cookies are
 * not allowed.
 *
 * @param allowedOrigins - exact origins; if empty, no page may call.
 * @see https://fetch.spec.whatwg.org/#http-cors-protocol
 */
export const corsMiddleware = (
  allowedOrigins: readonly string[],
): MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult> => {
  const allow = (event: APIGatewayProxyEvent, response: APIGatewayProxyResult | null | undefined): void => {
    const origin = header(event, 'Origin');
    if (!response || allowedOrigins.length === 0) return;
    const vary = [response.headers?.Vary, 'Origin'].filter(Boolean).join(', ');
    response.headers = { ...response.headers, Vary: vary };
    if (origin === undefined || !allowedOrigins.includes(origin)) return;
    response.headers = {
      ...response.headers,
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Expose-Headers': exposedHeaders.join(', '),
    };
  };
  return {
    after: ({ event, response }) => allow(event, response),
    onError: ({ event, response }) => allow(event, response),
  };
};
