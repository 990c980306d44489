import { type DynamoDBDocumentClient, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type Payload, packBytes, unpackBytes } from '../domain/delivery/delivery-body.ts';
import { type DeliveryAttempt, type DeliveryEnd, isAccepted } from '../domain/delivery/delivery-record.ts';
import type { DeliveryStore } from '../domain/ports.ts';
import { callAws, updateConditionally, writeConditionally } from './call-aws.ts';
import { toEpochSeconds } from './dynamodb-request-store.ts';

interface AttemptItem {
  AtMs: number;
  DurationMs: number;
  Status?: number;
  Code?: string;
  Message?: string;
}

interface DeliveryItem {
  RequestId: string;
  UID: string;
  Tries: number;
  /** Message with the claim on the next attempt, and the end of that claim. */
  TakenBy: string;
  TakenUntilMs: number;
  Attempts: AttemptItem[];
  /** Absent without resends, like the next. */
  Resends?: Record<string, AttemptItem>;
  ResendsRequested?: number;
  NextAtMs?: number;
  /** Its turn at the receiver, and the key of the receiver's state. */
  TurnAtMs?: number;
  ReceiverId?: string;
  Ended?: DeliveryEnd;
  ExpiresAtMs: number;
  /** DynamoDB's TTL, for garbage collection only. */
  ExpiresAtEpochSeconds: number;
}

/**
 * Posted content, in items beside the record's: each attempt rewrites the record and pays for its size. An
 * item is limited to 400 KB with names and keys; most bodies are far smaller.
 */
interface PayloadItem {
  /** Identifier of the request and the part's number. */
  RequestId: string;
  /** Only in the first part, like the following. */
  Parts?: number;
  UID?: string;
  Url?: string;
  Secret?: string;
  /** A part of the packed body. */
  Body: Uint8Array;
  ExpiresAtEpochSeconds: number;
}

/** Bytes of a packed body in one item. */
const maxPartBytes = 380_000;

const partKey = (requestId: string, part: number): string => `${requestId}#${part}`;

/** Attribute of a resend inside the map `Resends`. */
const resendName = (resend: number): string => `r${resend}`;

const toResends = (items: Record<string, AttemptItem>): Map<number, DeliveryAttempt> =>
  new Map(Object.entries(items).map(([name, item]) => [Number(name.slice(1)), toAttempt(item)]));

const toPayloadItems = (
  requestId: string,
  { uid, url, secret, body }: Payload,
  expiresAtMs: number,
  partBytes: number,
): PayloadItem[] => {
  const packed = packBytes(body);
  const parts = Math.max(1, Math.ceil(packed.length / partBytes));
  return Array.from({ length: parts }, (_, part) => ({
    RequestId: partKey(requestId, part),
    ...(part === 0 && {
      Parts: parts,
      UID: uid,
      Url: url,
      ...(secret !== undefined && { Secret: secret }),
    }),
    Body: packed.subarray(part * partBytes, (part + 1) * partBytes),
    ExpiresAtEpochSeconds: toEpochSeconds(expiresAtMs),
  }));
};

const toAttemptItem = ({ atMs, durationMs, status, error }: DeliveryAttempt): AttemptItem => ({
  AtMs: atMs,
  DurationMs: durationMs,
  ...(status !== undefined && { Status: status }),
  ...(error && { Code: error.code, Message: error.message }),
});

const toAttempt = ({ AtMs, DurationMs, Status, Code, Message = '' }: AttemptItem): DeliveryAttempt => ({
  atMs: AtMs,
  durationMs: DurationMs,
  ...(Status !== undefined && { status: Status }),
  ...(Code !== undefined && { error: { code: Code, message: Message } }),
});

/**
 * Delivery records, one item each; every transition is one conditional write. Payloads are stored in separate items.
 *
 * @param partBytes - bytes of a payload in one item.
 */
export const createDynamoDbDeliveryStore = (
  documents: DynamoDBDocumentClient,
  TableName: string,
  partBytes = maxPartBytes,
): DeliveryStore => ({
  get: (RequestId) =>
    callAws('Reading a delivery', async () => {
      const { Item } = await documents.send(
        new GetCommand({ TableName, Key: { RequestId }, ConsistentRead: true }),
      );
      if (!Item) return undefined;
      const item = Item as DeliveryItem;
      return {
        requestId: item.RequestId,
        uid: item.UID,
        attempts: item.Attempts.map(toAttempt),
        ...(item.Resends && { resends: toResends(item.Resends), resendsRequested: item.ResendsRequested }),
        takenBy: item.TakenBy,
        nextAtMs: item.NextAtMs,
        turnAtMs: item.TurnAtMs,
        receiverId: item.ReceiverId,
        ended: item.Ended,
        expiresAtMs: item.ExpiresAtMs,
      };
    }),

  claim: ({ requestId, uid, tries, messageId, receiverId }, nowMs, untilMs, expiresAtMs) =>
    writeConditionally('Claiming a delivery', () =>
      documents.send(
        new UpdateCommand({
          TableName,
          Key: { RequestId: requestId },
          UpdateExpression:
            'SET UID = :uid, Tries = :tries, TakenBy = :message, TakenUntilMs = :until, ' +
            'Attempts = if_not_exists(Attempts, :none), ExpiresAtMs = :ends, ExpiresAtEpochSeconds = :deleted' +
            (receiverId === undefined ? '' : ', ReceiverId = :receiver'),
          ConditionExpression:
            '(attribute_not_exists(RequestId) AND :tries = :zero) OR ' +
            '(Tries = :tries AND attribute_not_exists(Ended) AND (TakenBy = :message OR TakenUntilMs <= :now))',
          ExpressionAttributeValues: {
            ':uid': uid,
            ':tries': tries,
            ':zero': 0,
            ...(receiverId !== undefined && { ':receiver': receiverId }),
            ':message': messageId,
            ':now': nowMs,
            ':until': untilMs,
            ':none': [],
            ':ends': expiresAtMs,
            ':deleted': toEpochSeconds(expiresAtMs),
          },
        }),
      ),
    ),

  postpone: ({ requestId, tries, messageId }, turnAtMs, expiresAtMs) =>
    writeConditionally('Postponing a delivery attempt', () =>
      documents.send(
        new UpdateCommand({
          TableName,
          Key: { RequestId: requestId },
          UpdateExpression:
            'SET TurnAtMs = :turn, NextAtMs = :turn, TakenUntilMs = :turn, ExpiresAtMs = :ends, ExpiresAtEpochSeconds = :deleted',
          ConditionExpression: 'Tries = :tries AND TakenBy = :message AND attribute_not_exists(Ended)',
          ExpressionAttributeValues: {
            ':turn': turnAtMs,
            ':tries': tries,
            ':message': messageId,
            ':ends': expiresAtMs,
            ':deleted': toEpochSeconds(expiresAtMs),
          },
        }),
      ),
    ),

  recordAttempt: ({ requestId, tries, messageId }, attempt, step, expiresAtMs) => {
    const isOver = 'ended' in step;
    return writeConditionally('Recording a delivery attempt', () =>
      documents.send(
        new UpdateCommand({
          TableName,
          Key: { RequestId: requestId },
          UpdateExpression:
            `SET Tries = :next, TakenUntilMs = :zero, Attempts = list_append(Attempts, :attempt), ` +
            `ExpiresAtMs = :ends, ExpiresAtEpochSeconds = :deleted, ${isOver ? 'Ended = :what REMOVE NextAtMs, TurnAtMs' : 'NextAtMs = :what REMOVE TurnAtMs'}`,
          ConditionExpression: 'Tries = :tries AND TakenBy = :message AND attribute_not_exists(Ended)',
          ExpressionAttributeValues: {
            ':tries': tries,
            ':next': tries + 1,
            ':zero': 0,
            ':message': messageId,
            ':attempt': [toAttemptItem(attempt)],
            ':ends': expiresAtMs,
            ':deleted': toEpochSeconds(expiresAtMs),
            ':what': isOver ? step.ended : step.nextAtMs,
          },
        }),
      ),
    );
  },

  storePayload: async (requestId, payload, expiresAtMs) => {
    const items = toPayloadItems(requestId, payload, expiresAtMs, partBytes);
    // Write the first part last: it marks the payload as complete.
    for (const Item of items.toReversed())
      await callAws('Storing a payload', () => documents.send(new PutCommand({ TableName, Item })));
  },

  loadPayload: async (requestId) => {
    const part = (number: number): Promise<PayloadItem | undefined> =>
      callAws('Reading a payload', async () => {
        const Key = { RequestId: partKey(requestId, number) };
        const { Item } = await documents.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
        return Item as PayloadItem | undefined;
      });
    const first = await part(0);
    const { UID: uid, Url: url, Secret: secret, Parts: parts = 0 } = first ?? {};
    if (!first || uid === undefined || url === undefined) return undefined;
    const others = await Promise.all(Array.from({ length: parts - 1 }, (_, index) => part(index + 1)));
    const bodies = [first, ...others].flatMap((item) => (item ? [item.Body] : []));
    if (bodies.length < parts) return undefined;
    return { uid, url, secret, body: unpackBytes(Buffer.concat(bodies)) };
  },

  countResend: async (RequestId, max) => {
    const Key = { RequestId };
    // Two writes, since DynamoDB can add a member only to an existing map.
    await writeConditionally('Preparing for resends of a delivery', () =>
      documents.send(
        new UpdateCommand({
          TableName,
          Key,
          UpdateExpression: 'SET Resends = :none, ResendsRequested = :zero',
          ConditionExpression: 'attribute_exists(RequestId) AND attribute_not_exists(Resends)',
          ExpressionAttributeValues: { ':none': {}, ':zero': 0 },
        }),
      ),
    );
    const answer = await updateConditionally('Counting a resend of a delivery', () =>
      documents.send(
        new UpdateCommand({
          TableName,
          Key,
          UpdateExpression: 'SET ResendsRequested = ResendsRequested + :one',
          ConditionExpression: 'ResendsRequested < :max',
          ExpressionAttributeValues: { ':one': 1, ':max': max },
          ReturnValues: 'UPDATED_NEW',
        }),
      ),
    );
    return answer?.Attributes?.ResendsRequested as number | undefined;
  },

  recordResend: (requestId, resend, attempt) => {
    const end = isAccepted(attempt.status) ? { ':ended': 'Delivered' satisfies DeliveryEnd } : {};
    return writeConditionally('Recording a resend', () =>
      documents.send(
        new UpdateCommand({
          TableName,
          Key: { RequestId: requestId },
          UpdateExpression: `SET Resends.#resend = :attempt${':ended' in end ? ', Ended = :ended REMOVE NextAtMs' : ''}`,
          ConditionExpression: 'attribute_exists(Resends) AND attribute_not_exists(Resends.#resend)',
          ExpressionAttributeNames: { '#resend': resendName(resend) },
          ExpressionAttributeValues: { ':attempt': toAttemptItem(attempt), ...end },
        }),
      ),
    );
  },
});
