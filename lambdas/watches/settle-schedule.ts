import { UnavailableError } from '../domain/ports.ts';
import type { EpochMs } from '../domain/timing.ts';
import { nextRunMs } from '../domain/watch/schedule.ts';
import { scheduleNameOf, type Watch } from '../domain/watch/watch.ts';
import { beginInput } from '../domain/watch/watch-message.ts';
import type { RunSchedule, WatchScheduler, WatchStore } from '../domain/watch/watch-ports.ts';

export interface SchedulePorts {
  watches: Pick<WatchStore, 'get' | 'recordSchedule'>;
  scheduler: WatchScheduler;
}

const runScheduleOf = (watch: Watch, nowMs: EpochMs): RunSchedule => {
  const { uid, name, schedule, anchorMs } = watch;
  return {
    name: scheduleNameOf(uid, name),
    expression: schedule.expression,
    timeZone: schedule.kind === 'Cron' ? schedule.timeZone : 'UTC',
    ...(schedule.kind === 'Rate' && { startsAtMs: nextRunMs(schedule, anchorMs, nowMs) }),
    input: beginInput(watch),
  };
};

/** A further round is needed if the watch is put while its schedule is written. */
const maxRounds = 5;

/**
 * Updates EventBridge's schedule to match the stored watch, or removes it if there is none.
 *
 * Repeats if the watch changed while its schedule was written: after concurrent calls in any order, the schedule matches
 * the store.
 *
 * @param stored - as the caller has just stored or deleted it.
 * @returns the watch as now scheduled.
 */
export const settleSchedule = async (
  { watches, scheduler }: SchedulePorts,
  { uid, name }: Pick<Watch, 'uid' | 'name'>,
  stored: Watch | undefined,
  nowMs: EpochMs,
): Promise<Watch | undefined> => {
  let watch = stored;
  for (let round = 0; round < maxRounds; round += 1) {
    if (watch) {
      await scheduler.put(runScheduleOf(watch, nowMs));
      if (await watches.recordSchedule(watch, watch.revision))
        return { ...watch, scheduledRevision: watch.revision };
    } else await scheduler.remove(scheduleNameOf(uid, name));
    const now = await watches.get(uid, name);
    if (!watch && !now) return undefined;
    watch = now;
  }
  throw new UnavailableError('Scheduling a watch: it keeps changing');
};
