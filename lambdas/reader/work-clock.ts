import { threadCpuUsage } from 'node:process';

/** Processor time of this thread in milliseconds: what other threads and processes do does not count. */
export const workClock = (): number => {
  const { user, system } = threadCpuUsage();
  return (user + system) / 1_000;
};
