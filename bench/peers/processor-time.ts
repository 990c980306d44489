// Processor time of a process and its descendants by role. Linux only.
import { readdirSync, readFileSync } from 'node:fs';
import { type ProcessTimes, readTimes } from '../process-sampler.ts';

const sampleIntervalMs = 100;

/** Roles of the processes of a run. */
export const processKinds = ['own process', 'pages', 'browser', 'network', 'drawing'] as const;
export type ProcessorTime = Record<(typeof processKinds)[number], number>;

const commandLineOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
};

/** @returns `undefined` for a process that has ended. */
const kindOf = (pid: number): keyof ProcessorTime | undefined => {
  const commandLine = commandLineOf(pid);
  if (commandLine === '') return undefined;
  const type = /--type=([a-z-]+)/.exec(commandLine)?.[1];
  if (type === 'gpu-process') return 'drawing';
  if (type === 'utility') return 'network';
  if (type !== undefined) return 'pages';
  return /^[^\0 ]*chrom/.test(commandLine) ? 'browser' : 'own process';
};

/**
 * Samples the processor time of this process and its descendants. Linux adds the time of a process to its
 * parent's only if the parent outlives it, which is not so for the pages of a replaced browser.
 *
 * @returns `read`, the time so far in ms without that of sampling, and `stop`.
 */
export const sampleProcessorTime = () => {
  const seen = new Map<string, { kind: keyof ProcessorTime; cpuMs: number }>();
  /** Unrelated processes. */
  let others = new Set<number>();
  let samplingMs = 0;

  const sample = (): void => {
    const present = new Set(readdirSync('/proc').map(Number).filter(Number.isInteger));
    others = others.intersection(present);
    const states = new Map<number, ProcessTimes>();
    for (const pid of present.difference(others)) {
      const state = readTimes(pid);
      if (state) states.set(pid, state);
    }
    const isOurs = (pid: number): boolean => {
      for (let at: number | undefined = pid; at !== undefined; at = states.get(at)?.parent) {
        if (at === process.pid) return true;
      }
      return false;
    };
    for (const [pid, { startedAt, cpuMs }] of states) {
      const key = `${pid} ${startedAt}`;
      const known = seen.get(key);
      if (known || isOurs(pid)) seen.set(key, { kind: kindOf(pid) ?? known?.kind ?? 'pages', cpuMs });
      else others.add(pid);
    }
  };

  const measure = (): void => {
    const before = process.threadCpuUsage();
    sample();
    const { user, system } = process.threadCpuUsage(before);
    samplingMs += (user + system) / 1_000;
  };

  measure();
  const timer = setInterval(measure, sampleIntervalMs);
  return {
    read: (): ProcessorTime => {
      measure();
      const total = Object.fromEntries(processKinds.map((kind) => [kind, 0])) as ProcessorTime;
      for (const { kind, cpuMs } of seen.values()) total[kind] += cpuMs;
      total['own process'] -= samplingMs;
      return total;
    },
    stop: () => clearInterval(timer),
  };
};
