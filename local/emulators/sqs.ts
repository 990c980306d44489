import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdirSync } from 'node:fs';
import type { Server } from 'node:http';
import { SetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { type FauxqsServer, startFauxqs } from 'fauxqs';
import type { QueuePlan } from '../template/deployment-plan.ts';
import type { EmulatorCredentials } from './dynamodb.ts';
import { type Admits, type Gate, guardServer } from './gate.ts';

export interface SqsEmulator {
  endpoint: string;
  gate: Gate;
  server: FauxqsServer;
  createQueues: (queues: QueuePlan[], credentials: EmulatorCredentials) => Promise<void>;
  /** Age of the message that waits longest, in seconds; null when none waits. */
  oldestMessageSeconds: (queueName: string, nowMs: number) => number | null;
  /** Lets so much time pass for messages that are delayed; the emulator's own clock stays. */
  hastenDelayed: (byMs: number) => void;
  close: () => Promise<void>;
}

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
): Promise<{ server: FauxqsServer; gate: Gate }> => {
  let gate: Gate | undefined;
  const onServer = (message: unknown): void => {
    const { fastify } = message as { fastify: FastifyServer };
    gate = guardServer(fastify.server, admits, options?.dataDir);
    const listen = fastify.listen.bind(fastify);
    fastify.listen = (given) => listen({ ...given, host: '127.0.0.1' });
  };
  subscribe('fastify.initialization', onServer);
  // Made before the first `await` of it, so no other server is.
  const starting = startFauxqs(options);
  unsubscribe('fastify.initialization', onServer);
  const server = await starting;
  if (gate) return { server, gate };
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
export const startSqs = async (admits: Admits, dataFolder?: string): Promise<SqsEmulator> => {
  if (dataFolder !== undefined) mkdirSync(dataFolder, { recursive: true });
  const { server, gate } = await startGuarded(
    {
      port: 0,
      host: '127.0.0.1',
      logger: false,
      ...(dataFolder !== undefined && { dataDir: dataFolder }),
    },
    admits,
  );
  const endpoint = `http://127.0.0.1:${server.port}`;
  const queueNames = new Set<string>();
  return {
    endpoint,
    gate,
    server,
    createQueues: async (queues, credentials) => {
      // The queue's URL carries a name that this machine cannot look up; the endpoint is the way in.
      const client = new SQSClient({
        endpoint,
        region: 'us-east-1',
        credentials,
        useQueueUrlAsEndpoint: false,
      });
      try {
        for (const { name, url, attributes } of queues) {
          queueNames.add(name);
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
    oldestMessageSeconds: (queueName, nowMs) => {
      const { ready = [], inflight = [] } = server.inspectQueue(queueName)?.messages ?? {};
      const sentAtMs = [...ready, ...inflight.map(({ message }) => message)].map(
        ({ sentTimestamp }) => sentTimestamp,
      );
      return sentAtMs.length === 0 ? null : Math.round((nowMs - Math.min(...sentAtMs)) / 1_000);
    },
    hastenDelayed: (byMs) => {
      for (const name of queueNames) {
        // The list is the emulator's copy, and the messages in it are its own.
        for (const message of server.inspectQueue(name)?.messages.delayed ?? [])
          if (message.delayUntil !== undefined) message.delayUntil -= byMs;
      }
    },
    close: async () => {
      gate.shut();
      await server.stop();
    },
  };
};
