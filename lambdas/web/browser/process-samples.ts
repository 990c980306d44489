import { readdirSync, readFileSync } from 'node:fs';
import { freeDiskBytes, usedDiskBytes } from './disk-usage.ts';
import type { BrowserSample, ProcessSample } from './judge-processes.ts';

const pageBytes = 4096;
/** `USER_HZ`, the unit of processor times in `/proc` whatever the kernel's tick rate. */
const msPerTick = 10;

const read = (path: string): string | undefined => {
  try {
    // Reading /proc does not block, and this thread has nothing else to do.
    return readFileSync(path, 'utf8');
  } catch {
    // The process has exited or belongs to another user.
    return undefined;
  }
};

/** Fields of `/proc/PID/stat` after the name, which may contain any character. @see proc_pid_stat(5) */
const statOf = (pid: number): string[] | undefined =>
  read(`/proc/${pid}/stat`)
    ?.replace(/^.*\) /s, '')
    .split(' ');
const field = { group: 2, userTicks: 11, systemTicks: 12, threads: 17, startedAt: 19, residentPages: 21 };

const proportionalBytesOf = (pid: number, residentBytes: number): number => {
  const pss = /^Pss:\s+(\d+) kB/m.exec(read(`/proc/${pid}/smaps_rollup`) ?? '')?.[1];
  if (pss !== undefined) return Number(pss) * 1024;
  // Without `smaps_rollup`, use the private memory.
  const shared = Number(read(`/proc/${pid}/statm`)?.split(' ')[2] ?? 0) * pageBytes;
  return residentBytes - shared;
};

/** Every so many scans, recheck processes that belonged to no browser: PIDs are reused. */
const fullScanEvery = 32;

/**
 * @returns a function that samples the given browsers: process group to profile folder. Omits browsers that
 *   have exited. Linux only.
 */
export const createProcessSampler = () => {
  /** Processes outside all groups. */
  let others = new Set<number>();
  const renderers = new Map<string, boolean>();
  let scans = 0;

  const isRenderer = (pid: number, startedAt: string): boolean => {
    const key = `${pid} ${startedAt}`;
    const known = renderers.get(key);
    if (known !== undefined) return known;
    const commandLine = read(`/proc/${pid}/cmdline`);
    // Between fork and exec, a process has its parent's command line.
    const type = /--type=([a-z-]+)/.exec(commandLine ?? '')?.[1];
    if (type !== undefined) renderers.set(key, type === 'renderer');
    return type === 'renderer';
  };

  /** Excludes processes known to belong to no browser. */
  const likelyProcesses = (): ReadonlySet<number> => {
    const present = new Set(readdirSync('/proc').map(Number).filter(Number.isInteger));
    others = others.intersection(present);
    return present.difference(others);
  };

  const sampleOf = (pid: number, stat: readonly string[]): ProcessSample => {
    const residentBytes = Number(stat[field.residentPages]) * pageBytes;
    let proportional: number | undefined;
    return {
      pid,
      isRenderer: isRenderer(pid, stat[field.startedAt]!),
      residentBytes,
      proportionalBytes: () => {
        proportional ??= proportionalBytesOf(pid, residentBytes);
        return proportional;
      },
      processorMs: (Number(stat[field.userTicks]) + Number(stat[field.systemTicks])) * msPerTick,
      threads: Number(stat[field.threads]),
    };
  };

  return (groups: ReadonlyMap<number, string>): BrowserSample[] => {
    scans += 1;
    if (scans % fullScanEvery === 0) {
      others = new Set();
      renderers.clear();
    }
    const browsers = new Map([...groups.keys()].map((pid) => [pid, [] as ProcessSample[]]));
    for (const pid of likelyProcesses()) {
      const stat = statOf(pid);
      if (!stat) continue;
      const processes = browsers.get(Number(stat[field.group]));
      if (processes) processes.push(sampleOf(pid, stat));
      else others.add(pid);
    }
    return [...browsers]
      .filter(([, processes]) => processes.length > 0)
      .map(([pid, processes]) => ({
        pid,
        processes,
        freeDiskBytes: () => freeDiskBytes(groups.get(pid)!),
        usedDiskBytes: () =>
          usedDiskBytes(
            groups.get(pid)!,
            processes.map((each) => each.pid),
          ),
      }));
  };
};
