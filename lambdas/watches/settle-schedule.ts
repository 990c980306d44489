import { UnavailableError } from '../domain/ports.ts';
import type { EpochMs } from '../domain/timing.ts';
import { nextRunMs } from '../domain/watches/schedule.ts';
import { scheduleNameOf, type Watch } from '../domain/watches/watch.ts';
import { beginInput } from '../domain/watches/watch-message.ts';
import type { RunSchedule, WatchScheduler, WatchStore } from '../domain/watches/watch-ports.ts';

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

const isSame = (one: Watch | undefined, other: Watch | undefined): boolean =>
  one?.watchId === other?.watchId && one?.revision === other?.revision;

/**
 * Updates EventBridge's schedule to match the stored watch, or removes it if there is none.
 *
 * Reads the watch again after writing its schedule, and repeats if it changed: after concurrent calls in any order, the
 * schedule matches the store.
 *
 * @returns the watch as now scheduled.
 */
export const settleSchedule = async (
  { watches, scheduler }: SchedulePorts,
  uid: string,
  name: string,
  nowMs: EpochMs,
): Promise<Watch | undefined> => {
  let watch = await watches.get(uid, name);
  for (let round = 0; round < maxRounds; round += 1) {
    if (watch) await scheduler.put(runScheduleOf(watch, nowMs));
    else await scheduler.remove(scheduleNameOf(uid, name));
    const now = await watches.get(uid, name);
    if (isSame(watch, now)) {
      if (!watch) return undefined;
      await watches.recordSchedule(watch, watch.revision);
      return { ...watch, scheduledRevision: watch.revision };
    }
    watch = now;
  }
  throw new UnavailableError('Scheduling a watch: it keeps changing');
};
