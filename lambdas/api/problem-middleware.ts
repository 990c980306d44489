import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { ProblemError } from '../domain/problem.ts';
import { problem } from './responses.ts';

/** Answers every error of an API function with problem+json, and reports those not caused by the caller. */
export const problemMiddleware = (
  report: (message: string, error: Error) => void,
): MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult> => ({
  onError: (call) => {
    const { error } = call;
    if (error && !(error instanceof ProblemError)) report('The call failed', error);
    call.response = problem(call.event, error);
  },
});
