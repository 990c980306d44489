import { readdirSync, readFileSync } from 'node:fs';

/** Resources of a process tree while it was sampled. */
export interface Usage {
  /** User and system time of all processes, ms; Linux counts in steps of 10 ms. */
  cpuMs: number;
  /** Peak memory of all processes in bytes; shared pages count once. */
  peakBytes: number;
}

const clockTickMs = 10;

export interface ProcessTimes {
  parent: number;
  /** Identifies the process together with its number, which Linux reuses. */
  startedAt: string;
  cpuMs: number;
}

/** @returns `undefined` if the process has ended. @see https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
export const readTimes = (pid: number): ProcessTimes | undefined => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The process name in parentheses may itself contain parentheses.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return {
      parent: Number(fields[1]),
      startedAt: fields[19]!,
      cpuMs: (Number(fields[11]) + Number(fields[12])) * clockTickMs,
    };
  } catch {
    return undefined;
  }
};

const readBytes = (pid: number): number => {
  try {
    return (
      Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) * 1_024
    );
  } catch {
    return 0;
  }
};

/** Samples process trees. Linux only. */
export class ProcessSampler {
  readonly #first = new Map<number, number>();
  readonly #last = new Map<number, number>();
  #peakBytes = 0;
  readonly #timer: NodeJS.Timeout;
  readonly #roots: () => readonly number[];

  /** @param roots - called for each sample. */
  constructor(roots: () => readonly number[], intervalMs = 60) {
    this.#roots = roots;
    this.#look(true);
    this.#timer = setInterval(() => this.#look(false), intervalMs);
  }

  stop(): Usage {
    clearInterval(this.#timer);
    this.#look(false);
    let cpuMs = 0;
    for (const [pid, lastMs] of this.#last) cpuMs += lastMs - (this.#first.get(pid) ?? 0);
    return { cpuMs, peakBytes: this.#peakBytes };
  }

  #look(isFirst: boolean): void {
    const times = new Map<number, ProcessTimes>();
    for (const name of readdirSync('/proc')) {
      const pid = Number(name);
      const found = Number.isInteger(pid) ? readTimes(pid) : undefined;
      if (found) times.set(pid, found);
    }
    const roots = new Set(this.#roots());
    const isWatched = (pid: number): boolean => {
      for (let at: number | undefined = pid; at !== undefined && at > 1; at = times.get(at)?.parent) {
        if (roots.has(at)) return true;
      }
      return false;
    };
    let bytes = 0;
    for (const [pid, { cpuMs }] of times) {
      if (!isWatched(pid)) continue;
      // Usage before the first sample does not count.
      if (isFirst) this.#first.set(pid, cpuMs);
      this.#last.set(pid, cpuMs);
      bytes += readBytes(pid);
    }
    this.#peakBytes = Math.max(this.#peakBytes, bytes);
  }
}
