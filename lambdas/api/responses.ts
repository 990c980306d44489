import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { UnavailableError } from '../domain/ports.ts';
import { ProblemError, toProblemDetails } from '../domain/problem.ts';

const commonHeaders = (event: Pick<APIGatewayProxyEvent, 'requestContext'>): Record<string, string> => ({
  'Cache-Control': 'no-store',
  // API Gateway packs what is long enough for callers that accept it.
  Vary: 'Accept-Encoding',
  'X-Content-Type-Options': 'nosniff',
  'X-Request-Id': event.requestContext.requestId,
});

/** @param headers - beside the ones that every response carries. */
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

/** An answer that says by its status alone that it is done. */
export const noContent = (
  event: APIGatewayProxyEvent,
  headers: Record<string, string> = {},
): APIGatewayProxyResult => ({
  statusCode: 204,
  headers: { ...commonHeaders(event), ...headers },
  body: '',
});

/** Seconds after which a call that met an unavailable dependency is worth repeating. */
const retryUnavailableAfterSeconds = 5;

const toProblem = (error: unknown): ProblemError => {
  if (error instanceof ProblemError) return error;
  if (error instanceof UnavailableError) {
    return new ProblemError(503, 'The service cannot take the call at the moment; repeat it later.', {
      headers: { 'Retry-After': String(retryUnavailableAfterSeconds) },
      cause: error,
    });
  }
  return new ProblemError(500, 'The service failed to handle the call; X-Request-Id names it in the logs.', {
    cause: error,
  });
};

/** Turns whatever a handler threw into problem+json; says nothing of what went on inside. */
export const problem = (event: APIGatewayProxyEvent, error: unknown): APIGatewayProxyResult => {
  const known = toProblem(error);
  return {
    statusCode: known.status,
    headers: { 'Content-Type': 'application/problem+json', ...commonHeaders(event), ...known.headers },
    body: JSON.stringify(toProblemDetails(known, event.requestContext.path)),
  };
};
