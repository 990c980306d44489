import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdirSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { ChangeMessageVisibilityCommand, SetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { type FauxqsServer, startFauxqs } from 'fauxqs';
import type { QueuePlan } from '../template/deployment-plan.ts';
import type { EmulatorCredentials } from './dynamodb.ts';
import { type Admits, type Gate, guardServer } from './endpoint.ts';

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
const traceMessages = (server: Server) => {
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

type MessageTraces = ReturnType<typeof traceMessages>;

type QueueMessage = NonNullable<ReturnType<FauxqsServer['inspectQueue']>>['messages']['ready'][number];

/** Owner of a message. The emulator forgets the group of a standard queue's message; its body names it at its start. */
const callerOf = ({ body }: Pick<QueueMessage, 'body'>): string =>
  /^\{"Version":\d+,"Caller":"([0-9a-f]+)"/.exec(body)?.[1] ?? '';

/**
 * Which message is to be taken next: the first one of a caller of whom the fewest are in work.
 *
 * @param busy - callers with a message in work, once for each.
 * @returns its place among the waiting ones, and how many of its caller's are in work; `undefined` when none waits.
 */
const nextInTurn = (
  waiting: readonly string[],
  busy: readonly string[],
): { place: number; inWork: number } | undefined => {
  const counts = new Map<string, number>();
  for (const caller of busy) counts.set(caller, (counts.get(caller) ?? 0) + 1);
  let next: { place: number; inWork: number } | undefined;
  for (const [place, caller] of waiting.entries()) {
    const inWork = counts.get(caller) ?? 0;
    if (next === undefined || inWork < next.inWork) next = { place, inWork };
    if (inWork === 0) break;
  }
  return next;
};

/**
 * Turns in an emulated queue, which knows none itself. Messages are looked at where they lie, so that those that wait stay
 * in the queue, uncounted, until they are worked on.
 */
export const createTurns = (server: FauxqsServer, queueName: string) => ({
  /**
   * Puts the message to the front whose turn it is, as SQS's fair queues do.
   *
   * @returns whether it is one of a caller with a name, of whom none is in work.
   */
  arrange: (): boolean => {
    const { ready = [], inflight = [] } = server.inspectQueue(queueName)?.messages ?? {};
    const callers = ready.map(callerOf);
    const next = nextInTurn(
      callers,
      inflight.map(({ message }) => callerOf(message)),
    );
    if (next === undefined) return false;
    moveToFront(ready, next.place);
    return next.inWork === 0 && callers[next.place] !== '';
  },
});

/** The list is the emulator's copy, and the messages in it are its own: what they hold changes places. */
const moveToFront = (messages: QueueMessage[], place: number): void => {
  if (place === 0) return;
  const held = messages.slice(0, place + 1).map((message) => ({ ...message }));
  const ordered = [held[place]!, ...held.slice(0, place)];
  for (const [index, message] of ordered.entries()) {
    const target = messages[index]!;
    for (const key of Object.keys(target)) delete target[key as keyof QueueMessage];
    Object.assign(target, message);
  }
};

export type Turns = ReturnType<typeof createTurns>;

/** As much as is used of fauxqs's own server. */
interface FastifyServer {
  server: Server;
  listen: (options: { port: number; host: string }) => Promise<string>;
}

/**
 * Starts fauxqs behind a gate and on 127.0.0.1 alone: it would listen on every address of this machine, for anybody.
 * Its server is known through the channel on which Fastify tells of each that is made.
 *
 * @see https://fastify.dev/docs/latest/Reference/Hooks/#diagnostics-channel-hooks
 */
const startGuarded = async (
  options: Parameters<typeof startFauxqs>[0],
  admits: Admits,
): Promise<{ server: FauxqsServer; gate: Gate; traces: MessageTraces }> => {
  let gate: Gate | undefined;
  let traces: MessageTraces | undefined;
  const onServer = (message: unknown): void => {
    const { fastify } = message as { fastify: FastifyServer };
    gate = guardServer(fastify.server, admits, options?.dataDir);
    traces = traceMessages(fastify.server);
    const listen = fastify.listen.bind(fastify);
    fastify.listen = (given) => listen({ ...given, host: '127.0.0.1' });
  };
  subscribe('fastify.initialization', onServer);
  // Made before the first `await` of it, so no other server is.
  const starting = startFauxqs(options);
  unsubscribe('fastify.initialization', onServer);
  const server = await starting;
  if (gate && traces) return { server, gate, traces };
  await server.stop();
  throw new Error('The emulator of SQS started without its gate; this version of it is not known.');
};

/**
 * Starts fauxqs in this process.
 *
 * @param admits - whose calls it answers.
 * @param dataFolder - where SQLite keeps queues and messages, written before each call is answered; absent: in
 *   memory.
 */
export const startSqs = async (admits: Admits, dataFolder?: string) => {
  if (dataFolder !== undefined) mkdirSync(dataFolder, { recursive: true });
  const { server, gate, traces } = await startGuarded(
    {
      port: 0,
      host: '127.0.0.1',
      logger: false,
      ...(dataFolder !== undefined && { dataDir: dataFolder }),
    },
    admits,
  );
  const endpoint = `http://127.0.0.1:${server.port}`;
  const queueUrls = new Map<string, string>();
  let owner: EmulatorCredentials | undefined;
  // The queue's URL carries a name that this machine cannot look up; the endpoint is the way in.
  const clientOf = (credentials: EmulatorCredentials | undefined): SQSClient =>
    new SQSClient({ endpoint, region: 'us-east-1', credentials, useQueueUrlAsEndpoint: false });
  return {
    endpoint,
    gate,
    server,
    /** Trace that a message was sent with. */
    traceOf: traces.traceOf,
    createQueues: async (queues: QueuePlan[], credentials: EmulatorCredentials): Promise<void> => {
      owner = credentials;
      const client = clientOf(credentials);
      try {
        for (const { name, url, attributes } of queues) {
          queueUrls.set(name, url);
          if (!server.inspectQueue(name)) server.createQueue(name, { attributes });
          // Kept from an earlier start, maybe with other settings.
          else if (Object.keys(attributes).length > 0) {
            await client.send(new SetQueueAttributesCommand({ QueueUrl: url, Attributes: attributes }));
          }
        }
      } finally {
        client.destroy();
      }
    },
    /** Age of the message that waits longest, in seconds; null when none waits. */
    oldestMessageSeconds: (queueUrl: string, nowMs: number): number | null => {
      const queueName = queueUrl.slice(queueUrl.lastIndexOf('/') + 1);
      const { ready = [], inflight = [] } = server.inspectQueue(queueName)?.messages ?? {};
      const sentAtMs = [...ready, ...inflight.map(({ message }) => message)].map(
        ({ sentTimestamp }) => sentTimestamp,
      );
      return sentAtMs.length === 0 ? null : Math.round((nowMs - Math.min(...sentAtMs)) / 1_000);
    },
    /**
     * Lets so much time pass for messages that wait, delayed or out of sight; the emulator's own clock stays.
     *
     * @param isInWork - whether a function has a message at this moment: that one does not wait.
     */
    hasten: async (byMs: number, isInWork: (messageId: string) => boolean): Promise<void> => {
      const client = clientOf(owner);
      const messagesOf = (name: string) => server.inspectQueue(name)?.messages;
      // The list is the emulator's copy, and the messages in it are its own.
      for (const message of [...queueUrls.keys()].flatMap((name) => messagesOf(name)?.delayed ?? []))
        if (message.delayUntil !== undefined) message.delayUntil -= byMs;
      const hidden = [...queueUrls].flatMap(([name, QueueUrl]) =>
        (messagesOf(name)?.inflight ?? []).map((entry) => ({ ...entry, QueueUrl })),
      );
      try {
        for (const { message, receiptHandle: ReceiptHandle, visibilityDeadline, QueueUrl } of hidden) {
          if (isInWork(message.messageId)) continue;
          const leftMs = visibilityDeadline - Date.now() - byMs;
          const VisibilityTimeout = Math.max(0, Math.ceil(leftMs / 1_000));
          await client.send(
            new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout }),
          );
        }
      } finally {
        client.destroy();
      }
    },
    close: async (): Promise<void> => {
      gate.shut();
      await server.stop();
    },
  };
};

export type SqsEmulator = Awaited<ReturnType<typeof startSqs>>;
