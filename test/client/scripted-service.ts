import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface SeenCall {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface AnswerStep {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
}

export type Step = AnswerStep | ((response: ServerResponse) => void);

/** An HTTP server with scripted answers, of which the last repeats; records all calls. */
export const startScriptedService = async (...steps: Step[]) => {
  const calls: SeenCall[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { method = '', url = '', headers } = request;
    const step = steps[Math.min(calls.length, steps.length - 1)]!;
    calls.push({ method, path: url, headers, body });
    if (typeof step === 'function') return step(response);
    const text = typeof step.body === 'string' ? step.body : JSON.stringify(step.body ?? {});
    response.writeHead(step.status, { 'Content-Type': 'application/json', ...step.headers }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/prod`,
    calls,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

export const requestId = '0f8fad5b-d9cb-469f-a165-70867728950e';
export const queued: AnswerStep = {
  status: 202,
  headers: { 'Retry-After': '2' },
  body: { RequestId: requestId, RequestStatus: 0 },
};
export const pending: AnswerStep = { ...queued, status: 200 };
export const failed: Step = { status: 200, body: { RequestId: requestId, RequestStatus: 1 } };
export const completed = (data: object): Step => ({
  status: 200,
  body: { RequestId: requestId, RequestStatus: 2, Data: data },
});
export const problem = (
  status: number,
  detail: string,
  extra: { headers?: Record<string, string>; Errors?: object[] } = {},
): Step => ({
  status,
  headers: { 'Content-Type': 'application/problem+json', 'X-Request-Id': 'call-1', ...extra.headers },
  body: {
    type: 'about:blank',
    title: 'Title',
    status,
    detail,
    instance: '/x',
    ...(extra.Errors ? { Errors: extra.Errors } : {}),
  },
});
