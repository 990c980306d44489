import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createDynamoDbLicenseStore } from '../lambdas/aws/dynamodb-license-store.ts';
import { hashLicenseKey, keyPrefixLength } from '../lambdas/domain/license/license.ts';
import type { EmulatorCredentials } from './emulators/dynamodb.ts';

export interface LocalLicense {
  uid: string;
  licenseKey: string;
}

/** Creates the license `local`, or updates its key. */
export const createLicense = async (
  endpoint: string,
  credentials: EmulatorCredentials,
  tableName: string,
  licenseKey: string,
): Promise<LocalLicense> => {
  const client = new DynamoDBClient({ endpoint, region: 'us-east-1', credentials });
  const licenses = createDynamoDbLicenseStore(
    DynamoDBDocumentClient.from(client, {
      marshallOptions: { removeUndefinedValues: true },
    }),
    tableName,
  );
  const uid = 'local';
  const keyHash = hashLicenseKey(licenseKey);
  const keyPrefix = licenseKey.slice(0, keyPrefixLength);
  try {
    const isNew = await licenses.create({ uid, keyHash, keyPrefix, enabled: true, createdAtMs: Date.now() });
    // The license is from an earlier start.
    if (!isNew) await licenses.setKey(uid, keyHash, keyPrefix);
  } finally {
    client.destroy();
  }
  return { uid, licenseKey };
};
