import type { ClosingMessage } from './closing.ts';
import type { DeliveryMessage } from './delivery.ts';
import type { Payload } from './delivery-body.ts';
import type { DeliveryAttempt, DeliveryRecord, DeliveryStep } from './delivery-record.ts';
import type { GroupJournal, JournalNote } from './group-journal.ts';
import type { HostRecord } from './host-record.ts';
import type { License, WebhookSecret } from './license.ts';
import type { Quota, QuotaState } from './quota.ts';
import type { Receiver } from './receiver.ts';
import type { StoredRequest } from './request.ts';
import type { ResultEvent, ResultObject } from './result-export.ts';
import type { ScrapeMessage } from './scrape-message.ts';
import type { EpochMs } from './timing.ts';

/** A dependency (store, queue) does not answer or refuses for load; the caller may try again later. */
export class UnavailableError extends Error {
  override readonly name = 'UnavailableError';
}

/** A refusal, or no answer, of the operator's own bucket or event bus. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  /** AWS's name for the reason, e.g. `AccessDenied`. */
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

export type NewRequest = Omit<StoredRequest, 'groups' | 'lastResultAtMs' | 'sealedAtMs' | 'isDispatched'>;

export type WriteOutcome = 'NotWritten' | 'Written' | 'Completed';

/** All methods reject with {@link UnavailableError} when the store does not answer. */
export interface RequestStore {
  /** Resolves to `undefined` when no request has this id. Strongly consistent. */
  get(requestId: string): Promise<StoredRequest | undefined>;
  /**
   * Stores a new request. One that is stored already under this id stays as it is.
   *
   * @param storedBy - names this call among those with one idempotency key. Default: the one that made the id.
   * @returns false when another call stored it, or it is precluded.
   */
  create(request: NewRequest, expiresAtMs: EpochMs, storedBy?: string): Promise<boolean>;
  /**
   * Writes a group's results. `NotWritten` when the group was already written, or the request is sealed, gone, or
   * past its deadline; `Completed` when it was the last one that was missing.
   */
  addResults(requestId: string, group: number, packed: Uint8Array, nowMs: EpochMs): Promise<WriteOutcome>;
  /** Closes an unfinished request for results. @returns false when it is complete, sealed or gone. */
  seal(request: StoredRequest, nowMs: EpochMs): Promise<boolean>;
  remove(requestId: string): Promise<void>;
  /**
   * Seals a request that nobody was told of, so that it can be neither dispatched nor completed any more. It stays
   * stored: a call that is late could otherwise store it again.
   * @returns false when it is dispatched or complete: it stands.
   */
  takeBack(requestId: string, nowMs: EpochMs): Promise<boolean>;
  /**
   * Takes the place of a request that is missing, so that a call that is late cannot store it any more. To readers
   * it stays missing.
   * @returns false when it is stored after all.
   */
  preclude(requestId: string, nowMs: EpochMs, expiresAtMs: EpochMs): Promise<boolean>;
  /** Notes that the messages are sent. @returns false when the request is sealed or gone. */
  markDispatched(requestId: string): Promise<boolean>;
}

/** Journals of groups that are under way. Methods reject with {@link UnavailableError}. */
export interface JournalStore {
  /** Resolves to `undefined` when nothing was written down of this group. Strongly consistent. */
  read(requestId: string, group: number): Promise<GroupJournal | undefined>;
  /** Adds facts. */
  note(requestId: string, group: number, note: JournalNote, expiresAtMs: EpochMs): Promise<void>;
}

/** Effect of rendering at shops, for each license apart. Methods reject with {@link UnavailableError}. */
export interface HostRecordStore {
  /** Resolves to `undefined` when nothing is known of the host. May be a moment behind. */
  read(uid: string, host: string): Promise<HostRecord | undefined>;
  /** Writes a record, unless it would take away that the host's pages differed. */
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
   * @param replaces - the record to put aside because its request is gone or taken back.
   * @returns the record that holds: the given one when the claim succeeded, else the other's.
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
  /** Resolves to `undefined` when no license has this UID. */
  get(uid: string): Promise<License | undefined>;
}

export interface ScrapeQueue {
  /** Sends all messages or rejects with {@link UnavailableError}; some may have been sent then. */
  send(messages: readonly ScrapeMessage[]): Promise<void>;
}

/** Messages that come back shortly before the deadline of their request. */
export interface ClosingQueue {
  /** @throws UnavailableError when the queue does not take it. */
  send(message: ClosingMessage, delaySeconds: number): Promise<void>;
}

/** Messages that a delivery may leave behind. */
export interface MessageTurns {
  /** Makes a message that is not done with by then visible again after a time. Best effort. */
  delay(receiptHandle: string, delaySeconds: number): Promise<void>;
}

/** Messages that tell callers of the end of their requests. */
export interface DeliveryQueue {
  /** @throws UnavailableError when the queue does not take it. */
  send(message: DeliveryMessage, delaySeconds: number): Promise<void>;
}

/** Messages for the delivery queue that it would not hold back for so long. */
export interface DeliverySchedule {
  /**
   * Sends a message once it falls due (`DueMs`), a minute late at most. The same message again is the same.
   * @throws UnavailableError when it is not taken.
   */
  sendWhenDue(message: DeliveryMessage): Promise<void>;
}

/** State of receivers. Methods reject with {@link UnavailableError}. */
export interface ReceiverStore {
  /** Of an unknown one, nothing. Strongly consistent. */
  get(receiverId: string): Promise<Receiver>;
  /** Takes the next turn; of many calls at the same time each has its own. @param everyMs - between two turns. */
  takeTurn(
    receiverId: string,
    nowMs: EpochMs,
    everyMs: number,
  ): Promise<{ turnAtMs: EpochMs; receiver: Receiver }>;
  /** Notes a try that failed, and until when no further one is wanted. @returns what is known then. */
  noteFailure(
    receiverId: string,
    nowMs: EpochMs,
    rest?: { untilMs: EpochMs; turnsUntilMs: EpochMs },
  ): Promise<Receiver>;
  /** Forgets that tries have failed. */
  noteSuccess(receiverId: string): Promise<void>;
  /** @returns false where it is suspended already, or a try has succeeded meanwhile. */
  suspend(receiverId: string, nowMs: EpochMs): Promise<boolean>;
  /** Notes that a receiver is slow until then. @returns false where it was at that time. */
  noteSlow(receiverId: string, nowMs: EpochMs, untilMs: EpochMs): Promise<boolean>;
}

/** The functions that may post to slow receivers at the same time. */
export interface SlowLane {
  /** @returns what leaves it; `undefined` where others have taken all places. A place is free again at `untilMs` anyway. */
  enter(nowMs: EpochMs, untilMs: EpochMs): Promise<(() => Promise<void>) | undefined>;
}

/** Next action for a message of the delivery queue. */
export interface DeliveryTurn {
  requestId: string;
  uid: string;
  /** Tries that were made before. */
  tries: number;
  /** Names the message, and each of its deliveries alike. */
  messageId: string;
  /** Absent: it is told to the operator. */
  receiverId?: string | undefined;
}

/** Records of deliveries. Methods reject with {@link UnavailableError}. */
export interface DeliveryStore {
  /** Resolves to `undefined` when nothing was begun. Strongly consistent. */
  get(requestId: string): Promise<DeliveryRecord | undefined>;
  /**
   * Takes the next try for a message; the first one begins the record.
   *
   * @param untilMs - when the function ends at the latest; until then no other message can take the same try.
   * @returns false when so many tries were not made or more were, it has ended, or another message has it.
   */
  take(turn: DeliveryTurn, nowMs: EpochMs, untilMs: EpochMs, expiresAtMs: EpochMs): Promise<boolean>;
  /**
   * Lets the try wait for its turn at the receiver; until then no other message can take it.
   * @returns false when the message has it no longer.
   */
  postpone(turn: DeliveryTurn, turnAtMs: EpochMs, expiresAtMs: EpochMs): Promise<boolean>;
  /** Writes down a try and what follows. @returns false when the message has it no longer. */
  note(
    turn: DeliveryTurn,
    attempt: DeliveryAttempt,
    step: DeliveryStep,
    expiresAtMs: EpochMs,
  ): Promise<boolean>;
  /** Keeps what is posted, for a resend; what is kept already is the same. */
  keep(requestId: string, payload: Payload, expiresAtMs: EpochMs): Promise<void>;
  /** Resolves to `undefined` when nothing is kept. */
  kept(requestId: string): Promise<Payload | undefined>;
  /**
   * Counts a resend that is asked for.
   *
   * @param max - how many may be.
   * @returns its number, from 1; `undefined` where so many were asked for, or the record is gone.
   */
  askResend(requestId: string, max: number): Promise<number | undefined>;
  /**
   * Writes down a resend. One that was taken ends the delivery.
   * @returns false when it is written already, or the record is gone.
   */
  noteResend(requestId: string, resend: number, attempt: DeliveryAttempt): Promise<boolean>;
}

/** The operator's own bucket. */
export interface ResultBucket {
  name: string;
  /** Writes an object, the same at every call with this key. @throws RefusedError when it is not written. */
  put(object: ResultObject): Promise<void>;
}

/** The operator's own event bus. */
export interface ResultBus {
  /** @throws RefusedError when the event is not taken. */
  send(event: ResultEvent): Promise<void>;
}

/** The scraper's own side of the queue. */
export interface ScrapeRetries extends MessageTurns {
  /**
   * Sends a message anew, to be delivered after a time. Results that would make it too large are left out.
   * @throws UnavailableError when the queue does not take it.
   */
  sendAgain(message: ScrapeMessage, delaySeconds: number): Promise<void>;
}

/** One reading of the time. */
export type Clock = () => EpochMs;

/** The command line's operations besides reading; each change resolves to whether the license existed. */
export interface LicenseStore extends LicenseReader {
  /** All, by UID. */
  list(): Promise<License[]>;
  /** @returns false when the UID is taken. */
  create(license: License): Promise<boolean>;
  setEnabled(uid: string, enabled: boolean): Promise<boolean>;
  setKey(uid: string, keyHash: string, keyPrefix: string): Promise<boolean>;
  /** Takes the place of all that it has. */
  setWebhookSecrets(uid: string, secrets: readonly WebhookSecret[]): Promise<boolean>;
  delete(uid: string): Promise<boolean>;
}

export interface QuotaStore {
  /** Takes from a quota, exactly: of many calls at the same time no more pass than the limit allows. */
  take(uid: string, quota: Quota, nowMs: EpochMs): Promise<QuotaState>;
  /** Gives back what was taken, if the window that ends at `resetsAtMs` still runs. */
  giveBack(uid: string, quota: Quota, resetsAtMs: EpochMs): Promise<void>;
}

/** Places of calls that are held; see {@link maxHeldCallsOfLicense}. */
export interface HeldCalls {
  /**
   * Takes a place for one call, exactly: of many at the same time no more are held than there are places.
   * @returns what gives it back; `undefined` where none is free, of the license or in all, or the store does not answer.
   */
  take(uid: string, nowMs: EpochMs): Promise<(() => Promise<void>) | undefined>;
}

/** Calls of licenses that only read, by minute of the clock. */
export interface CallCounts {
  /**
   * Adds calls. @returns how many there are of this license in this minute.
   * @throws UnavailableError when the store does not answer.
   */
  add(uid: string, minute: number, calls: number): Promise<number>;
}
