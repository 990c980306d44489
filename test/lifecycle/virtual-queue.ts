import { AsyncLocalStorage } from 'node:async_hooks';
import type { SQSBatchResponse, SQSRecord } from 'aws-lambda';
import { maxChain } from '../../local/functions/lineage.ts';
import { sqsRecord } from '../fakes/events.ts';
import type { VirtualTime } from './virtual-time.ts';

/** Invocations by function in the current chain. */
export const lineage = new AsyncLocalStorage<ReadonlyMap<string, number>>();

export interface VirtualQueueOptions {
  /** The function that receives its messages. */
  functionName: string;
  /** True if the template allows recursive invocation; otherwise it is stopped as Lambda does. */
  allowsRecursion?: boolean;
  visibilityTimeoutSeconds: number;
  /** Deliveries after which a message goes to the dead-letter queue; absent: never. */
  maxReceiveCount?: number;
  /** One delivery. Never settles if the function dies. */
  deliver: (record: SQSRecord) => Promise<SQSBatchResponse>;
}

interface QueuedMessage {
  body: string;
  chain: ReadonlyMap<string, number>;
  receiveCount: number;
  /** Cancels its next delivery. */
  callOff: () => void;
}

/** An SQS queue with its event source: simulates time and delivery counts, with one message per batch. */
export class VirtualQueue {
  readonly deadLetters: { body: string; atMs: number }[] = [];
  /** Messages dropped because their chain had invoked the function too often. */
  readonly dropped: string[] = [];
  /** Maximum number of invocations of the function in one chain. */
  longestChain = 0;
  readonly #time: VirtualTime;
  readonly #options: VirtualQueueOptions;
  readonly #messages = new Map<string, QueuedMessage>();
  #identifiers = 0;

  constructor(time: VirtualTime, options: VirtualQueueOptions) {
    this.#time = time;
    this.#options = options;
  }

  send(body: string, delaySeconds = 0): void {
    this.#identifiers += 1;
    const id = `m${this.#identifiers}`;
    const chain = lineage.getStore() ?? new Map();
    this.#messages.set(id, { body, chain, receiveCount: 0, callOff: () => {} });
    this.#showAfter(id, delaySeconds * 1_000);
  }

  /** ChangeMessageVisibility. */
  changeVisibility(receiptHandle: string, seconds: number): void {
    this.#showAfter(receiptHandle.replace('receipt-', ''), seconds * 1_000);
  }

  #showAfter(id: string, ms: number): void {
    const message = this.#messages.get(id);
    if (!message) return;
    message.callOff();
    message.callOff = this.#time.after(ms, () => void this.#receive(id, message));
  }

  async #receive(id: string, message: QueuedMessage): Promise<void> {
    const { maxReceiveCount = Number.POSITIVE_INFINITY, visibilityTimeoutSeconds, deliver } = this.#options;
    const { functionName, allowsRecursion = false } = this.#options;
    const invocations = (message.chain.get(functionName) ?? 0) + 1;
    if (invocations > maxChain && !allowsRecursion) {
      this.#messages.delete(id);
      this.dropped.push(message.body);
      return;
    }
    this.longestChain = Math.max(this.longestChain, invocations);
    if (message.receiveCount >= maxReceiveCount) {
      this.#messages.delete(id);
      this.deadLetters.push({ body: message.body, atMs: this.#time.nowMs });
      return;
    }
    message.receiveCount += 1;
    this.#showAfter(id, visibilityTimeoutSeconds * 1_000);
    const { body, receiveCount } = message;
    const chain = new Map(message.chain).set(functionName, invocations);
    const { batchItemFailures } = await lineage.run(chain, () =>
      deliver(sqsRecord({ body, messageId: id, receiveCount })),
    );
    if (batchItemFailures.length > 0) return;
    message.callOff();
    this.#messages.delete(id);
  }
}
