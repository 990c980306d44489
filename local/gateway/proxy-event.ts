import type { IncomingMessage } from 'node:http';
import type { APIGatewayProxyEvent } from 'aws-lambda';

export interface ProxyRequest {
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

const multiHeaders = (rawHeaders: readonly string[]): Multi => {
  const headers: Multi = {};
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    const values = headers[name] ?? [];
    headers[name] = [...values, rawHeaders[index + 1]!];
  }
  return headers;
};

const multiQuery = (url: URL): Multi => {
  const parameters: Multi = {};
  for (const [name, value] of url.searchParams) parameters[name] = [...(parameters[name] ?? []), value];
  return parameters;
};

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
