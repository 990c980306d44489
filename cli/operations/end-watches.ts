import { createDynamoDbWatchStore } from '../../lambdas/aws/dynamodb-watch-store.ts';
import { removeSchedule } from '../../lambdas/aws/eventbridge-watch-scheduler.ts';
import { scheduleNameOf } from '../../lambdas/domain/watches/watch.ts';
import type { OperatedService } from './operated-service.ts';

/**
 * Deletes a license's watches, their schedules and histories. Can be repeated after a failure.
 *
 * @returns their names.
 */
export const endWatches = async (
  { documents, watches, scheduler }: Pick<OperatedService, 'documents' | 'watches' | 'scheduler'>,
  uid: string,
): Promise<string[]> => {
  if (!watches) return [];
  const store = createDynamoDbWatchStore(documents, watches.table);
  const ended: string[] = [];
  for (const watch of await store.list(uid)) {
    const forget = async (): Promise<void> => {
      while (!(await store.forget(watch)));
    };
    await removeSchedule(scheduler, watches.scheduleGroup, scheduleNameOf(uid, watch.name));
    // Delete the watch last, so that a repeated command finds what is left.
    await forget();
    await store.remove(watch);
    // A run in progress may have written more meanwhile.
    await forget();
    ended.push(watch.name);
  }
  return ended;
};
