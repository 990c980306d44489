import { readdirSync, readFileSync } from 'node:fs';
import { freeDiskBytes, heldDiskBytes } from './held-disk.ts';
import type { BrowserSample, ProcessSample } from './judge-processes.ts';

const pageBytes = 4096;
/** `USER_HZ`, which Linux tells processor times in, whatever it counts with. */
const msPerTick = 10;

const read = (path: string): string | undefined => {
  try {
    // The kernel answers at once; and who reads this has nothing else to do.
    return readFileSync(path, 'utf8');
  } catch {
    // It is gone, or another user's.
    return undefined;
  }
};

/** Fields of `/proc/PID/stat` behind the name, which may hold anything. @see proc_pid_stat(5) */
const statOf = (pid: number): string[] | undefined =>
  read(`/proc/${pid}/stat`)
    ?.replace(/^.*\) /s, '')
    .split(' ');
const field = { group: 2, userTicks: 11, systemTicks: 12, threads: 17, startedAt: 19, residentPages: 21 };

const proportionalBytesOf = (pid: number, residentBytes: number): number => {
  const pss = /^Pss:\s+(\d+) kB/m.exec(read(`/proc/${pid}/smaps_rollup`) ?? '')?.[1];
  if (pss !== undefined) return Number(pss) * 1024;
  // A kernel without it tells at least what is nobody else's.
  const shared = Number(read(`/proc/${pid}/statm`)?.split(' ')[2] ?? 0) * pageBytes;
  return residentBytes - shared;
};

/** Every so many looks also at processes that were not of a browser: numbers are used again. */
const looksAtAll = 32;

/**
 * @returns a function that looks at the processes of browsers, each of which leads a process group, with the folder of
 *   its profile; those of them that are gone are left out. Linux only.
 */
export const createProcessSampler = () => {
  /** Processes that are in none of the groups. */
  let others = new Set<number>();
  const renderers = new Map<string, boolean>();
  let looks = 0;

  const isRenderer = (pid: number, startedAt: string): boolean => {
    const key = `${pid} ${startedAt}`;
    const known = renderers.get(key);
    if (known !== undefined) return known;
    const commandLine = read(`/proc/${pid}/cmdline`);
    // Between its being forked and its program it has the command line of its parent.
    const type = /--type=([a-z-]+)/.exec(commandLine ?? '')?.[1];
    if (type !== undefined) renderers.set(key, type === 'renderer');
    return type === 'renderer';
  };

  /** All but those that were seen to be none of a browser's. */
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
    looks += 1;
    if (looks % looksAtAll === 0) {
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
        heldDiskBytes: () =>
          heldDiskBytes(
            groups.get(pid)!,
            processes.map((each) => each.pid),
          ),
      }));
  };
};
