import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { UnavailableError } from '../domain/ports.ts';
import { ProblemError, toProblemDetails } from '../domain/problem.ts';

const commonHeaders = (event: Pick<APIGatewayProxyEvent, 'requestContext'>): Record<string, string> => ({
  'Cache-Control': 'no-store',
  // API Gateway compresses long responses if the caller accepts it.
  Vary: 'Accept-Encoding',
  'X-Content-Type-Options': 'nosniff',
  'X-Request-Id': event.requestContext.requestId,
});

/** @param headers - in addition to those of every response. */
export const json = (
  event: APIGatewayProxyEvent,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): APIGatewayProxyResult => ({
  statusCode: status,
  headers: { 'Content-Type': 'application/json', ...commonHeaders(event), ...headers },
  body: JSON.stringify(body),
});

/** An empty 204 response. */
export const noContent = (
  event: APIGatewayProxyEvent,
  headers: Record<string, string> = {},
): APIGatewayProxyResult => ({
  statusCode: 204,
  headers: { ...commonHeaders(event), ...headers },
  body: '',
});

/** `Retry-After` when a dependency is unavailable. */
const retryUnavailableAfterSeconds = 5;

const toProblem = (error: unknown): ProblemError => {
  if (error instanceof ProblemError) return error;
  if (error instanceof UnavailableError) {
    return new ProblemError(503, 'The service is temporarily unavailable; repeat the call later.', {
      headers: { 'Retry-After': String(retryUnavailableAfterSeconds) },
      cause: error,
    });
  }
  return new ProblemError(500, 'The service failed to handle the call; the logs list it by X-Request-Id.', {
    cause: error,
  });
};

/** Converts whatever a handler threw to problem+json, without internal details. */
export const problem = (event: APIGatewayProxyEvent, error: unknown): APIGatewayProxyResult => {
  const known = toProblem(error);
  return {
    statusCode: known.status,
    headers: { 'Content-Type': 'application/problem+json', ...commonHeaders(event), ...known.headers },
    body: JSON.stringify(toProblemDetails(known, event.requestContext.path)),
  };
};
