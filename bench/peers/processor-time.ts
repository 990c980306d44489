// Processor time of a process and all that it started, by what those are for. Linux only.
import { readdirSync, readFileSync } from 'node:fs';

const clockTickMs = 10;

/** Roles of the processes of a run. */
export const processKinds = ['own process', 'pages', 'browser', 'network', 'drawing'] as const;
export type ProcessorTime = Record<(typeof processKinds)[number], number>;

interface Times {
  parent: number;
  ownMs: number;
  /** Of its children that have ended. */
  endedMs: number;
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
const timesOf = (pid: number): Times | undefined => {
  const text = read(`/proc/${pid}/stat`);
  if (text === '') return undefined;
  // The name stands in parentheses and may hold anything.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const ms = (at: number): number => Number(fields[at]) * clockTickMs;
  return { parent: Number(fields[1]), ownMs: ms(11) + ms(12), endedMs: ms(13) + ms(14) };
};

const kindOf = (pid: number): keyof ProcessorTime => {
  const commandLine = read(`/proc/${pid}/cmdline`);
  const type = /--type=([a-z-]+)/.exec(commandLine)?.[1];
  if (type === 'gpu-process') return 'drawing';
  if (type === 'utility') return 'network';
  if (type !== undefined) return 'pages';
  return /^[^\0 ]*chrom/.test(commandLine) ? 'browser' : 'own process';
};

/** @returns what this process and its descendants took so far, ms. */
export const processorTime = (): ProcessorTime => {
  const all = new Map<number, Times>();
  for (const name of readdirSync('/proc')) {
    const times = /^\d+$/.test(name) ? timesOf(Number(name)) : undefined;
    if (times) all.set(Number(name), times);
  }
  const isOurs = (pid: number): boolean => {
    for (let at: number | undefined = pid; at !== undefined; at = all.get(at)?.parent) {
      if (at === process.pid) return true;
    }
    return false;
  };
  const told = Object.fromEntries(processKinds.map((kind) => [kind, 0])) as ProcessorTime;
  for (const [pid, { ownMs, endedMs }] of all) {
    if (!isOurs(pid)) continue;
    const kind = kindOf(pid);
    told[kind] += ownMs;
    // Processes that end in the middle of a run are those of pages.
    told[kind === 'browser' ? 'pages' : kind] += endedMs;
  }
  return told;
};
