import type { IncomingMessage } from 'node:http';
import type { APIGatewayProxyEvent } from 'aws-lambda';

// How a REST API changes headers in a Lambda proxy integration:
// https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-known-issues.html

/** Request headers that the function does not see. */
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

/** Response headers that the caller does not see. */
const droppedFromAnswers: ReadonlySet<string> = new Set([
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

/** Response headers that are prefixed, because the gateway sets its own. */
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

/** Returns a response header's name as the caller sees it; `undefined` if it is dropped. */
export const nameForCaller = (name: string): string | undefined => {
  const known = name.toLowerCase();
  if (droppedFromAnswers.has(known)) return undefined;
  return remappedInAnswers.has(known) ? `x-amzn-Remapped-${name}` : name;
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

/** A `Map` first, because names may be those of JavaScript's own members, such as `constructor`. */
const collect = (pairs: Iterable<readonly [name: string, value: string]>): Multi => {
  const values = new Map<string, string[]>();
  for (const [name, value] of pairs) values.set(name, [...(values.get(name) ?? []), value]);
  return Object.fromEntries(values);
};

const multiHeaders = (rawHeaders: readonly string[]): Multi =>
  collect(
    rawHeaders.flatMap((name, index) =>
      index % 2 === 0 && !droppedFromRequests.has(name.toLowerCase())
        ? [[name, rawHeaders[index + 1] ?? ''] as const]
        : [],
    ),
  );

/** Keeps the last value of a repeated name. */
const lastOf = (multi: Multi): Record<string, string> =>
  Object.fromEntries(Object.entries(multi).map(([name, values]) => [name, values.at(-1)!]));

const orNull = <T extends object>(value: T): T | null => (Object.keys(value).length === 0 ? null : value);

export const toProxyEvent = (proxy: ProxyRequest): APIGatewayProxyEvent => {
  const { request, url, body, requestId, apiId, stage, path, resourcePath, pathParameters, nowMs } = proxy;
  const headers = multiHeaders(request.rawHeaders);
  const query = collect(url.searchParams);
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
      // Without IAM authorization and API keys, the other members are null on AWS.
      identity: {
        sourceIp: request.socket.remoteAddress ?? '127.0.0.1',
        userAgent: request.headers['user-agent'] ?? null,
      } as APIGatewayProxyEvent['requestContext']['identity'],
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
