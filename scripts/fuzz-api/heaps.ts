import type { StackInChild } from '../load/stack-in-child.ts';
import { type FunctionName, functionNames } from '../load/stack-protocol.ts';
import { liveHeapBytes } from './live-heap.ts';

/** Live heap in MB: of the stack's process, and of one process of each function on average. */
export type Heaps = Record<FunctionName | 'stack', number>;

/** Of one process; a leak of 300 bytes for each of 50,000 calls, which two processes share, would be more. */
const allowedGrowthMb = 6;

/** @param stack - with nothing to do, since what is in work is no growth. */
export const measureHeaps = async (stack: StackInChild): Promise<Heaps> => {
  const { functionProcessIds } = await stack.facts();
  const heaps: Partial<Heaps> = { stack: (await stack.liveHeapBytes()) / 1e6 };
  for (const name of functionNames) {
    const processIds = functionProcessIds[name];
    let bytes = 0;
    for (const processId of processIds) bytes += await liveHeapBytes(processId);
    heaps[name] = bytes / processIds.length / 1e6;
  }
  return heaps as Heaps;
};

/** @returns a sentence for each function that grew. The emulators hold what was accepted, so they may. */
export const growthIn = (early: Heaps, late: Heaps): string[] =>
  functionNames
    .filter((name) => late[name] - early[name] > allowedGrowthMb)
    .map((name) => `the ${name} function grew from ${early[name].toFixed(1)} to ${late[name].toFixed(1)} MB`);

export const describeHeaps = (early: Heaps, late: Heaps): string[] =>
  [...functionNames, 'stack' as const].map(
    (name) => `    ${name.padEnd(8)} ${early[name].toFixed(1).padStart(6)} → ${late[name].toFixed(1)}`,
  );
