import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** As many messages as may wait on a machine; the oldest are forgotten. */
const maxTraces = 50_000;

interface SendAnswer {
  MessageId?: string;
  Successful?: { MessageId?: string }[];
}

const sentIds = (answer: string): string[] => {
  const { MessageId, Successful = [] } = JSON.parse(answer) as SendAnswer;
  return [MessageId, ...Successful.map((entry) => entry.MessageId)].filter((id) => id !== undefined);
};

/**
 * Remembers the traces with which messages are sent, in the stead of an emulator that keeps none.
 *
 * @param server - of the emulator, which answers a call in one piece.
 */
export const traceMessages = (server: Server) => {
  const traces = new Map<string, string>();

  const note = (answer: string, trace: string): void => {
    for (const id of sentIds(answer)) traces.set(id, trace);
    for (const oldest of traces.keys()) {
      if (traces.size <= maxTraces) break;
      traces.delete(oldest);
    }
  };

  server.prependListener('request', ({ headers }: IncomingMessage, response: ServerResponse) => {
    const trace = headers['x-amzn-trace-id'];
    if (typeof trace !== 'string' || !String(headers['x-amz-target']).includes('SendMessage')) return;
    const end = response.end.bind(response) as (...given: unknown[]) => ServerResponse;
    response.end = ((...given: unknown[]) => {
      const [answer] = given;
      const isText = typeof answer === 'string' || answer instanceof Uint8Array;
      if (response.statusCode === 200 && isText) note(Buffer.from(answer as string).toString('utf8'), trace);
      return end(...given);
    }) as typeof response.end;
  });
  return {
    /** `AWSTraceHeader` of a message; `undefined` where its sender had none, or the stack was started anew since. */
    traceOf: (messageId: string): string | undefined => traces.get(messageId),
  };
};

export type MessageTraces = ReturnType<typeof traceMessages>;
