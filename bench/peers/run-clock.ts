import { type ProcessorTime, processKinds, sampleProcessorTime } from './processor-time.ts';

/** Output of one run of a bench, as JSON. */
export interface Run {
  /** Pages that were read behind the first quarter, in which code is compiled and browsers start. */
  pages: number;
  seconds: number;
  /** Processor time of the program and all that it started, for them. */
  cpuMs: ProcessorTime;
  /** All pages, from the beginning. */
  wholePages: number;
  wholeSeconds: number;
  /** Of one page; absent where it was not measured. */
  medianMs?: number | undefined;
}

/** Measures a run of so many pages by when each was read. */
export const createRunClock = (wholePages: number) => {
  const warmUp = Math.ceil(wholePages / 4);
  const took: number[] = [];
  let read = 0;
  let startedAt = 0;
  let endedAt = 0;
  const processorTime = sampleProcessorTime();
  let warm = { at: 0, cpu: processorTime.read() };
  let cpu = warm.cpu;
  return {
    start: () => {
      startedAt = performance.now();
    },
    read: (ms?: number) => {
      read += 1;
      if (read === warmUp) warm = { at: performance.now(), cpu: processorTime.read() };
      if (ms !== undefined && read > warmUp) took.push(ms);
      if (read === wholePages) {
        endedAt = performance.now();
        cpu = processorTime.read();
        processorTime.stop();
      }
    },
    told: (): Run => {
      if (read !== wholePages) throw new Error(`${read} pages of ${wholePages} were read.`);
      return {
        pages: wholePages - warmUp,
        seconds: (endedAt - warm.at) / 1_000,
        cpuMs: Object.fromEntries(
          processKinds.map((kind) => [kind, cpu[kind] - warm.cpu[kind]]),
        ) as ProcessorTime,
        wholePages,
        wholeSeconds: (endedAt - startedAt) / 1_000,
        medianMs: took.toSorted((one, other) => one - other)[took.length >> 1],
      };
    },
  };
};
