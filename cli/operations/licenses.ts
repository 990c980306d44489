import { randomBytes } from 'node:crypto';
import { createDynamoDbWatchStore } from '../../lambdas/aws/dynamodb-watch-store.ts';
import { removeSchedule } from '../../lambdas/aws/eventbridge-watch-scheduler.ts';
import {
  formatLicenseKey,
  hashLicenseKey,
  keyPrefixLength,
  keyRandomBytes,
} from '../../lambdas/domain/license/license.ts';
import { scheduleNameOf } from '../../lambdas/domain/watch/watch.ts';
import type { OperatedService } from './operated-service.ts';

/** A random license key, and what is stored of it. */
export const newLicenseKey = () => {
  const licenseKey = formatLicenseKey(randomBytes(keyRandomBytes));
  return { licenseKey, keyHash: hashLicenseKey(licenseKey), keyPrefix: licenseKey.slice(0, keyPrefixLength) };
};

/**
 * Deletes a license's watches, their schedules and histories. Can be repeated after a failure.
 *
 * @returns their names.
 */
export const deleteWatches = async (
  { documents, watches, scheduler }: Pick<OperatedService, 'documents' | 'watches' | 'scheduler'>,
  uid: string,
): Promise<string[]> => {
  if (!watches) return [];
  const store = createDynamoDbWatchStore(documents, watches.table);
  const deleted: string[] = [];
  for (const watch of await store.list(uid)) {
    const deleteHistory = async (): Promise<void> => {
      while (!(await store.forget(watch)));
    };
    await removeSchedule(scheduler, watches.scheduleGroup, scheduleNameOf(uid, watch.name));
    // Delete the watch last, so that a repeated command finds what is left.
    await deleteHistory();
    await store.remove(watch);
    // A run in progress may have written more meanwhile.
    await deleteHistory();
    deleted.push(watch.name);
  }
  return deleted;
};
