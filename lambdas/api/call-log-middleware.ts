import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { parseRequestId } from '../domain/request/request.ts';

export interface CallLog {
  appendKeys(keys: Record<string, unknown>): void;
  info(message: string, fields: Record<string, unknown>): void;
}

/** Message of the line. */
export const callLogLine = 'Call answered';

/** Logs one line for each call, and adds the request's identifier to every line. Logs no body, header or query. */
export const callLogMiddleware = (
  log: CallLog,
): MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult> => {
  const write = (event: APIGatewayProxyEvent, response: APIGatewayProxyResult | null | undefined): void =>
    log.info(callLogLine, {
      method: event.httpMethod,
      resource: event.resource,
      status: response?.statusCode,
    });
  return {
    before: ({ event }) => {
      const requestId = parseRequestId(event.pathParameters?.requestId);
      log.appendKeys({ callId: event.requestContext.requestId, ...(requestId ? { requestId } : {}) });
    },
    after: ({ event, response }) => write(event, response),
    onError: ({ event, response }) => write(event, response),
  };
};
