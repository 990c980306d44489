import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  paginateScan,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import type { License, WebhookSecret } from '../domain/license/license.ts';
import type { LicenseStore } from '../domain/ports.ts';
import { callAws, writeConditionally } from './call-aws.ts';

const toItem = (license: License) => ({
  UID: license.uid,
  KeyHash: license.keyHash,
  KeyPrefix: license.keyPrefix,
  Enabled: license.enabled,
  ExpiresAtMs: license.expiresAtMs,
  CreatedAtMs: license.createdAtMs,
  RequestsPerMinute: license.requestsPerMinute,
  SitesPerDay: license.sitesPerDay,
  WebhookSecrets: license.webhookSecrets?.map(toSecretItem),
});

const toSecretItem = ({ secret, createdAtMs, endsAtMs }: WebhookSecret) => ({
  Secret: secret,
  CreatedAtMs: createdAtMs,
  EndsAtMs: endsAtMs,
});

const toLicense = (item: Record<string, unknown>): License => {
  const stored = item as ReturnType<typeof toItem>;
  return {
    uid: stored.UID,
    keyHash: stored.KeyHash,
    keyPrefix: stored.KeyPrefix,
    enabled: stored.Enabled,
    expiresAtMs: stored.ExpiresAtMs,
    createdAtMs: stored.CreatedAtMs,
    requestsPerMinute: stored.RequestsPerMinute,
    sitesPerDay: stored.SitesPerDay,
    webhookSecrets: stored.WebhookSecrets?.map(({ Secret, CreatedAtMs, EndsAtMs }) => ({
      secret: Secret,
      createdAtMs: CreatedAtMs,
      endsAtMs: EndsAtMs,
    })),
  };
};

/** Licenses by UID. */
export const createDynamoDbLicenseStore = (
  documents: DynamoDBDocumentClient,
  TableName: string,
): LicenseStore => ({
  get: (UID) =>
    callAws('Reading a license', async () => {
      const { Item } = await documents.send(
        new GetCommand({ TableName, Key: { UID }, ConsistentRead: true }),
      );
      return Item && toLicense(Item);
    }),

  list: () =>
    callAws('Listing licenses', async () => {
      const licenses: License[] = [];
      for await (const { Items = [] } of paginateScan({ client: documents }, { TableName })) {
        licenses.push(...Items.map(toLicense));
      }
      return licenses.sort((a, b) => a.uid.localeCompare(b.uid));
    }),

  create: (license) =>
    writeConditionally('Creating a license', () =>
      documents.send(
        new PutCommand({
          TableName,
          Item: toItem(license),
          ConditionExpression: 'attribute_not_exists(UID)',
        }),
      ),
    ),

  setEnabled: (UID, enabled) =>
    writeConditionally('Changing a license', () =>
      documents.send(
        new UpdateCommand({
          TableName,
          Key: { UID },
          UpdateExpression: 'SET Enabled = :enabled',
          ConditionExpression: 'attribute_exists(UID)',
          ExpressionAttributeValues: { ':enabled': enabled },
        }),
      ),
    ),

  setKey: (UID, keyHash, keyPrefix) =>
    writeConditionally('Rotating a license key', () =>
      documents.send(
        new UpdateCommand({
          TableName,
          Key: { UID },
          UpdateExpression: 'SET KeyHash = :hash, KeyPrefix = :prefix',
          ConditionExpression: 'attribute_exists(UID)',
          ExpressionAttributeValues: { ':hash': keyHash, ':prefix': keyPrefix },
        }),
      ),
    ),

  setWebhookSecrets: (UID, secrets) =>
    writeConditionally('Changing the webhook secrets of a license', () =>
      documents.send(
        new UpdateCommand({
          TableName,
          Key: { UID },
          UpdateExpression: 'SET WebhookSecrets = :secrets',
          ConditionExpression: 'attribute_exists(UID)',
          ExpressionAttributeValues: { ':secrets': secrets.map(toSecretItem) },
        }),
      ),
    ),

  delete: (UID) =>
    writeConditionally('Deleting a license', () =>
      documents.send(
        new DeleteCommand({ TableName, Key: { UID }, ConditionExpression: 'attribute_exists(UID)' }),
      ),
    ),
});
