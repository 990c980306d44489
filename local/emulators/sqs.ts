import { mkdirSync } from 'node:fs';
import { SetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { type FauxqsServer, startFauxqs } from 'fauxqs';
import type { QueuePlan } from '../template/deployment-plan.ts';
import type { EmulatorCredentials } from './dynamodb.ts';
import { type Gate, openGate } from './gate.ts';

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

/**
 * Starts fauxqs in this process.
 *
 * @param dataFolder - where SQLite keeps queues and messages, written before each call is answered; absent: in
 *   memory.
 */
export const startSqs = async (dataFolder?: string): Promise<SqsEmulator> => {
  if (dataFolder !== undefined) mkdirSync(dataFolder, { recursive: true });
  const server = await startFauxqs({
    port: 0,
    host: '127.0.0.1',
    logger: false,
    ...(dataFolder !== undefined && { dataDir: dataFolder }),
  });
  const gate = await openGate(server.port);
  const endpoint = `http://127.0.0.1:${gate.port}`;
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
      await gate.close();
      await server.stop();
    },
  };
};
