import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdirSync } from 'node:fs';
import type { Server } from 'node:http';
import { ChangeMessageVisibilityCommand, SetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { type FauxqsServer, startFauxqs } from 'fauxqs';
import type { QueuePlan } from '../template/deployment-plan.ts';
import type { EmulatorCredentials } from './dynamodb.ts';
import { type Admits, type Gate, guardServer } from './gate.ts';
import { type MessageTraces, traceMessages } from './message-traces.ts';

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
