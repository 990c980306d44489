import { randomUUID } from 'node:crypto';
import {
  type IncomingMessage,
  type ServerResponse,
  validateHeaderName,
  validateHeaderValue,
} from 'node:http';
import * as z from 'zod';
import { maxBodyBytes } from '../../lambdas/domain/request/queue-request.ts';
import { readBody } from '../emulators/endpoint.ts';
import type { LocalFunction } from '../functions/local-function.ts';
import type { ApiPlan } from '../template/deployment-plan.ts';
import { chooseCoding, decode, encode } from './content-coding.ts';
import { declaresTooMuch } from './front.ts';
import {
  type GatewayAnswer,
  type GatewayContext,
  type GatewayResponseType,
  renderGatewayResponse,
} from './gateway-response.ts';
import { nameForCaller, toProxyEvent } from './proxy-event.ts';
import { createBodyChecker, createRouter, type Route } from './routes.ts';

/** Lambda's limit for a response. */
const maxLambdaBytes = 6 * 1024 * 1024;

/** Bodies of all unanswered calls together. */
const maxHeldBytes = 32 * 1024 * 1024;

interface RestApiOptions {
  plan: ApiPlan;
  /** By unqualified ARN. */
  functions: ReadonlyMap<string, LocalFunction>;
  now: () => number;
}

/** Returns false for invalid names and values, e.g. one with a line break. */
const areSendable = (headers: Record<string, unknown>): boolean => {
  try {
    for (const [name, value] of Object.entries(headers)) {
      validateHeaderName(name);
      for (const one of [value].flat()) validateHeaderValue(name, String(one));
    }
    return true;
  } catch {
    return false;
  }
};

const headerValue = z.union([z.string(), z.number(), z.boolean()]);
const proxyResultSchema = z.object({
  statusCode: z.coerce.number().int().min(100).max(599),
  headers: z.record(z.string(), headerValue).refine(areSendable).nullish(),
  multiValueHeaders: z.record(z.string(), z.array(headerValue)).refine(areSendable).nullish(),
  body: z.string().nullish(),
  isBase64Encoded: z.unknown().optional(),
});
type ProxyResult = z.infer<typeof proxyResultSchema>;

/** Unlike this one, the gateway's own answers are never compressed. */
interface IntegrationAnswer {
  statusCode: number;
  headers: Record<string, string | string[]>;
  body: Buffer;
}

const hasHeader = (headers: object, name: string): boolean =>
  Object.keys(headers).some((given) => given.toLowerCase() === name);

/** Compresses an answer of at least `minBytes` that the integration has not compressed. */
const compressed = async (
  answer: IntegrationAnswer,
  minBytes: number | undefined,
  acceptEncoding: string | undefined,
): Promise<IntegrationAnswer> => {
  const coding = chooseCoding(acceptEncoding);
  const applies = coding !== undefined && minBytes !== undefined && answer.body.length >= minBytes;
  if (!applies || hasHeader(answer.headers, 'content-encoding')) return answer;
  return {
    ...answer,
    headers: { ...answer.headers, 'Content-Encoding': coding },
    body: await encode(coding, answer.body),
  };
};

const writeAnswer = (
  response: ServerResponse,
  requestId: string,
  answer: GatewayAnswer | IntegrationAnswer,
): void => {
  if (response.destroyed || response.headersSent) return;
  response.statusCode = answer.statusCode;
  response.setHeader('x-amzn-RequestId', requestId);
  // Unlike `writeHead`, this merges names that differ in case and lets Node.js add the length.
  for (const [name, value] of Object.entries(answer.headers)) response.setHeader(name, value);
  response.end(answer.body);
};

const toAnswer = (result: ProxyResult): IntegrationAnswer => {
  const headers = Object.entries({ ...result.headers, ...result.multiValueHeaders }).flatMap(
    ([given, value]): [string, string | string[]][] => {
      const name = nameForCaller(given);
      return name === undefined ? [] : [[name, Array.isArray(value) ? value.map(String) : String(value)]];
    },
  );
  return {
    statusCode: result.statusCode,
    // API Gateway's default.
    headers: { 'Content-Type': 'application/json', ...Object.fromEntries(headers) },
    body: Buffer.from(result.body ?? '', result.isBase64Encoded === true ? 'base64' : 'utf8'),
  };
};

export const createRestApi = ({ plan, functions, now }: RestApiOptions) => {
  const route = createRouter(plan.methods);
  const isBodyValid = createBodyChecker();
  const prefix = `/${plan.stage}`;

  const runLambda = async (
    functionArn: string,
    timeoutMs: number,
    event: unknown,
  ): Promise<ProxyResult | GatewayResponseType> => {
    const target = functions.get(functionArn);
    if (!target) throw new Error(`Expected the function ${functionArn} of the API in the template.`);
    if (target.isThrottled) return 'INTEGRATION_FAILURE';
    const endsAt = performance.now() + timeoutMs;
    const timeUp = Promise.withResolvers<'timeout'>();
    const timer = setTimeout(() => timeUp.resolve('timeout'), timeoutMs);
    try {
      const outcome = await Promise.race([target.invoke(event), timeUp.promise]);
      // The timer of a busy process may fire late.
      if (outcome === 'timeout' || performance.now() >= endsAt) return 'INTEGRATION_TIMEOUT';
      const isAnswer = outcome.kind === 'result' && outcome.bytes <= maxLambdaBytes;
      return (isAnswer && proxyResultSchema.safeParse(outcome.payload).data) || 'MALFORMED_PROXY_RESPONSE';
    } finally {
      clearTimeout(timer);
    }
  };

  let heldBytes = 0;
  /** Counts a call's body until the call is answered or gone. */
  const holder = (response: ServerResponse) => {
    let own = 0;
    response.once('close', () => {
      heldBytes -= own;
    });
    return (bytes: number): boolean => {
      if (heldBytes + bytes > maxHeldBytes) return false;
      own += bytes;
      heldBytes += bytes;
      return true;
    };
  };

  const receive = async (
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<Buffer | GatewayResponseType> => {
    const sent = declaresTooMuch(request)
      ? 'TooLarge'
      : await readBody(request, maxBodyBytes, holder(response));
    if (sent === 'TooLarge') return 'REQUEST_TOO_LARGE';
    if (sent === 'Busy') return 'THROTTLED';
    if (plan.minCompressionBytes === undefined) return sent;
    const body = await decode(request.headers['content-encoding'], sent, maxBodyBytes);
    if (body === 'TooLarge') return 'REQUEST_TOO_LARGE';
    return body === 'Damaged' ? 'BAD_REQUEST_BODY' : body;
  };

  const serve = async (
    request: IncomingMessage,
    response: ServerResponse,
    { method, pathParameters }: Route,
    url: URL,
    path: string,
    context: GatewayContext,
  ): Promise<IntegrationAnswer | GatewayResponseType> => {
    const body = await receive(request, response);
    if (typeof body === 'string') return body;
    if (!isBodyValid(method, request.headers['content-type'], body.toString('utf8')))
      return 'BAD_REQUEST_BODY';
    const event = toProxyEvent({
      request,
      url,
      body,
      requestId: context.requestId,
      apiId: plan.id,
      stage: plan.stage,
      path,
      resourcePath: method.resourcePath,
      pathParameters,
      nowMs: now(),
    });
    const result = await runLambda(method.functionArn, method.timeoutMs, event);
    return typeof result === 'string' ? result : toAnswer(result);
  };

  const answer = async (
    request: IncomingMessage,
    response: ServerResponse,
    url: URL,
    context: GatewayContext,
  ): Promise<void> => {
    const isOwn = url.pathname.startsWith(prefix);
    const path = url.pathname.slice(prefix.length) || '/';
    const found = isOwn ? route(context.httpMethod, path) : undefined;
    const served = found
      ? await serve(request, response, found, url, path, context)
      : 'MISSING_AUTHENTICATION_TOKEN';
    if (typeof served === 'string') {
      const refusal = renderGatewayResponse(plan.gatewayResponses, served, context);
      writeAnswer(response, context.requestId, refusal);
      request.resume();
      return;
    }
    const accepted = String(request.headers['accept-encoding'] ?? '');
    writeAnswer(response, context.requestId, await compressed(served, plan.minCompressionBytes, accepted));
  };

  const contextOf = (request: IncomingMessage, url: URL): GatewayContext => ({
    requestId: randomUUID(),
    path: url.pathname,
    stage: plan.stage,
    httpMethod: request.method ?? 'GET',
    sourceIp: request.socket.remoteAddress ?? '127.0.0.1',
    headers: Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    ),
  });

  return {
    owns: (pathname: string): boolean => pathname === prefix || pathname.startsWith(`${prefix}/`),

    handle: async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const url = new URL(`http://localhost${request.url ?? '/'}`);
      await answer(request, response, url, contextOf(request, url));
    },
  };
};
