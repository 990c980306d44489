import { setTimeout as delay } from 'node:timers/promises';
import type { LocalStack } from '../local/stack.ts';

/** Returns true for dead-letter queues. */
const isDead = (queue: string): boolean => /DeadLetter/.test(queue);

/** Returns true if anything is in progress or due now. */
const isBusy = (stack: LocalStack): boolean =>
  Object.keys(stack.plan.queues)
    .filter((name) => !isDead(name))
    .some((name) => {
      const { waiting, inFlight } = stack.queueDepth(name);
      return waiting - stack.delayedMessages(name) + inFlight > 0;
    });

/** Waits until a stack does nothing until its clock advances. */
export const untilIdle = async (stack: LocalStack): Promise<void> => {
  while (isBusy(stack)) await delay(5);
};
