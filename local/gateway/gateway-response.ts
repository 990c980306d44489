import type { GatewayResponsePlan } from '../template/deployment-plan.ts';

/** Reasons for API Gateway to answer a request itself. */
export type GatewayResponseType =
  | 'BAD_REQUEST_BODY'
  /** Lambda throttles the function, among other reasons. */
  | 'INTEGRATION_FAILURE'
  | 'INTEGRATION_TIMEOUT'
  /** Not a type of API Gateway, which answers for a failed function with `DEFAULT_5XX`. */
  | 'MALFORMED_PROXY_RESPONSE'
  | 'MISSING_AUTHENTICATION_TOKEN'
  | 'REQUEST_TOO_LARGE'
  | 'THROTTLED';

/** @see https://docs.aws.amazon.com/apigateway/latest/developerguide/supported-gateway-response-types.html */
const defaults: Record<GatewayResponseType, { statusCode: number; message: string }> = {
  BAD_REQUEST_BODY: { statusCode: 400, message: 'Invalid request body' },
  INTEGRATION_FAILURE: { statusCode: 504, message: 'Internal server error' },
  INTEGRATION_TIMEOUT: { statusCode: 504, message: 'Endpoint request timed out' },
  MALFORMED_PROXY_RESPONSE: { statusCode: 502, message: 'Internal server error' },
  MISSING_AUTHENTICATION_TOKEN: { statusCode: 403, message: 'Missing Authentication Token' },
  REQUEST_TOO_LARGE: { statusCode: 413, message: 'Request Too Long' },
  THROTTLED: { statusCode: 429, message: 'Too Many Requests' },
};

/** `$context` of templates and header expressions. */
export interface GatewayContext {
  requestId: string;
  path: string;
  stage: string;
  httpMethod: string;
  sourceIp: string;
  headers: Readonly<Record<string, string>>;
}

export interface GatewayAnswer {
  statusCode: number;
  headers: Record<string, string>;
  body: string;
}

const variablesOf = (context: GatewayContext): Record<string, string> => ({
  requestId: context.requestId,
  extendedRequestId: context.requestId,
  path: context.path,
  stage: context.stage,
  httpMethod: context.httpMethod,
  'identity.sourceIp': context.sourceIp,
});

/**
 * @param expression - e.g. `'no-store'` in quotes, or `context.requestId`.
 * @returns `undefined` for a request header that the caller did not send.
 */
const headerValue = (
  expression: string,
  variables: Readonly<Record<string, string>>,
  context: GatewayContext,
): string | undefined => {
  if (expression.startsWith("'")) return expression.slice(1, -1);
  if (expression.startsWith('context.')) return variables[expression.slice('context.'.length)] ?? '';
  const requestHeader = /^method\.request\.header\.(.+)$/.exec(expression)?.[1];
  return requestHeader === undefined ? undefined : context.headers[requestHeader.toLowerCase()];
};

/** Evaluates header expressions; headers without a value are omitted. */
const headersOf = (
  expressions: Readonly<Record<string, string>>,
  variables: Readonly<Record<string, string>>,
  context: GatewayContext,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(expressions).flatMap(([name, expression]) => {
      const value = headerValue(expression, variables, context);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );

export const renderGatewayResponse = (
  plans: Record<string, GatewayResponsePlan>,
  type: GatewayResponseType,
  context: GatewayContext,
): GatewayAnswer => {
  const { statusCode, message } = defaults[type];
  const plan: Partial<GatewayResponsePlan> =
    plans[type] ?? plans[statusCode < 500 ? 'DEFAULT_4XX' : 'DEFAULT_5XX'] ?? {};
  const variables: Record<string, string> = {
    ...variablesOf(context),
    'error.message': message,
    'error.messageString': JSON.stringify(message),
    'error.responseType': type,
  };
  const [contentType, template] = Object.entries(plan.templates ?? {})[0] ?? [
    'application/json',
    '{"message":$context.error.messageString}',
  ];
  return {
    statusCode: plan.statusCode ?? statusCode,
    headers: { 'Content-Type': contentType, ...headersOf(plan.headers ?? {}, variables, context) },
    body: template.replace(
      /\$context\.([a-zA-Z]+(?:\.[a-zA-Z]+)*)/g,
      (_match, name: string) => variables[name] ?? '',
    ),
  };
};
