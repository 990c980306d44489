/** An error response of API Gateway, in the format of the service. */
export interface GatewayProblem {
  /** API Gateway's name for it. */
  type: string;
  status: number;
  title: string;
  detail: string;
  headers?: Record<string, string>;
  /** Faults of the caller's body. */
  errors?: { Pointer: string; Detail: string }[];
}

const wait = { 'Retry-After': "'5'" };
const challenge = { 'WWW-Authenticate': `'Basic realm="scrap-prices", charset="UTF-8"'` };

/** @see https://docs.aws.amazon.com/apigateway/latest/developerguide/supported-gateway-response-types.html */
export const gatewayProblems: GatewayProblem[] = [
  {
    type: 'BAD_REQUEST_BODY',
    status: 400,
    title: 'Bad Request',
    detail: 'The request payload is invalid; "Errors" names each place.',
    errors: [{ Pointer: '', Detail: 'must be a JSON object with the members Authorization and Data' }],
  },
  {
    type: 'BAD_REQUEST_PARAMETERS',
    status: 400,
    title: 'Bad Request',
    detail: 'A parameter is invalid.',
  },
  {
    type: 'UNAUTHORIZED',
    status: 401,
    title: 'Unauthorized',
    detail: 'The call is not authenticated.',
    headers: challenge,
  },
  { type: 'ACCESS_DENIED', status: 403, title: 'Forbidden', detail: 'The call is not allowed.' },
  { type: 'WAF_FILTERED', status: 403, title: 'Forbidden', detail: 'The call is not allowed.' },
  {
    type: 'MISSING_AUTHENTICATION_TOKEN',
    status: 404,
    title: 'Not Found',
    detail: 'The service has no such operation; see the API documentation.',
  },
  {
    type: 'RESOURCE_NOT_FOUND',
    status: 404,
    title: 'Not Found',
    detail: 'The service has no such operation.',
  },
  {
    type: 'REQUEST_TOO_LARGE',
    status: 413,
    title: 'Content Too Large',
    detail: 'The body is too large; the limit is 256 KiB.',
  },
  {
    type: 'UNSUPPORTED_MEDIA_TYPE',
    status: 415,
    title: 'Unsupported Media Type',
    detail: 'Send the body as application/json.',
  },
  {
    type: 'THROTTLED',
    status: 429,
    title: 'Too Many Requests',
    detail: 'The rate limit of the service is reached; repeat the call later.',
    headers: wait,
  },
  {
    type: 'QUOTA_EXCEEDED',
    status: 429,
    title: 'Too Many Requests',
    detail: 'The quota of the API is used up.',
    headers: wait,
  },
  {
    type: 'INTEGRATION_TIMEOUT',
    status: 503,
    title: 'Service Unavailable',
    detail: 'The service did not respond in time.',
    headers: wait,
  },
  {
    type: 'INTEGRATION_FAILURE',
    status: 503,
    title: 'Service Unavailable',
    detail: 'The service could not be reached.',
    headers: wait,
  },
  {
    type: 'API_CONFIGURATION_ERROR',
    status: 503,
    title: 'Service Unavailable',
    detail: 'The service could not be reached.',
    headers: wait,
  },
  { type: 'DEFAULT_4XX', status: 400, title: 'Bad Request', detail: 'The call is invalid.' },
  {
    // A throttled or crashed function: API Gateway has no separate type for either, and both are temporary.
    type: 'DEFAULT_5XX',
    status: 503,
    title: 'Service Unavailable',
    detail: 'The service could not handle the call; try again.',
    headers: wait,
  },
];

/** Replaces `WAF_FILTERED` if the only web ACL is the deployment's own, which limits addresses. */
export const addressLimited: GatewayProblem = {
  type: 'WAF_FILTERED',
  status: 429,
  title: 'Too Many Requests',
  detail: 'Too many calls from this address; repeat the call later.',
  headers: { 'Retry-After': "'60'" },
};

/**
 * Renders the body as a template of API Gateway.
 *
 * The instance is the identifier of the call, because `$context.path` is the caller's text and API Gateway does not
 * escape it for JSON.
 */
export const problemTemplate = ({ status, title, detail, errors }: GatewayProblem): string =>
  JSON.stringify({
    type: 'about:blank',
    title,
    status,
    detail,
    instance: 'urn:uuid:$context.requestId',
    ...(errors && { Errors: errors }),
  });
