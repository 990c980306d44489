import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SQSClient } from '@aws-sdk/client-sqs';
import { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { createDynamoDbIdempotencyStore } from '../../lambdas/aws/dynamodb-idempotency-store.ts';
import { createDynamoDbJournalStore } from '../../lambdas/aws/dynamodb-journal-store.ts';
import { createDynamoDbRequestStore, toEpochSeconds } from '../../lambdas/aws/dynamodb-request-store.ts';
import {
  createSqsClosingQueue,
  createSqsScrapeQueue,
  createSqsScrapeRetries,
} from '../../lambdas/aws/sqs-scrape-queue.ts';
import type { ClosingMessage } from '../../lambdas/domain/closing.ts';
import {
  type ClosingQueue,
  type IdempotencyStore,
  type JournalStore,
  type RequestStore,
  type ScrapeQueue,
  type ScrapeRetries,
  UnavailableError,
} from '../../lambdas/domain/ports.ts';
import type { StoredRequest } from '../../lambdas/domain/request.ts';
import type { ScrapeMessage } from '../../lambdas/domain/site-group.ts';
import { emulatorVariables, startDynamoDb, startSqs } from '../aws/emulators.ts';
import { type Fault, startFaultyProxy } from '../fakes/faulty-proxy.ts';
import {
  createMemoryIdempotencyStore,
  createMemoryJournalStore,
  createMemoryRequestStore,
} from '../fakes/memory-stores.ts';

/**
 * What the network and AWS do to one call of a port. `lost-call` and `lost-answer`: to the first attempt, and the
 * SDK's second one gets through. `unavailable`: no attempt reaches the service. `unanswered`: every attempt
 * reaches it and is done, and no answer comes back.
 */
export const callFates = ['pass', 'lost-call', 'lost-answer', 'unavailable', 'unanswered'] as const;
export type CallFate = (typeof callFates)[number];

/** The stores and the queue of one deployment. */
export interface World {
  requests: RequestStore;
  idempotency: IdempotencyStore;
  journal: JournalStore;
  queue: ScrapeQueue;
  closing: ClosingQueue;
  retries: ScrapeRetries;
  under<T>(fate: CallFate, call: () => Promise<T>): Promise<T>;
  /** What is stored, past all faults. */
  peek(requestId: string): Promise<StoredRequest | undefined>;
  /** Messages that reached the queue since the last call. */
  takeSent(): { messages: ScrapeMessage[]; closings: ClosingMessage[] };
  /** Deletes what DynamoDB's TTL deletes at this time at the earliest. */
  collectGarbage(nowMs: number): Promise<void>;
  /** Empties everything for the next history. */
  clear(): Promise<void>;
  stop(): Promise<void>;
}

/** Stores in memory: thousands of histories in seconds. */
export const createMemoryWorld = (): World & { items: Map<string, StoredRequest> } => {
  const requests = createMemoryRequestStore();
  const idempotency = createMemoryIdempotencyStore();
  const journal = createMemoryJournalStore();
  const expiries = new Map<string, number>();
  let sent: ScrapeMessage[] = [];
  let sentClosings: ClosingMessage[] = [];
  return {
    items: requests.items,
    requests: {
      ...requests,
      create: (request, expiresAtMs, storedBy) => {
        expiries.set(request.requestId, expiresAtMs);
        return requests.create(request, expiresAtMs, storedBy);
      },
    },
    idempotency,
    journal,
    queue: {
      send: async (messages) => {
        sent.push(...messages);
      },
    },
    closing: {
      send: async (message) => {
        sentClosings.push(message);
      },
    },
    retries: {
      sendAgain: async (message) => {
        sent.push(message);
      },
      delay: async () => {},
    },
    under: async (fate, call) => {
      if (fate === 'unavailable') throw new UnavailableError('injected: no call arrives');
      const answer = await call();
      if (fate === 'unanswered') throw new UnavailableError('injected: no answer arrives');
      return fate === 'lost-answer' ? call() : answer;
    },
    peek: requests.get,
    takeSent: () => {
      const taken = { messages: sent, closings: sentClosings };
      sent = [];
      sentClosings = [];
      return taken;
    },
    collectGarbage: async (nowMs) => {
      for (const [requestId, expiresAtMs] of expiries) {
        if (toEpochSeconds(expiresAtMs) * 1_000 < nowMs) requests.items.delete(requestId);
      }
    },
    clear: async () => {
      requests.items.clear();
      idempotency.records.clear();
      journal.journals.clear();
      expiries.clear();
      sent = [];
      sentClosings = [];
    },
    stop: async () => {},
  };
};

/** The SDK's number of attempts without its pauses: histories have their own clock. */
const attemptsWithoutPause = {
  mode: 'without-pause',
  acquireInitialRetryToken: async () => attempt(0),
  refreshRetryTokenForRetry: async (
    token: { getRetryCount: () => number },
    { errorType }: { errorType: string },
  ) => {
    if (token.getRetryCount() >= 2 || errorType === 'CLIENT_ERROR') throw new Error('no further attempt');
    return attempt(token.getRetryCount() + 1);
  },
  recordSuccess: () => {},
};
const attempt = (count: number) => ({
  getRetryCount: () => count,
  getRetryDelay: () => 0,
  getRetryCost: () => 0,
});

const refusals: readonly Fault[] = ['lost-call', 'fault', 'throttle'];

/** The real adapters over HTTP against emulators of DynamoDB and SQS, behind proxies that make calls fail. */
export const startEmulatedWorld = async (): Promise<World> => {
  const dynamoDb = await startDynamoDb({ Requests: 'RequestId' });
  const sqs = await startSqs();
  const endpoints = {
    dynamoDb: process.env.AWS_ENDPOINT_URL_DYNAMODB!,
    sqs: process.env.AWS_ENDPOINT_URL_SQS!,
  };
  let fate: CallFate = 'pass';
  let calls = 0;
  const plan = (): Fault => {
    calls += 1;
    if (fate === 'unavailable') return refusals[calls % refusals.length]!;
    if (fate === 'unanswered') return 'lost-answer';
    return fate === 'pass' || calls > 1 ? 'pass' : fate;
  };
  const proxies = [
    await startFaultyProxy(endpoints.dynamoDb, plan),
    await startFaultyProxy(endpoints.sqs, plan),
  ];
  const options = {
    region: emulatorVariables.AWS_REGION,
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    retryStrategy: attemptsWithoutPause,
  };
  const connect = (endpoint: string) =>
    DynamoDBDocumentClient.from(new DynamoDBClient({ ...options, endpoint }), {
      marshallOptions: { removeUndefinedValues: true },
    });
  const documents = connect(proxies[0]!.endpoint);
  const direct = connect(endpoints.dynamoDb);
  const queueClient = new SQSClient({
    ...options,
    endpoint: proxies[1]!.endpoint,
    useQueueUrlAsEndpoint: false,
  });
  const store = createDynamoDbRequestStore(direct, 'Requests');
  const removeWhere = async (mayGo: (item: Record<string, unknown>) => boolean): Promise<void> => {
    const { Items = [] } = await direct.send(new ScanCommand({ TableName: 'Requests' }));
    for (const item of Items) if (mayGo(item)) await store.remove(item.RequestId as string);
  };
  return {
    requests: createDynamoDbRequestStore(documents, 'Requests'),
    idempotency: createDynamoDbIdempotencyStore(documents, 'Requests'),
    journal: createDynamoDbJournalStore(documents, 'Requests'),
    queue: createSqsScrapeQueue(queueClient, sqs.queueUrl),
    closing: createSqsClosingQueue(queueClient, sqs.closingQueueUrl),
    retries: createSqsScrapeRetries(queueClient, sqs.queueUrl),
    under: async (wanted, call) => {
      fate = wanted;
      calls = 0;
      try {
        return await call();
      } finally {
        fate = 'pass';
      }
    },
    peek: store.get,
    takeSent: () => {
      const messagesIn = <Message>(name: string): Message[] => {
        const { ready = [], delayed = [] } = sqs.server.inspectQueue(name)?.messages ?? {};
        return [...ready, ...delayed].map(({ body }) => JSON.parse(body) as Message);
      };
      const taken = {
        messages: messagesIn<ScrapeMessage>('scrape'),
        closings: messagesIn<ClosingMessage>('closing'),
      };
      if (taken.messages.length + taken.closings.length > 0) sqs.server.reset();
      return taken;
    },
    collectGarbage: (nowMs) =>
      removeWhere(({ ExpiresAtEpochSeconds }) => (ExpiresAtEpochSeconds as number) * 1_000 < nowMs),
    clear: async () => {
      sqs.server.reset();
      await removeWhere(() => true);
    },
    stop: async () => {
      documents.destroy();
      direct.destroy();
      queueClient.destroy();
      for (const part of [...proxies, dynamoDb, sqs]) await part.stop();
    },
  };
};
