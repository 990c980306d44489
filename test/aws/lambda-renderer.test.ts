// Lambda's responses to a streamed invocation: status, x-amzn-ErrorType and the events of the stream.
import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer as whole } from 'node:stream/consumers';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { afterEach, describe, expect, it } from 'vitest';
import { createLambdaRenderer } from '../../lambdas/aws/lambda-renderer.ts';
import type { RenderEvent } from '../../lambdas/domain/render-protocol.ts';
import type { RendererFaultKind } from '../../lambdas/domain/renderer-fault.ts';
import { encodeEvent } from '../../local/emulators/event-stream.ts';

const event = { Version: 1, Pages: [] } as unknown as RenderEvent;
const { signal: never } = new AbortController();

const open: { server: Server; client: LambdaClient }[] = [];
afterEach(() => {
  for (const { server, client } of open.splice(0)) {
    client.destroy();
    server.closeAllConnections();
    server.close();
  }
});

/** A loopback server that imitates Lambda's API. */
const lambda = async (answer: RequestListener) => {
  const calls: string[] = [];
  const server = createServer((request, response) => {
    calls.push(`${request.method} ${request.url}`);
    answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = new LambdaClient({
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    credentials: { accessKeyId: 'x', secretAccessKey: 'x' },
    maxAttempts: 1,
  });
  open.push({ server, client });
  return { invoke: createLambdaRenderer(client, 'renderer'), calls };
};

const typeOf = (name: string): string =>
  name === 'PayloadChunk' ? 'application/octet-stream' : 'application/json';
const encoded = (name: string, payload: string | Uint8Array): Buffer =>
  encodeEvent(name, typeOf(name), Buffer.from(payload));
const completed = (end: object = {}): Buffer => encoded('InvokeComplete', JSON.stringify(end));
const streamed = (response: ServerResponse, ...events: Uint8Array[]): void => {
  response.writeHead(200, { 'Content-Type': 'application/vnd.amazon.eventstream' });
  for (const one of events) response.write(one);
};

it('invokes the renderer once and returns its response byte for byte', async () => {
  const { invoke, calls } = await lambda((_request, response) => {
    const chunks = ['{"Version":1,"Pages":[]}', ' – €', '', '\n'].map((text) =>
      encoded('PayloadChunk', text),
    );
    streamed(response, ...chunks, completed());
    response.end();
  });
  expect((await whole(invoke(event, never))).toString()).toBe('{"Version":1,"Pages":[]} – €\n');
  expect(calls).toEqual(['POST /2021-11-15/functions/renderer/response-streaming-invocations']);
});

it('returns each part of a response before the next is written', async () => {
  const { promise, resolve } = Promise.withResolvers<ServerResponse>();
  const { invoke } = await lambda((_request, response) => {
    streamed(response, encoded('PayloadChunk', 'one'));
    resolve(response);
  });
  const parts = invoke(event, never);
  expect(Buffer.from((await parts.next()).value!).toString()).toBe('one');
  const response = await promise;
  response.end(Buffer.concat([encoded('PayloadChunk', 'two'), completed()]));
  expect((await whole(parts)).toString()).toBe('two');
});

describe('a function that ends without a response', () => {
  it.each<[string, string, string, RendererFaultKind]>([
    [
      'its time is over',
      'Sandbox.Timedout',
      'RequestId: 1 Error: Task timed out after 70.00 seconds',
      'TimedOut',
    ],
    ['its memory is full', 'Runtime.OutOfMemory', 'RequestId: 1 Error: Runtime exited', 'OutOfMemory'],
    ['V8 says so itself', 'Runtime.ExitError', 'FATAL ERROR: JavaScript heap out of memory', 'OutOfMemory'],
    [
      'it is killed',
      'Runtime.ExitError',
      'RequestId: 1 Error: Runtime exited with error: signal: killed',
      'Crashed',
    ],
    [
      'it ends itself',
      'Runtime.ExitError',
      'RequestId: 1 Error: Runtime exited with error: exit status 1',
      'Crashed',
    ],
    ['it throws', 'TypeError', 'x is not a function', 'Crashed'],
    ['it says nothing', '', '', 'Crashed'],
    ['it says much', 'Error', `${'x'.repeat(5_000_000)}timed out`, 'Crashed'],
  ])('because %s', async (_what, ErrorCode, ErrorDetails, kind) => {
    const { invoke, calls } = await lambda((_request, response) => {
      streamed(response, encoded('PayloadChunk', 'part'), completed({ ErrorCode, ErrorDetails }));
      response.end();
    });
    const parts = invoke(event, never);
    expect(Buffer.from((await parts.next()).value!).toString()).toBe('part');
    await expect(parts.next()).rejects.toMatchObject({
      name: 'RendererFault',
      kind,
      message: 'The renderer ended with an error.',
    });
    expect(calls).toHaveLength(1);
  });
});

describe('a call that fails', () => {
  it.each<[string, RequestListener, RendererFaultKind?]>([
    ['cut before the head', (request) => void request.socket.destroy()],
    [
      'cut between two parts',
      (request, response) => {
        streamed(response, encoded('PayloadChunk', 'part'));
        setImmediate(() => request.socket.destroy());
      },
    ],
    [
      'ended without its last event',
      (_request, response) => {
        streamed(response, encoded('PayloadChunk', 'part'));
        response.end();
      },
    ],
    [
      'damaged',
      (_request, response) => {
        streamed(response, encoded('PayloadChunk', 'part').fill(0, 20));
        response.end();
      },
    ],
    [
      'throttled',
      (_request, response) => {
        response.writeHead(429, { 'x-amzn-ErrorType': 'TooManyRequestsException' }).end('{}');
      },
      'Throttled',
    ],
    [
      'refused',
      (_request, response) => {
        response.writeHead(403, { 'x-amzn-ErrorType': 'AccessDeniedException' }).end('{}');
      },
      'Misconfigured',
    ],
  ])('is a fault: %s', async (_what, answer, kind = 'Unreachable') => {
    const { invoke } = await lambda(answer);
    await expect(whole(invoke(event, never))).rejects.toMatchObject({ name: 'RendererFault', kind });
  });

  it('aborts with its signal’s reason while it waits for the next part', async () => {
    const { invoke } = await lambda((_request, response) =>
      streamed(response, encoded('PayloadChunk', 'part')),
    );
    const controller = new AbortController();
    const parts = invoke(event, controller.signal);
    await parts.next();
    const next = parts.next();
    controller.abort(new Error('over'));
    await expect(next).rejects.toThrow('over');
  });

  it('aborts with its signal’s reason, before the headers or within an endless response', async () => {
    const reason = new Error('over');
    for (const answer of [
      (() => {}) satisfies RequestListener,
      ((_request, response) => {
        streamed(response);
        const more = () => void response.write(encoded('PayloadChunk', ' '.repeat(1_000)), more);
        more();
      }) satisfies RequestListener,
    ]) {
      const controller = new AbortController();
      const { invoke, calls } = await lambda(answer);
      const invoking = expect(whole(invoke(event, controller.signal))).rejects.toBe(reason);
      await expect.poll(() => calls.length).toBe(1);
      controller.abort(reason);
      await invoking;
    }
  });
});
