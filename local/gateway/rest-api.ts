import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { APIGatewayProxyResult } from 'aws-lambda';
import type { LocalFunction } from '../functions/local-function.ts';
import type { ApiPlan } from '../template/deployment-plan.ts';
import {
  type GatewayAnswer,
  type GatewayContext,
  type GatewayResponseType,
  renderGatewayResponse,
  renderMockResponse,
} from './gateway-response.ts';
import { toProxyEvent } from './proxy-event.ts';
import { nameForCaller } from './proxy-headers.ts';
import { createBodyChecker } from './request-models.ts';
import { createRouter, type Route } from './routes.ts';
import { createTokenBucket } from './token-bucket.ts';

const maxRequestBytes = 10 * 1024 * 1024;
/** Lambda's own limit for event and response, below the gateway's. */
const maxLambdaBytes = 6 * 1024 * 1024;
/** What a client sends beyond the limit is read this far and dropped, so that it gets to see the answer. */
const maxDroppedBytes = 4 * maxRequestBytes;

export interface RestApiOptions {
  plan: ApiPlan;
  /** By unqualified ARN. */
  functions: ReadonlyMap<string, LocalFunction>;
  now: () => number;
}

/** @returns `undefined` when the body is larger than API Gateway takes. */
const readBody = async (request: IncomingMessage): Promise<Buffer | undefined> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= maxRequestBytes) chunks.push(chunk);
    else if (bytes > maxDroppedBytes) break;
  }
  return bytes > maxRequestBytes ? undefined : Buffer.concat(chunks);
};

const isHeaderValue = (value: unknown): boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

const isHeaders = (value: unknown, isValue: (item: unknown) => boolean): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'object' && !Array.isArray(value) && Object.values(value).every(isValue));

/** Whether a function's answer has the form that a proxy integration asks for. */
const isProxyResult = (payload: unknown): payload is APIGatewayProxyResult => {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) return false;
  const { statusCode, headers, multiValueHeaders, body } = payload as Partial<APIGatewayProxyResult>;
  return (
    Number.isInteger(Number(statusCode)) &&
    Number(statusCode) >= 100 &&
    Number(statusCode) <= 599 &&
    isHeaders(headers, isHeaderValue) &&
    isHeaders(multiValueHeaders, (values) => Array.isArray(values) && values.every(isHeaderValue)) &&
    (body === undefined || body === null || typeof body === 'string')
  );
};

const writeAnswer = (response: ServerResponse, requestId: string, answer: GatewayAnswer): void => {
  if (response.destroyed) return;
  response.writeHead(answer.statusCode, { 'x-amzn-RequestId': requestId, ...answer.headers });
  response.end(answer.body);
};

const writeProxyResult = (
  response: ServerResponse,
  requestId: string,
  result: APIGatewayProxyResult,
): void => {
  if (response.destroyed) return;
  response.statusCode = Number(result.statusCode);
  response.setHeader('x-amzn-RequestId', requestId);
  // API Gateway's own default when a function names no type.
  response.setHeader('Content-Type', 'application/json');
  const headers = { ...result.headers, ...result.multiValueHeaders };
  for (const [given, value] of Object.entries(headers)) {
    const name = nameForCaller(given);
    if (name !== undefined)
      response.setHeader(name, Array.isArray(value) ? value.map(String) : String(value));
  }
  const body = result.body ?? '';
  response.end(result.isBase64Encoded === true ? Buffer.from(body, 'base64') : body);
};

/** Answers requests as the REST API of the template does, by the same functions. */
export const createRestApi = ({ plan, functions, now }: RestApiOptions) => {
  const route = createRouter(plan.methods);
  const isBodyValid = createBodyChecker();
  const takeToken = plan.throttle ? createTokenBucket(plan.throttle, () => performance.now()) : () => true;
  const prefix = `/${plan.stage}`;

  const runLambda = async (
    functionArn: string,
    timeoutMs: number,
    event: unknown,
  ): Promise<APIGatewayProxyResult | GatewayResponseType> => {
    const target = functions.get(functionArn);
    if (!target)
      throw new Error(`The template's API calls ${functionArn}, which is not among its functions.`);
    if (target.isThrottled) return 'INTEGRATION_FAILURE';
    const timeUp = Promise.withResolvers<'timeout'>();
    const timer = setTimeout(() => timeUp.resolve('timeout'), timeoutMs);
    try {
      const outcome = await Promise.race([target.invoke(event), timeUp.promise]);
      if (outcome === 'timeout') return 'INTEGRATION_TIMEOUT';
      const isAnswer =
        outcome.kind === 'result' && outcome.bytes <= maxLambdaBytes && isProxyResult(outcome.payload);
      if (isAnswer) return outcome.payload as APIGatewayProxyResult;
      return 'MALFORMED_PROXY_RESPONSE';
    } finally {
      clearTimeout(timer);
    }
  };

  const serve = async (
    request: IncomingMessage,
    response: ServerResponse,
    { method, pathParameters }: Route,
    url: URL,
    path: string,
    context: GatewayContext,
    refuse: (type: GatewayResponseType) => void,
  ): Promise<void> => {
    const { requestId } = context;
    if (!takeToken()) return refuse('THROTTLED');
    const body = await readBody(request);
    if (!body) return refuse('REQUEST_TOO_LARGE');
    if (!isBodyValid(method, request.headers['content-type'], body.toString('utf8'))) {
      return refuse('BAD_REQUEST_BODY');
    }
    const { integration, resourcePath } = method;
    if (integration.kind === 'mock') {
      return writeAnswer(response, requestId, renderMockResponse(integration.response, context));
    }
    const event = toProxyEvent({
      request,
      url,
      body,
      requestId,
      apiId: plan.id,
      stage: plan.stage,
      path,
      resourcePath,
      pathParameters,
      nowMs: now(),
    });
    if (Buffer.byteLength(JSON.stringify(event)) > maxLambdaBytes) return refuse('REQUEST_TOO_LARGE');
    const result = await runLambda(integration.functionArn, integration.timeoutMs, event);
    if (typeof result === 'string') return refuse(result);
    writeProxyResult(response, requestId, result);
  };

  return {
    /** Whether a path belongs to the API's stage. */
    owns: (pathname: string): boolean => pathname === prefix || pathname.startsWith(`${prefix}/`),

    /** Answers a request; one that leads nowhere too. Never rejects. */
    handle: async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const requestId = randomUUID();
      // Only path and query are used; the authority may be anything that a client sent.
      const url = new URL(`http://localhost${request.url?.startsWith('/') ? request.url : '/'}`);
      const path = url.pathname.startsWith(prefix) ? url.pathname.slice(prefix.length) || '/' : url.pathname;
      const context: GatewayContext = {
        requestId,
        path: url.pathname,
        stage: plan.stage,
        httpMethod: request.method ?? 'GET',
        sourceIp: request.socket.remoteAddress ?? '127.0.0.1',
        headers: Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
        ),
      };
      const refuse = (type: GatewayResponseType): void => {
        writeAnswer(response, requestId, renderGatewayResponse(plan.gatewayResponses, type, context));
        request.resume();
      };
      try {
        const found = route(context.httpMethod, path);
        if (!found || !url.pathname.startsWith(prefix)) return refuse('MISSING_AUTHENTICATION_TOKEN');
        await serve(request, response, found, url, path, context, refuse);
      } catch (error) {
        // A client that went away while sending; everything else is a fault of the stack itself.
        if (request.destroyed && !request.complete) return;
        response.destroy(error as Error);
      }
    },
  };
};
