/** Limits on the readings of one function. */
export interface ReaderLimits {
  /** Worker threads at most: one for each site of a group, where the memory has room for them. */
  workers: number;
  /** JavaScript's heap of one worker, MB. A page of 16 MB, the largest that the HTTP tier reads, needs some 200. */
  heapMb: number;
  /** Beside it, where new objects are made, MB; the collector keeps it, so that it is small. */
  youngHeapMb: number;
  /** One reading, ms. A page of 6 MB takes some seconds on a busy machine; 100 KB some hundredths of one. */
  readMs: number;
  /** So many are started as soon as a page waits for one: a page that holds one up is not to hold up its neighbours. */
  readyWorkers: number;
  /** One more is started when one is waited for and none has come back for so long, ms. */
  growAfterMs: number;
}

const maxWorkers = 8;
const smallestHeapMb = 224;
/** The collector runs less often in the larger one: a page of 100 KB then takes a sixth less of a processor. */
const youngHeap = { leastMb: 32, mostMb: 64 };

/** Of a worker beside its heap, MB: its stack, its code, and what V8 has for itself. */
export const besideHeapMb = 12;

/**
 * @param readerMb - of all workers together; filled to their limits they take no more. Where there is room for one worker
 *   only, a page that hangs holds its neighbours up until it is given up.
 */
export const readerLimitsFor = (readerMb: number): ReaderLimits => {
  const fitting = Math.floor(readerMb / (smallestHeapMb + youngHeap.leastMb + besideHeapMb));
  const workers = Math.min(maxWorkers, Math.max(1, fitting));
  const bothHeapsMb = Math.floor(readerMb / workers) - besideHeapMb;
  const youngHeapMb = Math.min(youngHeap.mostMb, Math.max(youngHeap.leastMb, bothHeapsMb - smallestHeapMb));
  return {
    workers,
    heapMb: Math.max(smallestHeapMb, bothHeapsMb - youngHeapMb),
    youngHeapMb,
    readMs: 10_000,
    readyWorkers: Math.min(2, workers),
    // To start one takes more than half a second of a processor: not worth it for a line that moves.
    growAfterMs: 250,
  };
};
