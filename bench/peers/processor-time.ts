// Processor time of a process and all that it started, by what those are for. Linux only.
import { readdirSync, readFileSync } from 'node:fs';

const clockTickMs = 10;
const lookIntervalMs = 100;

/** Roles of the processes of a run. */
export const processKinds = ['own process', 'pages', 'browser', 'network', 'drawing'] as const;
export type ProcessorTime = Record<(typeof processKinds)[number], number>;

interface ProcessState {
  parent: number;
  /** Numbers of processes are used again; with its start it is unique. */
  key: string;
  cpuMs: number;
}

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // It has ended.
    return '';
  }
};

/** @see https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
const stateOf = (pid: number): ProcessState | undefined => {
  const text = read(`/proc/${pid}/stat`);
  if (text === '') return undefined;
  // The name stands in parentheses and may hold anything.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return {
    parent: Number(fields[1]),
    key: `${pid} ${fields[19]}`,
    cpuMs: (Number(fields[11]) + Number(fields[12])) * clockTickMs,
  };
};

/** `undefined` for a process that has ended and waits for its parent to notice. */
const kindOf = (pid: number): keyof ProcessorTime | undefined => {
  const commandLine = read(`/proc/${pid}/cmdline`);
  if (commandLine === '') return undefined;
  const type = /--type=([a-z-]+)/.exec(commandLine)?.[1];
  if (type === 'gpu-process') return 'drawing';
  if (type === 'utility') return 'network';
  if (type !== undefined) return 'pages';
  return /^[^\0 ]*chrom/.test(commandLine) ? 'browser' : 'own process';
};

/**
 * Adds up the processor time of this process and its descendants by looking at them again and again: the times that
 * Linux adds to a parent leave out processes whose parent ended first, as pages do when their browser is replaced.
 *
 * @returns `read`, which gives what they took so far, ms, and `stop`.
 */
export const sampleProcessorTime = () => {
  const seen = new Map<string, { kind: keyof ProcessorTime; cpuMs: number }>();
  /** Processes that are not ours. */
  let others = new Set<number>();

  let samplingMs = 0;

  const sample = (): void => {
    const present = new Set(readdirSync('/proc').map(Number).filter(Number.isInteger));
    others = others.intersection(present);
    const states = new Map<number, ProcessState>();
    for (const pid of present.difference(others)) {
      const state = stateOf(pid);
      if (state) states.set(pid, state);
    }
    const isOurs = (pid: number): boolean => {
      for (let at: number | undefined = pid; at !== undefined; at = states.get(at)?.parent) {
        if (at === process.pid) return true;
      }
      return false;
    };
    for (const [pid, { key, cpuMs }] of states) {
      const known = seen.get(key);
      if (known || isOurs(pid)) seen.set(key, { kind: kindOf(pid) ?? known?.kind ?? 'pages', cpuMs });
      else others.add(pid);
    }
  };

  const look = (): void => {
    const before = process.threadCpuUsage();
    sample();
    const { user, system } = process.threadCpuUsage(before);
    samplingMs += (user + system) / 1_000;
  };

  look();
  const timer = setInterval(look, lookIntervalMs);
  return {
    read: (): ProcessorTime => {
      look();
      const total = Object.fromEntries(processKinds.map((kind) => [kind, 0])) as ProcessorTime;
      for (const { kind, cpuMs } of seen.values()) total[kind] += cpuMs;
      total['own process'] -= samplingMs;
      return total;
    },
    stop: () => clearInterval(timer),
  };
};
