import { type DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { DeliveryAttempt, DeliveryEnd } from '../domain/delivery-record.ts';
import type { DeliveryStore } from '../domain/ports.ts';
import { callAws, writeConditionally } from './call-aws.ts';
import { toEpochSeconds } from './dynamodb-request-store.ts';

/** Version of the code that wrote a record last. What later versions add, this one leaves unread. */
const recordVersion = 1;

interface AttemptItem {
  AtMs: number;
  DurationMs: number;
  Status?: number;
  Code?: string;
  Message?: string;
}

interface DeliveryItem {
  Version: number;
  RequestId: string;
  UID: string;
  Tries: number;
  /** Message that has the next try, and until when no other one can take it. */
  TakenBy: string;
  TakenUntilMs: number;
  Attempts: AttemptItem[];
  NextAtMs?: number;
  Ended?: DeliveryEnd;
  ExpiresAtMs: number;
  /** DynamoDB's TTL; only collects the garbage. */
  ExpiresAtEpochSeconds: number;
}

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

/** Records of deliveries in one table, an item each; every transition is one conditional write. */
export const createDynamoDbDeliveryStore = (
  documents: DynamoDBDocumentClient,
  TableName: string,
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
        takenBy: item.TakenBy,
        nextAtMs: item.NextAtMs,
        ended: item.Ended,
        expiresAtMs: item.ExpiresAtMs,
      };
    }),

  take: ({ requestId, uid, tries, messageId }, nowMs, untilMs, expiresAtMs) =>
    writeConditionally('Taking a delivery', () =>
      documents.send(
        new UpdateCommand({
          TableName,
          Key: { RequestId: requestId },
          UpdateExpression:
            'SET Version = :version, UID = :uid, Tries = :tries, TakenBy = :message, TakenUntilMs = :until, ' +
            'Attempts = if_not_exists(Attempts, :none), ExpiresAtMs = :ends, ExpiresAtEpochSeconds = :deleted',
          ConditionExpression:
            '(attribute_not_exists(RequestId) AND :tries = :zero) OR ' +
            '(Tries = :tries AND attribute_not_exists(Ended) AND (TakenBy = :message OR TakenUntilMs <= :now))',
          ExpressionAttributeValues: {
            ':version': recordVersion,
            ':uid': uid,
            ':tries': tries,
            ':zero': 0,
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

  note: ({ requestId, tries, messageId }, attempt, step, expiresAtMs) => {
    const isOver = 'ended' in step;
    return writeConditionally('Writing down a try of a delivery', () =>
      documents.send(
        new UpdateCommand({
          TableName,
          Key: { RequestId: requestId },
          UpdateExpression:
            `SET Tries = :next, TakenUntilMs = :zero, Attempts = list_append(Attempts, :attempt), ` +
            `ExpiresAtMs = :ends, ExpiresAtEpochSeconds = :deleted, ${isOver ? 'Ended = :what REMOVE NextAtMs' : 'NextAtMs = :what'}`,
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
});
