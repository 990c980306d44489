import { threadCpuUsage } from 'node:process';
import { countCalls } from '../count-calls.ts';

/** A function that reads untrusted text, at a size where quadratic time would show. */
export interface Subject {
  name: string;
  /** Longer text, in characters; the shorter one is a quarter of it. */
  size: number;
  read: (text: string) => unknown;
}

/** How much a call did, and from where on that is more than noise. */
export interface Measure {
  of: (call: () => unknown) => number;
  least: number;
  /** How much of it one character may take at most, beside what is made once. */
  mostEach: number;
  unit: string;
}

const cpuMs = (): number => {
  const { user, system } = threadCpuUsage();
  return (user + system) / 1_000;
};

/** Processor time of this thread, which native code takes too; it differs between runs. */
export const processorTime: Measure = {
  of: (call) => {
    const started = cpuMs();
    call();
    return cpuMs() - started;
  },
  least: 60,
  mostEach: 0.04,
  unit: 'ms',
};

/** The same text has the same count on every machine. */
export const calls: Measure = {
  of: (call) => countCalls(call as () => void),
  least: 1_000_000,
  mostEach: 100,
  unit: 'calls',
};

/** Of what a text takes and what a quarter of it takes; 4 is linear, 16 the square. */
const mostGrowth = 10;
const confirmations = 3;
const runsEach = 3;

/**
 * Finds readers whose work grows faster than the text, by the ratio of what all of it takes and what a quarter of it
 * takes, and readers that do too much for each character.
 *
 * @param textOf - the text at a size.
 * @returns what was seen, when it was seen each time that it was looked at again; else `undefined`.
 */
export const growthOf = (
  { name, size, read }: Subject,
  textOf: (size: number) => string,
  { of, least, mostEach, unit }: Measure,
): string | undefined => {
  const long = textOf(size);
  const short = textOf(size / 4);
  let ofLong = of(() => read(long));
  let ofShort = of(() => read(short));
  for (let confirmation = 0; confirmation < confirmations; confirmation += 1) {
    const isSteep = ofLong >= mostGrowth * Math.max(1, ofShort);
    const isCostly = ofLong - least >= mostEach * long.length;
    if (ofLong < least || (!isSteep && !isCostly)) return undefined;
    for (let run = 1; run < runsEach; run += 1) {
      ofShort = Math.min(
        ofShort,
        of(() => read(short)),
      );
      ofLong = Math.min(
        ofLong,
        of(() => read(long)),
      );
    }
  }
  return `${name}: ${long.length} characters took ${Math.round(ofLong)} ${unit}, a quarter of them ${Math.round(ofShort)}`;
};
