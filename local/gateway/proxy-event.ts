import type { IncomingMessage } from 'node:http';
import type { APIGatewayProxyEvent } from 'aws-lambda';

/**
 * Effects of a REST API on headers in a Lambda proxy integration. A name in neither
 * table passes as it is.
 *
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-known-issues.html
 */

/** Names of the caller that the function does not see. */
const droppedFromRequests: ReadonlySet<string> = new Set([
  'connection',
  'content-md5',
  'expect',
  'max-forwards',
  'proxy-authenticate',
  'server',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'www-authenticate',
]);

/** Names of the function that the caller does not see. */
const droppedFromAnswers: ReadonlySet<string> = new Set([
  // The gateway measures what it sends.
  'content-length',
  'expect',
  'host',
  'proxy-authenticate',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'via',
]);

/** Names of the function that the caller sees behind a prefix, since the gateway has a header of its own by the name. */
const remappedInAnswers: ReadonlySet<string> = new Set([
  'authorization',
  'connection',
  'content-md5',
  'date',
  'max-forwards',
  'server',
  'user-agent',
  'www-authenticate',
]);

const remapPrefix = 'x-amzn-Remapped-';

const reachesFunction = (name: string): boolean => !droppedFromRequests.has(name.toLowerCase());

/** @returns the name under which the caller sees a header of the function; `undefined` when it does not. */
export const nameForCaller = (name: string): string | undefined => {
  const known = name.toLowerCase();
  if (droppedFromAnswers.has(known)) return undefined;
  return remappedInAnswers.has(known) ? `${remapPrefix}${name}` : name;
};

interface ProxyRequest {
  request: IncomingMessage;
  url: URL;
  body: Buffer;
  requestId: string;
  apiId: string;
  stage: string;
  /** Path without the stage. */
  path: string;
  resourcePath: string;
  pathParameters: Record<string, string> | null;
  nowMs: number;
}

type Multi = Record<string, string[]>;

/** Names may be those of JavaScript's own members, such as `constructor`. */
const collect = (pairs: Iterable<readonly [name: string, value: string]>): Multi => {
  const values = new Map<string, string[]>();
  for (const [name, value] of pairs) values.set(name, [...(values.get(name) ?? []), value]);
  return Object.fromEntries(values);
};

const multiHeaders = (rawHeaders: readonly string[]): Multi =>
  collect(
    rawHeaders.flatMap((name, index) =>
      index % 2 === 0 && reachesFunction(name) ? [[name, rawHeaders[index + 1] ?? ''] as const] : [],
    ),
  );

const multiQuery = (url: URL): Multi => collect(url.searchParams);

/** Of a repeated name the last value counts. */
const lastOf = (multi: Multi): Record<string, string> =>
  Object.fromEntries(Object.entries(multi).map(([name, values]) => [name, values.at(-1)!]));

const orNull = <T extends object>(value: T): T | null => (Object.keys(value).length === 0 ? null : value);

/** The event that a REST API's Lambda proxy integration makes from a request. */
export const toProxyEvent = (proxy: ProxyRequest): APIGatewayProxyEvent => {
  const { request, url, body, requestId, apiId, stage, path, resourcePath, pathParameters, nowMs } = proxy;
  const headers = multiHeaders(request.rawHeaders);
  const query = multiQuery(url);
  return {
    resource: resourcePath,
    path,
    httpMethod: request.method ?? 'GET',
    headers: lastOf(headers),
    multiValueHeaders: headers,
    queryStringParameters: orNull(lastOf(query)),
    multiValueQueryStringParameters: orNull(query),
    pathParameters,
    stageVariables: null,
    body: body.length === 0 ? null : body.toString('utf8'),
    isBase64Encoded: false,
    requestContext: {
      accountId: '000000000000',
      apiId,
      authorizer: undefined,
      protocol: `HTTP/${request.httpVersion}`,
      httpMethod: request.method ?? 'GET',
      identity: {
        accessKey: null,
        accountId: null,
        apiKey: null,
        apiKeyId: null,
        caller: null,
        clientCert: null,
        cognitoAuthenticationProvider: null,
        cognitoAuthenticationType: null,
        cognitoIdentityId: null,
        cognitoIdentityPoolId: null,
        principalOrgId: null,
        sourceIp: request.socket.remoteAddress ?? '127.0.0.1',
        user: null,
        userAgent: request.headers['user-agent'] ?? null,
        userArn: null,
      },
      path: `/${stage}${path}`,
      stage,
      requestId,
      requestTimeEpoch: nowMs,
      resourceId: 'local',
      resourcePath,
      domainName: request.headers.host ?? 'localhost',
    },
  };
};
