import { toEpochSeconds } from '../../lambdas/aws/dynamodb-request-store.ts';
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
