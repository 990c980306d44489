import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RequestData } from '../../client/index.ts';
import { buildConsole } from '../../console/build.ts';
import { createWebPages } from '../../local/web-pages.ts';

/** A scripted answer; `cut` closes the connection without one. */
export type Scripted =
  | { status: number; body?: unknown; html?: string; headers?: Record<string, string> }
  | 'cut';

interface ScriptedCall {
  method: string;
  path: string;
  body: string;
  headers: IncomingMessage['headers'];
}

/** Answers calls as the test defines. */
export type Script = (call: ScriptedCall) => Scripted | Promise<Scripted>;

export const requestId = '0f8fad5b-d9cb-469f-a165-70867728950e';
export const pathOfRequest = `/prod/api/scrap_prices/${requestId}`;

export const queued: Scripted = { status: 202, body: { RequestId: requestId, RequestStatus: 0 } };

export const pending = (Done: number, Sites: number, Results?: RequestData['Sites']): Scripted => ({
  status: 200,
  body: { RequestId: requestId, RequestStatus: 0, Progress: { Sites, Done, Results } },
  headers: { 'Retry-After': '0' },
});

export const completed = (Data: RequestData): Scripted => ({
  status: 200,
  body: { RequestId: requestId, RequestStatus: 2, Data },
});

export const problem = (status: number, detail: string, more: object = {}): Scripted => ({
  status,
  body: { type: 'about:blank', title: 'x', status, detail, instance: '/', ...more },
  headers: { 'X-Request-Id': 'call-1', 'Content-Type': 'application/problem+json' },
});

const readBody = async (request: IncomingMessage): Promise<string> => {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return text;
};

const send = (response: ServerResponse, answer: Scripted): void => {
  if (answer === 'cut') return void response.destroy();
  response.writeHead(answer.status, { 'Content-Type': 'application/json', ...answer.headers });
  response.end(answer.html ?? JSON.stringify(answer.body ?? {}));
};

/** Serves the console beside a scripted API, for states that the real service reaches only by luck. */
export const startFakeService = async () => {
  const state: { script: Script; calls: ScriptedCall[] } = { script: () => queued, calls: [] };
  const documents: Record<string, unknown> = {};
  // Other tests build at the same time.
  const folder = mkdtempSync(join(tmpdir(), 'scrap-prices-console-'));
  buildConsole(folder);
  const pages = createWebPages(documents, [{ path: '/', folder }]);
  const server = createServer(async (request, response) => {
    const path = (request.url ?? '/').replace(/\?.*$/, '');
    if (pages.serve(request.method ?? 'GET', path, response)) return;
    const call = {
      method: request.method ?? 'GET',
      path,
      body: await readBody(request),
      headers: request.headers,
    };
    state.calls.push(call);
    send(response, await state.script(call));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const webUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  documents['/demo.json'] = { ApiUrl: `${webUrl}/prod`, Sku: null, SellingSites: [] };
  return {
    webUrl,
    calls: state.calls,
    answer: (script: Script): void => {
      state.script = script;
      state.calls.length = 0;
    },
    close: async (): Promise<void> => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

export type FakeService = Awaited<ReturnType<typeof startFakeService>>;
