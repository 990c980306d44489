/** Limits on the readings of one function. */
export interface ReaderLimits {
  /** Maximum number of worker threads: one per site of a group, if memory allows. */
  workers: number;
  /** Old-generation heap of one worker, MB. A page of 16 MB, the HTTP tier's maximum, needs about 200. */
  heapMb: number;
  /** Young-generation heap in addition, MB. V8 never shrinks it, so it is small. */
  youngHeapMb: number;
  /** One reading, ms. A page of 6 MB takes several seconds on a busy machine, one of 100 KB some 10 ms. */
  readMs: number;
  /** Number of workers started as soon as a page waits, so that a slow page does not delay the others. */
  readyWorkers: number;
  /** Starts another worker if a page waits and none has finished for this long, ms. */
  growAfterMs: number;
}

const maxWorkers = 8;
const smallestHeapMb = 224;
/** A larger one reduces garbage collection: a page of 100 KB then takes a sixth less processor time. */
const youngHeap = { leastMb: 32, mostMb: 64 };

/** Memory of a worker in addition to its heaps, MB: stack, code and V8 itself. */
export const overheadMb = 12;

/**
 * @param readerMb - memory of all workers together. If there is room for only one worker, a page that hangs
 *   delays the others until it times out.
 */
export const readerLimitsFor = (readerMb: number): ReaderLimits => {
  const fitting = Math.floor(readerMb / (smallestHeapMb + youngHeap.leastMb + overheadMb));
  const workers = Math.min(maxWorkers, Math.max(1, fitting));
  const bothHeapsMb = Math.floor(readerMb / workers) - overheadMb;
  const youngHeapMb = Math.min(youngHeap.mostMb, Math.max(youngHeap.leastMb, bothHeapsMb - smallestHeapMb));
  return {
    workers,
    heapMb: Math.max(smallestHeapMb, bothHeapsMb - youngHeapMb),
    youngHeapMb,
    readMs: 10_000,
    readyWorkers: Math.min(2, workers),
    // Starting a worker takes over half a second of processor time, which a moving queue does not need.
    growAfterMs: 250,
  };
};
