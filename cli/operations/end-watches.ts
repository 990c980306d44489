import { createDynamoDbWatchStore } from '../../lambdas/aws/dynamodb-watch-store.ts';
import { removeSchedule } from '../../lambdas/aws/eventbridge-watch-scheduler.ts';
import { scheduleNameOf } from '../../lambdas/domain/watches/watch.ts';
import type { OperatedService } from './operated-service.ts';

/**
 * Ends the watches of a license, with their schedules and all that they have seen. What fails in between can be done again.
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
    // As long as the watch is there, whoever repeats the command finds what is left.
    await forget();
    await store.remove(watch);
    // A run that was under way may have written meanwhile.
    await forget();
    ended.push(watch.name);
  }
  return ended;
};
