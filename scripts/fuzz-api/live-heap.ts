import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

/** Where Node.js listens for a debugger once it is asked to by SIGUSR1. */
const inspectorList = 'http://127.0.0.1:9229/json/list';
const maxTries = 100;

/** @returns the address at which this very process can be asked; `undefined` while nobody listens. */
const inspectorOf = async (): Promise<string | undefined> => {
  try {
    const targets = (await (await fetch(inspectorList)).json()) as { webSocketDebuggerUrl: string }[];
    return targets[0]?.webSocketDebuggerUrl;
  } catch {
    return undefined;
  }
};

/**
 * Bytes of JavaScript objects that are in use in a running Node.js process, after its garbage was collected. Unlike
 * resident memory it does not depend on when V8 last found it worth while to collect.
 *
 * @throws Error when the process cannot be asked, e.g. because another one is being debugged.
 */
export const liveHeapBytes = async (processId: number): Promise<number> => {
  if ((await inspectorOf()) !== undefined) {
    throw new Error('Another process of this machine is being debugged at port 9229; end that first.');
  }
  process.kill(processId, 'SIGUSR1');
  let address: string | undefined;
  for (let tries = 0; address === undefined; tries += 1) {
    if (tries > maxTries) throw new Error(`Process ${processId} did not open its debugger within 10 s.`);
    await delay(100);
    address = await inspectorOf();
  }
  const socket = new WebSocket(address);
  await once(socket, 'open');
  let nextId = 0;
  const call = async (method: string, params: object = {}): Promise<unknown> => {
    nextId += 1;
    const id = nextId;
    const answered = Promise.withResolvers<unknown>();
    const listen = ({ data }: MessageEvent): void => {
      const answer = JSON.parse(String(data)) as { id?: number; result?: unknown };
      if (answer.id === id) answered.resolve(answer.result);
    };
    socket.addEventListener('message', listen);
    socket.send(JSON.stringify({ id, method, params }));
    try {
      return await answered.promise;
    } finally {
      socket.removeEventListener('message', listen);
    }
  };
  const evaluate = async (expression: string): Promise<unknown> =>
    ((await call('Runtime.evaluate', { expression })) as { result: { value: unknown } }).result.value;
  try {
    // Twice: what finalizers let go of is collected in the second.
    await call('HeapProfiler.collectGarbage');
    await call('HeapProfiler.collectGarbage');
    const usage = JSON.parse(String(await evaluate('JSON.stringify(process.memoryUsage())'))) as {
      heapUsed: number;
      external: number;
    };
    return usage.heapUsed + usage.external;
  } finally {
    const closed = once(socket, 'close');
    // The debugger's port is needed for the next process.
    socket.send(
      JSON.stringify({ id: 0, method: 'Runtime.evaluate', params: { expression: 'process._debugEnd()' } }),
    );
    await closed;
  }
};
