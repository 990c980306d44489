import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LocalStack } from '../local/stack.ts';

/** Memory that comes with one vCPU, MB. */
const mbOfProcessor = 1_769;
const groupsFolder = ['/sys/fs/cgroup/cpu', '/sys/fs/cgroup'].find((folder) => existsSync(folder));

/**
 * Limits functions to the processor share that their memory buys on Lambda, by control groups (Linux, root).
 *
 * @returns `areHeld`, false where the system allows no control groups, and `release`.
 */
export const holdToShares = (
  stack: LocalStack,
  names: readonly string[],
): { areHeld: () => boolean; release: () => void } => {
  const plans = Object.values(stack.plan.functions);
  const groups = new Map<string, string>();
  try {
    for (const name of names) {
      const group = join(groupsFolder ?? '', `scrap-prices-${process.pid}-${name}`);
      mkdirSync(group);
      groups.set(name, group);
      const { memoryMb } = plans.find((plan) => plan.name.toLowerCase().includes(name))!;
      const quotaUs = Math.round((memoryMb / mbOfProcessor) * 100_000);
      if (existsSync(join(group, 'cpu.max'))) writeFileSync(join(group, 'cpu.max'), `${quotaUs} 100000`);
      else writeFileSync(join(group, 'cpu.cfs_quota_us'), `${quotaUs}`);
    }
  } catch {
    for (const group of groups.values()) rmdirSync(group);
    return { areHeld: () => false, release: () => {} };
  }
  const held = new Set<number>();
  const timer = setInterval(() => {
    for (const [name, group] of groups)
      for (const pid of stack.functionActivity(name).processIds)
        if (!held.has(pid)) writeFileSync(join(group, 'cgroup.procs'), `${held.add(pid) && pid}`);
  }, 3);
  return {
    areHeld: () => held.size > 0,
    release: () => {
      clearInterval(timer);
      for (const group of groups.values()) rmdirSync(group);
    },
  };
};
