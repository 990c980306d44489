import { type ProcessorTime, processKinds, sampleProcessorTime } from './processor-time.ts';

export interface Run {
  /** Pages after the first quarter, in which code is compiled and browsers start. */
  pages: number;
  seconds: number;
  /** Processor time for these, including child processes. */
  cpuMs: ProcessorTime;
  /** All pages. */
  wholePages: number;
  wholeSeconds: number;
  /** Median duration of a page; absent if not measured. */
  medianMs?: number | undefined;
}

/** Measures a run by the times of its pages. */
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
    figures: (): Run => {
      if (read !== wholePages) throw new Error(`Expected ${wholePages} pages, read ${read}.`);
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
