import { randomBytes } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createDynamoDbLicenseStore } from '../../lambdas/aws/dynamodb-license-store.ts';
import {
  formatLicenseKey,
  hashLicenseKey,
  keyPrefixLength,
  keyRandomBytes,
} from '../../lambdas/domain/license.ts';
import type { StackAddress } from '../load/stack-protocol.ts';

/**
 * Who calls. Only `open` gets more than one call accepted; `spent` has a quota that is used up, `disabled` a license
 * that was taken back, `wrong` a key that does not fit.
 */
export type Caller = 'open' | 'spent' | 'disabled' | 'wrong';

export interface Credentials {
  LicenseKey: string;
  UID: string;
}

/** Makes the licenses that answer otherwise than the stack's own. */
export const makeCallers = async (stack: StackAddress): Promise<Record<Caller, Credentials>> => {
  const { AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '' } = stack.awsEnv;
  const client = new DynamoDBClient({
    endpoint: stack.endpoints.dynamodb,
    region: 'us-east-1',
    credentials: { accessKeyId: AWS_ACCESS_KEY_ID, secretAccessKey: AWS_SECRET_ACCESS_KEY },
  });
  try {
    const licenses = createDynamoDbLicenseStore(
      DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } }),
      stack.tables.licenses,
    );
    const make = async (
      uid: string,
      rest: { enabled: boolean; sitesPerDay?: number },
    ): Promise<Credentials> => {
      const LicenseKey = formatLicenseKey(randomBytes(keyRandomBytes));
      await licenses.create({
        uid,
        keyHash: hashLicenseKey(LicenseKey),
        keyPrefix: LicenseKey.slice(0, keyPrefixLength),
        createdAtMs: Date.now(),
        ...rest,
      });
      return { LicenseKey, UID: uid };
    };
    const { uid: UID, licenseKey: LicenseKey } = stack.license;
    return {
      open: { LicenseKey, UID },
      spent: await make('spent', { enabled: true, sitesPerDay: 1 }),
      disabled: await make('disabled', { enabled: false }),
      wrong: { UID, LicenseKey: formatLicenseKey(randomBytes(keyRandomBytes)) },
    };
  } finally {
    client.destroy();
  }
};
