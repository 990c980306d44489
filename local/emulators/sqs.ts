import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdirSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { ChangeMessageVisibilityCommand, SetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { type FauxqsServer, startFauxqs } from 'fauxqs';
import { LRUCache } from 'lru-cache';
import type { QueuePlan } from '../template/deployment-plan.ts';
import { readKept } from './data-folder.ts';
import type { EmulatorCredentials } from './dynamodb.ts';
import { type Admits, type Gate, guardServer } from './endpoint.ts';

/** Messages whose traces are kept. */
const maxTraces = 50_000;

interface SendAnswer {
  MessageId?: string;
  Successful?: { MessageId?: string }[];
}

type Traces = LRUCache<string, string>;

/** Records the trace that each message is sent with, by message id; the emulator keeps none. */
const traceMessages = (server: Server): Traces => {
  const traces: Traces = new LRUCache({ max: maxTraces });
  server.prependListener('request', ({ headers }: IncomingMessage, response: ServerResponse) => {
    const trace = headers['x-amzn-trace-id'];
    if (typeof trace !== 'string' || !String(headers['x-amz-target']).includes('SendMessage')) return;
    const end = response.end.bind(response) as (...given: unknown[]) => ServerResponse;
    response.end = ((...given: unknown[]) => {
      const [answer] = given;
      if (response.statusCode === 200 && (typeof answer === 'string' || answer instanceof Uint8Array)) {
        const sent = JSON.parse(Buffer.from(answer as string).toString('utf8')) as SendAnswer;
        for (const { MessageId } of [sent, ...(sent.Successful ?? [])])
          if (MessageId !== undefined) traces.set(MessageId, trace);
      }
      return end(...given);
    }) as typeof response.end;
  });
  return traces;
};

/** The part of fauxqs's own server that is used. */
interface FastifyServer {
  server: Server;
  listen: (options: { port: number; host: string }) => Promise<string>;
}

/**
 * Starts fauxqs guarded and on 127.0.0.1; by itself it would listen on every address, for everyone. Fastify announces
 * its server on a diagnostics channel.
 *
 * @see https://fastify.dev/docs/latest/Reference/Hooks/#diagnostics-channel-hooks
 */
const startGuarded = async (
  options: Parameters<typeof startFauxqs>[0],
  admits: Admits,
): Promise<{ server: FauxqsServer; gate: Gate; traces: Traces }> => {
  let guarded: { gate: Gate; traces: Traces } | undefined;
  const onServer = (message: unknown): void => {
    const { fastify } = message as { fastify: FastifyServer };
    // Behind the guard.
    const traces = traceMessages(fastify.server);
    guarded = { gate: guardServer(fastify.server, admits, options?.dataDir), traces };
    const listen = fastify.listen.bind(fastify);
    fastify.listen = (given) => listen({ ...given, host: '127.0.0.1' });
  };
  subscribe('fastify.initialization', onServer);
  // The server is created before the first `await`, so no other one is meant.
  const starting = startFauxqs(options);
  unsubscribe('fastify.initialization', onServer);
  const server = await starting;
  if (guarded) return { server, ...guarded };
  await server.stop();
  throw new Error('fauxqs started unguarded: expected it to announce its server. Use the pinned version.');
};

/**
 * Starts fauxqs in this process.
 *
 * @param dataFolder - SQLite's folder, written before each call is answered; absent: in memory.
 * @throws Error naming the folder if it is damaged.
 */
export const startSqs = async (admits: Admits, credentials: EmulatorCredentials, dataFolder?: string) => {
  if (dataFolder !== undefined) mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  const start = () =>
    startGuarded(
      {
        port: 0,
        host: '127.0.0.1',
        logger: false,
        ...(dataFolder !== undefined && { dataDir: dataFolder }),
      },
      admits,
    );
  const { server, gate, traces } = await (dataFolder === undefined
    ? start()
    : readKept(dataFolder, 'messages in work', start));
  const endpoint = `http://127.0.0.1:${server.port}`;
  const queueUrls = new Map<string, string>();
  // The host name in a queue's URL does not resolve here.
  const client = new SQSClient({ endpoint, region: 'us-east-1', credentials, useQueueUrlAsEndpoint: false });
  const messagesIn = (queueName: string) => server.inspectQueue(queueName)?.messages;
  return {
    endpoint,
    gate,
    server,
    /** Returns `AWSTraceHeader` of a message; `undefined` if it has none, or the stack was restarted since. */
    traceOf: (messageId: string): string | undefined => traces.get(messageId),
    createQueues: async (queues: QueuePlan[]): Promise<void> => {
      for (const { name, url, attributes } of queues) {
        queueUrls.set(name, url);
        if (!server.inspectQueue(name)) server.createQueue(name, { attributes });
        // The queue is from an earlier start, perhaps with other settings.
        else if (Object.keys(attributes).length > 0)
          await client.send(new SetQueueAttributesCommand({ QueueUrl: url, Attributes: attributes }));
      }
    },
    /** Age of the oldest message in seconds; null if the queue is empty. */
    oldestMessageSeconds: (queueUrl: string, nowMs: number): number | null => {
      const { ready = [], inflight = [] } = messagesIn(queueUrl.slice(queueUrl.lastIndexOf('/') + 1)) ?? {};
      const sentAtMs = [...ready, ...inflight.map(({ message }) => message)].map(
        ({ sentTimestamp }) => sentTimestamp,
      );
      return sentAtMs.length === 0 ? null : Math.round((nowMs - Math.min(...sentAtMs)) / 1_000);
    },
    /**
     * Shortens delays and visibility timeouts; the emulator's own clock stays.
     *
     * @param isInWork - true for messages that a function holds; they are left alone.
     */
    hasten: async (byMs: number, isInWork: (messageId: string) => boolean): Promise<void> => {
      for (const [name, QueueUrl] of queueUrls) {
        const { delayed = [], inflight = [] } = messagesIn(name) ?? {};
        for (const message of delayed) message.delayUntil = (message.delayUntil ?? 0) - byMs;
        const idle = inflight.filter(({ message }) => !isInWork(message.messageId));
        for (const { receiptHandle: ReceiptHandle, visibilityDeadline } of idle) {
          const leftMs = visibilityDeadline - Date.now() - byMs;
          const VisibilityTimeout = Math.max(0, Math.ceil(leftMs / 1_000));
          await client.send(
            new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout }),
          );
        }
      }
    },
    close: async (): Promise<void> => {
      gate.shut();
      client.destroy();
      await server.stop();
    },
  };
};

export type SqsEmulator = Awaited<ReturnType<typeof startSqs>>;
