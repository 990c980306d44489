import type { SQSBatchResponse, SQSRecord } from 'aws-lambda';
import { sqsRecord } from '../fakes/events.ts';
import type { VirtualTime } from './virtual-time.ts';

export interface VirtualQueueOptions {
  visibilityTimeoutSeconds: number;
  /** Deliveries after which a message goes to the dead-letter queue; absent: none does. */
  maxReceiveCount?: number;
  /** One delivery. Never settles where the function dies. */
  deliver: (record: SQSRecord) => Promise<SQSBatchResponse>;
}

interface QueuedMessage {
  body: string;
  receiveCount: number;
  /** Calls its next delivery off. */
  callOff: () => void;
}

/** An SQS queue with its event source, as far as time and counts of deliveries go; one message in a batch. */
export class VirtualQueue {
  readonly deadLetters: { body: string; atMs: number }[] = [];
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
    this.#messages.set(id, { body, receiveCount: 0, callOff: () => {} });
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
    if (message.receiveCount >= maxReceiveCount) {
      this.#messages.delete(id);
      this.deadLetters.push({ body: message.body, atMs: this.#time.nowMs });
      return;
    }
    message.receiveCount += 1;
    this.#showAfter(id, visibilityTimeoutSeconds * 1_000);
    const { body, receiveCount } = message;
    const { batchItemFailures } = await deliver(sqsRecord({ body, messageId: id, receiveCount }));
    if (batchItemFailures.length > 0) return;
    message.callOff();
    this.#messages.delete(id);
  }
}
