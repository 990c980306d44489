import type { DeliveryMessage } from './delivery/delivery.ts';
import type { Payload } from './delivery/delivery-body.ts';
import type { DeliveryAttempt, DeliveryRecord, DeliveryStep } from './delivery/delivery-record.ts';
import type { Receiver } from './delivery/receiver.ts';
import type { ResultEvent, ResultObject } from './delivery/result-export.ts';
import type { License, WebhookSecret } from './license/license.ts';
import type { Quota, QuotaState } from './license/quota.ts';
import type { ClosingMessage } from './request/closing.ts';
import type { GroupJournal, JournalEntry } from './request/group-journal.ts';
import type { StoredRequest } from './request/request.ts';
import type { ScrapeMessage } from './request/scrape-message.ts';
import type { HostRecord } from './site/host-record.ts';
import type { EpochMs } from './timing.ts';

/** A dependency (store, queue) does not respond, or is overloaded; the caller may try again later. */
export class UnavailableError extends Error {
  override readonly name = 'UnavailableError';
}

/** The operator's own bucket or event bus refused, or did not respond. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  /** AWS's name for the reason, e.g. `AccessDenied`. */
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

type NewRequest = Omit<StoredRequest, 'groups' | 'lastResultAtMs' | 'sealedAtMs' | 'isDispatched'>;

type WriteOutcome = 'NotWritten' | 'Written' | 'Completed';

/** All methods reject with {@link UnavailableError} if the store does not respond. */
export interface RequestStore {
  /** Resolves to `undefined` if no request has this id. Strongly consistent. */
  get(requestId: string): Promise<StoredRequest | undefined>;
  /**
   * Stores a new request. One already stored under this id is left unchanged.
   *
   * @param storedBy - identifies this call among those with the same idempotency key. Default: the one that made the id.
   * @returns false if another call stored it, or it is precluded.
   */
  create(request: NewRequest, expiresAtMs: EpochMs, storedBy?: string): Promise<boolean>;
  /**
   * Writes a group's results. `NotWritten` if the group was already written, or the request is sealed, gone, or past its
   * deadline; `Completed` if it was the last missing group.
   */
  addResults(requestId: string, group: number, packed: Uint8Array, nowMs: EpochMs): Promise<WriteOutcome>;
  /** Closes an unfinished request for results. @returns false if it is complete, sealed or gone. */
  seal(request: StoredRequest, nowMs: EpochMs): Promise<boolean>;
  remove(requestId: string): Promise<void>;
  /**
   * Seals a request that was never acknowledged, so that it can no longer be dispatched or completed. It
   * stays stored, or a late call could store it again.
   * @returns false if it is dispatched or complete, and therefore kept.
   */
  revoke(requestId: string, nowMs: EpochMs): Promise<boolean>;
  /**
   * Takes the place of a missing request, so that a late call can no longer store it. Readers still find nothing.
   * @returns false if it is stored after all.
   */
  preclude(requestId: string, nowMs: EpochMs, expiresAtMs: EpochMs): Promise<boolean>;
  /** Records that the messages were sent. @returns false if the request is sealed or gone. */
  markDispatched(requestId: string): Promise<boolean>;
}

/** Journals of unfinished groups. Methods reject with {@link UnavailableError}. */
export interface JournalStore {
  /** Resolves to `undefined` if nothing was recorded of this group. Strongly consistent. */
  read(requestId: string, group: number): Promise<GroupJournal | undefined>;
  /** Adds facts. */
  add(requestId: string, group: number, entry: JournalEntry, expiresAtMs: EpochMs): Promise<void>;
}

/** Effect of rendering at each shop, by license. Methods reject with {@link UnavailableError}. */
export interface HostRecordStore {
  /** Resolves to `undefined` if the host is unknown. Eventually consistent. */
  read(uid: string, host: string): Promise<HostRecord | undefined>;
  /** Writes a record, unless it would erase that the host's pages differed. */
  write(uid: string, host: string, record: HostRecord, nowMs: EpochMs): Promise<void>;
}

export interface IdempotencyRecord {
  requestId: string;
  /** SHA-256 of the call's body, hex. */
  dataHash: string;
  queuedAtMs: EpochMs;
}

export interface IdempotencyStore {
  /**
   * Claims a key for a new request.
   *
   * @param replaces - the record to replace because its request is gone or revoked.
   * @returns the winning record: the given one if the claim succeeded, otherwise the other call's.
   */
  claim(
    uid: string,
    key: string,
    record: IdempotencyRecord,
    expiresAtMs: EpochMs,
    replaces?: IdempotencyRecord,
  ): Promise<IdempotencyRecord>;
}

export interface LicenseReader {
  /** Resolves to `undefined` if no license has this UID. */
  get(uid: string): Promise<License | undefined>;
}

export interface ScrapeQueue {
  /** Sends all messages, or rejects with {@link UnavailableError} after sending some or none. */
  send(messages: readonly ScrapeMessage[]): Promise<void>;
}

/** Messages that are delivered shortly before their request's deadline. */
export interface ClosingQueue {
  /** @throws UnavailableError if the queue does not accept it. */
  send(message: ClosingMessage, delaySeconds: number): Promise<void>;
}

/** Delays received messages in their queue. */
export interface MessageVisibility {
  /** Makes a received message visible again after a delay, unless it is deleted first. Best effort. */
  delay(receiptHandle: string, delaySeconds: number): Promise<void>;
}

/** Messages that start the report of a request's end to its caller. */
export interface DeliveryQueue {
  /** @throws UnavailableError if the queue does not accept it. */
  send(message: DeliveryMessage, delaySeconds: number): Promise<void>;
}

/** Messages for the delivery queue that are due beyond its longest delay. */
export interface DeliverySchedule {
  /**
   * Sends a message when it is due (`DueMs`), at most a minute late. Idempotent for equal messages.
   * @throws UnavailableError if it is not accepted.
   */
  sendWhenDue(message: DeliveryMessage): Promise<void>;
}

/** State of receivers. Methods reject with {@link UnavailableError}. */
export interface ReceiverStore {
  /** Empty for an unknown receiver. Strongly consistent. */
  get(receiverId: string): Promise<Receiver>;
  /** Takes the next turn; concurrent calls get different ones. @param everyMs - between two turns. */
  takeTurn(
    receiverId: string,
    nowMs: EpochMs,
    everyMs: number,
  ): Promise<{ turnAtMs: EpochMs; receiver: Receiver }>;
  /** Records a failed attempt and the receiver's pause. @returns the new state. */
  recordFailure(
    receiverId: string,
    nowMs: EpochMs,
    rest?: { untilMs: EpochMs; turnsUntilMs: EpochMs },
  ): Promise<Receiver>;
  /** Clears the failures. */
  recordSuccess(receiverId: string): Promise<void>;
  /** @returns false if it is already suspended, or an attempt has succeeded meanwhile. */
  suspend(receiverId: string, nowMs: EpochMs): Promise<boolean>;
  /** Marks a receiver as slow until then. @returns false if it already was. */
  markSlow(receiverId: string, nowMs: EpochMs, untilMs: EpochMs): Promise<boolean>;
}

/** Limits how many functions post to slow receivers at the same time. */
export interface SlowLane {
  /** @returns a function that leaves the lane; `undefined` if it is full. A place expires at `untilMs`. */
  enter(nowMs: EpochMs, untilMs: EpochMs): Promise<(() => Promise<void>) | undefined>;
}

/** Next action for a message of the delivery queue. */
export interface DeliveryTurn {
  requestId: string;
  uid: string;
  /** Earlier attempts. */
  tries: number;
  /** The same for each delivery of a message. */
  messageId: string;
  /** Absent: the receiver is the operator. */
  receiverId?: string | undefined;
}

/** Records of deliveries. Methods reject with {@link UnavailableError}. */
export interface DeliveryStore {
  /** Resolves to `undefined` before the first attempt. Strongly consistent. */
  get(requestId: string): Promise<DeliveryRecord | undefined>;
  /**
   * Claims the next attempt for a message; the first claim creates the record.
   *
   * @param untilMs - latest end of the function; until then no other message can claim the same attempt.
   * @returns false if the number of earlier attempts differs, the delivery has ended, or another message holds the claim.
   */
  claim(turn: DeliveryTurn, nowMs: EpochMs, untilMs: EpochMs, expiresAtMs: EpochMs): Promise<boolean>;
  /**
   * Lets the attempt wait for its turn at the receiver; until then no other message can claim it.
   * @returns false if the message no longer holds the claim.
   */
  postpone(turn: DeliveryTurn, turnAtMs: EpochMs, expiresAtMs: EpochMs): Promise<boolean>;
  /** Records an attempt and what follows. @returns false if the message no longer holds the claim. */
  recordAttempt(
    turn: DeliveryTurn,
    attempt: DeliveryAttempt,
    step: DeliveryStep,
    expiresAtMs: EpochMs,
  ): Promise<boolean>;
  /** Stores the payload for a resend. Idempotent. */
  storePayload(requestId: string, payload: Payload, expiresAtMs: EpochMs): Promise<void>;
  /** Resolves to `undefined` if nothing is stored. */
  loadPayload(requestId: string): Promise<Payload | undefined>;
  /**
   * Counts a requested resend.
   *
   * @param max - resends allowed.
   * @returns its number, from 1; `undefined` if no more are allowed, or the record is gone.
   */
  countResend(requestId: string, max: number): Promise<number | undefined>;
  /**
   * Records a resend. An accepted one ends the delivery.
   * @returns false if it is already recorded, or the record is gone.
   */
  recordResend(requestId: string, resend: number, attempt: DeliveryAttempt): Promise<boolean>;
}

/** The operator's own bucket. */
export interface ResultBucket {
  name: string;
  /** Writes an object. Idempotent: a key always has the same content. @throws RefusedError if it is not written. */
  put(object: ResultObject): Promise<void>;
}

/** The operator's own event bus. */
export interface ResultBus {
  /** @throws RefusedError if the event is not accepted. */
  send(event: ResultEvent): Promise<void>;
}

/** The scraper's own side of the queue. */
export interface ScrapeRetries extends MessageVisibility {
  /**
   * Sends a message again with a delay, without its results if they would make it too large.
   * @throws UnavailableError if the queue does not accept it.
   */
  requeue(message: ScrapeMessage, delaySeconds: number): Promise<void>;
}

/** Reads the current time. */
export type Clock = () => EpochMs;

/** The command line's operations on licenses. Changes resolve to false if the license does not exist. */
export interface LicenseStore extends LicenseReader {
  /** All licenses, by UID. */
  list(): Promise<License[]>;
  /** @returns false if the UID is taken. */
  create(license: License): Promise<boolean>;
  setEnabled(uid: string, enabled: boolean): Promise<boolean>;
  setKey(uid: string, keyHash: string, keyPrefix: string): Promise<boolean>;
  /** Replaces all its secrets. */
  setWebhookSecrets(uid: string, secrets: readonly WebhookSecret[]): Promise<boolean>;
  delete(uid: string): Promise<boolean>;
}

export interface QuotaStore {
  /** Takes from a quota. Exact under concurrency: no more calls pass than the limit allows. */
  take(uid: string, quota: Quota, nowMs: EpochMs): Promise<QuotaState>;
  /** Gives back what was taken, if the window that ends at `resetsAtMs` is still open. */
  giveBack(uid: string, quota: Quota, resetsAtMs: EpochMs): Promise<void>;
}

/** Places for held calls; see {@link maxHeldCallsOfLicense}. */
export interface HeldCalls {
  /**
   * Takes a place for one call. Exact under concurrency: no more calls are held than there are places.
   * @returns a function that frees it; `undefined` if the license or the deployment has none free, or the store does not
   *   respond.
   */
  take(uid: string, nowMs: EpochMs): Promise<(() => Promise<void>) | undefined>;
}

/** Counts read-only calls by license and clock minute. */
export interface CallCounts {
  /**
   * Adds calls. @returns the license's calls in this minute.
   * @throws UnavailableError if the store does not respond.
   */
  add(uid: string, minute: number, calls: number): Promise<number>;
}
