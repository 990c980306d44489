import { toEpochSeconds } from '../../lambdas/aws/dynamodb-request-store.ts';
import {
  type ClosingQueue,
  type RequestStore,
  type ScrapeQueue,
  type ScrapeRetries,
  UnavailableError,
} from '../../lambdas/domain/ports.ts';
import type { ClosingMessage } from '../../lambdas/domain/request/closing.ts';
import type { ScrapeMessage } from '../../lambdas/domain/request/scrape-message.ts';
import {
  createMemoryIdempotencyStore,
  createMemoryJournalStore,
  createMemoryRequestStore,
} from '../fakes/memory-stores.ts';

/**
 * The fate of one call of a port. `lost-call` and `lost-answer` affect the first attempt, and the SDK's
 * second one succeeds. `unavailable`: no attempt reaches the service. `unanswered`: every attempt is
 * executed, but no response arrives.
 */
export type CallFate = 'pass' | 'lost-call' | 'lost-answer' | 'unavailable' | 'unanswered';

export type World = ReturnType<typeof createMemoryWorld>;

/** The stores and the queue of one deployment, in memory: thousands of histories in seconds. */
export const createMemoryWorld = () => {
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
    } satisfies RequestStore,
    idempotency,
    journal,
    queue: { send: async (messages) => void sent.push(...messages) } satisfies ScrapeQueue,
    closing: { send: async (message) => void sentClosings.push(message) } satisfies ClosingQueue,
    retries: {
      requeue: async (message) => void sent.push(message),
      delay: async () => {},
    } satisfies ScrapeRetries,
    under: async <T>(fate: CallFate, call: () => Promise<T>): Promise<T> => {
      if (fate === 'unavailable') throw new UnavailableError('injected: no call arrives');
      const answer = await call();
      if (fate === 'unanswered') throw new UnavailableError('injected: no answer arrives');
      return fate === 'lost-answer' ? call() : answer;
    },
    /** Reads the stored state, bypassing all faults. */
    peek: requests.get,
    /** Messages that reached the queue since the last call. */
    takeSent: () => {
      const taken = { messages: sent, closings: sentClosings };
      sent = [];
      sentClosings = [];
      return taken;
    },
    /** Deletes everything that DynamoDB's TTL may delete at this time. */
    collectGarbage: async (nowMs: number) => {
      for (const [requestId, expiresAtMs] of expiries) {
        if (toEpochSeconds(expiresAtMs) * 1_000 < nowMs) requests.items.delete(requestId);
      }
    },
    /** Clears everything for the next history. */
    clear: async () => {
      requests.items.clear();
      idempotency.records.clear();
      journal.journals.clear();
      expiries.clear();
      sent = [];
      sentClosings = [];
    },
  };
};
