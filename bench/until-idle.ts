import { setTimeout as delay } from 'node:timers/promises';
import type { LocalStack } from '../local/stack.ts';

/** True if a queue holds what could not be handled, by its name. */
const isDead = (queue: string): boolean => /DeadLetter/.test(queue);

/** True if something is at work or about to be; all else waits for its time. */
const isBusy = (stack: LocalStack): boolean =>
  Object.keys(stack.plan.queues)
    .filter((name) => !isDead(name))
    .some((name) => {
      const { waiting, inFlight } = stack.queueDepth(name);
      return waiting - stack.delayedMessages(name) + inFlight > 0;
    });

/** Waits until a stack does nothing any more until its clock is moved. */
export const untilIdle = async (stack: LocalStack): Promise<void> => {
  while (isBusy(stack)) await delay(5);
};
