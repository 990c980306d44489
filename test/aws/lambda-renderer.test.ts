// Lambda's responses to an invocation: status, x-amzn-ErrorType and X-Amz-Function-Error.
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { afterEach, describe, expect, it } from 'vitest';
import { createLambdaRenderer } from '../../lambdas/aws/lambda-renderer.ts';
import type { RenderEvent } from '../../lambdas/renderer/protocol.ts';
import type { RendererFaultKind } from '../../lambdas/renderer/renderer-fault.ts';

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

const ending =
  (payload: string, kind = 'Unhandled'): RequestListener =>
  (_request, response) => {
    response.writeHead(200, { 'X-Amz-Function-Error': kind }).end(payload);
  };
const said = (errorType: string, errorMessage: string): string => JSON.stringify({ errorType, errorMessage });

it('invokes the renderer once and returns its response byte for byte', async () => {
  const answer = Buffer.from('{"Version":1,"Pages":[]} – €');
  const { invoke, calls } = await lambda((_request, response) => void response.end(answer));
  expect(Buffer.from(await invoke(event, never))).toEqual(answer);
  expect(calls).toEqual(['POST /2015-03-31/functions/renderer/invocations']);
});

describe('a function that ends without a response', () => {
  it.each<[string, string, RendererFaultKind]>([
    [
      'its time is over',
      said('Sandbox.Timedout', 'RequestId: 1 Error: Task timed out after 70.00 seconds'),
      'TimedOut',
    ],
    ['its memory is full', said('Runtime.OutOfMemory', 'RequestId: 1 Error: Runtime exited'), 'OutOfMemory'],
    [
      'V8 says so itself',
      said('Runtime.ExitError', 'FATAL ERROR: JavaScript heap out of memory'),
      'OutOfMemory',
    ],
    [
      'it is killed',
      said('Runtime.ExitError', 'RequestId: 1 Error: Runtime exited with error: signal: killed'),
      'Crashed',
    ],
    [
      'it ends itself',
      said('Runtime.ExitError', 'RequestId: 1 Error: Runtime exited with error: exit status 1'),
      'Crashed',
    ],
    [
      'its answer is too large',
      said('Function.ResponseSizeTooLarge', 'Response payload size exceeded maximum allowed payload size.'),
      'Crashed',
    ],
    ['it throws', said('TypeError', 'x is not a function'), 'Crashed'],
    ['it says nothing', '', 'Crashed'],
    ['it says what is no JSON', '<html>', 'Crashed'],
    ['it says much', `${'x'.repeat(5_000_000)}timed out`, 'Crashed'],
  ])('because %s', async (_what, payload, kind) => {
    const { invoke, calls } = await lambda(ending(payload));
    await expect(invoke(event, never)).rejects.toMatchObject({
      name: 'RendererFault',
      kind,
      message: 'The renderer ended with an error (Unhandled).',
    });
    expect(calls).toHaveLength(1);
  });
});

describe('a call that fails', () => {
  it.each<[string, RequestListener]>([
    ['cut before the head', (request) => void request.socket.destroy()],
    [
      'cut in the body',
      (request, response) => {
        response.writeHead(200, { 'Content-Length': 1_000 }).write('{"Version":');
        setImmediate(() => request.socket.destroy());
      },
    ],
  ])('is unreachable: %s', async (_what, answer) => {
    const { invoke } = await lambda(answer);
    await expect(invoke(event, never)).rejects.toMatchObject({ name: 'RendererFault', kind: 'Unreachable' });
  });

  it('aborts with its signal’s reason, before the headers or within an endless response', async () => {
    const reason = new Error('over');
    for (const answer of [
      (() => {}) satisfies RequestListener,
      ((_request, response) => {
        response.writeHead(200);
        const more = () => void response.write(' '.repeat(1_000), more);
        more();
      }) satisfies RequestListener,
    ]) {
      const controller = new AbortController();
      const { invoke, calls } = await lambda(answer);
      const invoking = expect(invoke(event, controller.signal)).rejects.toBe(reason);
      await expect.poll(() => calls.length).toBe(1);
      controller.abort(reason);
      await invoking;
    }
  });
});
