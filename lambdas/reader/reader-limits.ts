/** What the readings of one function may take. */
export interface ReaderLimits {
  /** Worker threads at most: one for each site of a group, where the memory has room for them. */
  workers: number;
  /** JavaScript's heap of one worker, MB. A page of 16 MB, the largest that the HTTP tier reads, needs some 200. */
  heapMb: number;
  /** Of the heap, where new objects are made, MB; the collector keeps it, so that it is small. */
  youngHeapMb: number;
  /** One reading, ms. A page of 6 MB takes some seconds on a busy machine; 100 KB some hundredths of one. */
  readMs: number;
  /** Workers kept ready from the beginning: while a page holds one up, its neighbours need not wait for another. */
  readyWorkers: number;
  /** Another worker is started when one is waited for and none has come back for so long, ms. */
  growAfterMs: number;
}

const maxWorkers = 8;
const minWorkers = 2;
const smallestHeapMb = 224;
/** What is left is for Chromium's pages, and for the pages' texts themselves. */
const shareOfMemory = 0.6;

/** @param memoryMb - of the function. All workers filled to their limits are to leave it alive. */
export const readerLimitsFor = (memoryMb: number): ReaderLimits => {
  const roomMb = memoryMb * shareOfMemory;
  const workers = Math.min(maxWorkers, Math.max(minWorkers, Math.floor(roomMb / smallestHeapMb)));
  return {
    workers,
    heapMb: Math.floor(roomMb / workers),
    youngHeapMb: 32,
    readMs: 10_000,
    readyWorkers: 2,
    // To start one takes more than half a second of a processor: not worth it for a line that moves.
    growAfterMs: 250,
  };
};
