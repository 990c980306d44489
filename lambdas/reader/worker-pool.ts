import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { WebError } from '../web/web-error.ts';
import type { PageReader, ReadAnswer, ReadOrder } from './page-reader.ts';
import type { ReaderLimits } from './reader-limits.ts';

export interface ReaderPool extends Required<PageReader> {
  /** Workers that live, those that start included. */
  readonly size: number;
  /** Starts the first worker, so that it gets ready while pages are fetched. */
  warm(): void;
  /** Ends all workers and what they read. */
  close(): Promise<void>;
}

export interface ReaderPoolOptions {
  /** File of the worker: `worker.ts`, or the bundle that was made of it. */
  entry: URL;
  limits: ReaderLimits;
}

interface Reading {
  order: ReadOrder;
  queuedAtMs: number;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
  /** Takes the listener off the site's signal. */
  release: () => void;
}

interface Thread {
  worker: Worker;
  isReady: boolean;
  reading: Reading | undefined;
  timer: NodeJS.Timeout | undefined;
}

const tooSlow = (readMs: number): WebError =>
  new WebError('Timeout', `The page could not be read within ${readMs / 1_000} s.`, { retryable: true });

const tooLarge = (heapMb: number): WebError =>
  new WebError('TooLarge', `The page could not be read within ${heapMb} MB of memory.`, { retryable: false });

const isOutOfMemory = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException | undefined)?.code === 'ERR_WORKER_OUT_OF_MEMORY';

/**
 * Reads pages in worker threads. A page that is not read in time, or that fills its worker's memory, ends with its
 * worker, and with nothing else: timers, connections and the readings beside it go on.
 *
 * Workers are started as they are needed and kept; one that is idle keeps no process alive.
 */
export const createReaderPool = ({ entry, limits }: ReaderPoolOptions): ReaderPool => {
  const threads = new Set<Thread>();
  const line: Reading[] = [];
  const ending = new Set<Promise<unknown>>();
  let growTimer: NodeJS.Timeout | undefined;
  /** When a worker last got ready or came back. */
  let movedAtMs = 0;
  let isClosed = false;
  const awaiting: (() => void)[] = [];
  const tellReady = (): void => {
    for (const tell of awaiting.splice(0)) tell();
  };

  const terminate = (thread: Thread): void => {
    threads.delete(thread);
    const ended = thread.worker.terminate();
    ending.add(ended);
    void ended.finally(() => ending.delete(ended));
  };

  /** Takes the reading from its thread. */
  const finish = (thread: Thread): Reading | undefined => {
    const { reading } = thread;
    clearTimeout(thread.timer);
    thread.timer = undefined;
    thread.reading = undefined;
    reading?.release();
    return reading;
  };

  /** Ends a reading together with its worker: nothing else stops a thread that does not come back. */
  const abandon = (thread: Thread, error: unknown): void => {
    const reading = finish(thread);
    terminate(thread);
    reading?.reject(error);
    replenish();
    next();
  };

  const onAnswer = (thread: Thread, answer: ReadAnswer): void => {
    movedAtMs = performance.now();
    if ('ready' in answer) {
      thread.isReady = true;
      tellReady();
    } else {
      const reading = finish(thread);
      if ('error' in answer) reading?.reject(new Error(`Reading a page failed: ${answer.error}`));
      else reading?.resolve(answer.value);
    }
    thread.worker.unref();
    replenish();
    next();
  };

  /** One after the other: the first one is to be ready as soon as can be. */
  const mayStart = (workers: number): boolean =>
    threads.size < workers && !isClosed && [...threads].every(({ isReady }) => isReady);

  const replenish = (): void => {
    if (mayStart(1)) start();
  };

  /** A worker that ended by itself. */
  const onEnd = (thread: Thread, cause: unknown): void => {
    if (!threads.delete(thread)) return;
    const reading = finish(thread);
    const failure = new Error('The worker that reads pages ended.', { cause });
    if (reading) reading.reject(isOutOfMemory(cause) ? tooLarge(limits.heapMb) : failure);
    if (thread.isReady) replenish();
    else {
      // It could not even start: the next one would not either.
      for (const waiting of line.splice(0)) fail(waiting, failure);
      tellReady();
    }
    next();
  };

  const start = (): void => {
    // The option --max-old-space-size, with which Lambda starts Node.js, goes before a worker's own limit.
    setFlagsFromString('--max-old-space-size=0');
    const worker = new Worker(entry, {
      // Nothing of this process is the worker's to know: no credentials, no options.
      env: {},
      argv: [],
      execArgv: [],
      name: 'reader',
      resourceLimits: {
        maxOldGenerationSizeMb: limits.heapMb,
        maxYoungGenerationSizeMb: limits.youngHeapMb,
      },
    });
    const thread: Thread = { worker, isReady: false, reading: undefined, timer: undefined };
    threads.add(thread);
    worker.on('message', (answer: ReadAnswer) => onAnswer(thread, answer));
    worker.once('error', (error) => onEnd(thread, error));
    worker.once('exit', (code) => onEnd(thread, `exit code ${code}`));
    if (line.length === 0) worker.unref();
  };

  const fail = (reading: Reading, error: unknown): void => {
    reading.release();
    reading.reject(error);
  };

  const assign = (thread: Thread, reading: Reading): void => {
    thread.reading = reading;
    thread.worker.ref();
    thread.timer = setTimeout(() => abandon(thread, tooSlow(limits.readMs)), limits.readMs);
    try {
      thread.worker.postMessage(reading.order);
    } catch (error) {
      finish(thread);
      reading.reject(error);
    }
  };

  /** Starts another worker, now or when the line has not moved for long enough. */
  const grow = (): void => {
    clearTimeout(growTimer);
    const first = line[0];
    if (!first || !mayStart(limits.workers)) return;
    const waitedSinceMs = Math.max(first.queuedAtMs, movedAtMs);
    const waitMs =
      threads.size < limits.readyWorkers ? 0 : waitedSinceMs + limits.growAfterMs - performance.now();
    if (waitMs > 0) growTimer = setTimeout(next, Math.ceil(waitMs));
    else start();
  };

  /** Gives idle workers the next in line; for those left there may be another one. */
  const next = (): void => {
    for (const thread of threads) {
      if (line.length === 0) break;
      if (thread.isReady && !thread.reading) assign(thread, line.shift()!);
    }
    grow();
  };

  /** The reading's site has ended. */
  const onAbort = (reading: Reading, reason: unknown): void => {
    const place = line.indexOf(reading);
    if (place >= 0) {
      line.splice(place, 1);
      fail(reading, reason);
      next();
      return;
    }
    const thread = [...threads].find((each) => each.reading === reading);
    if (thread) abandon(thread, reason);
  };

  return {
    get size() {
      return threads.size;
    },
    ready: () =>
      new Promise((resolve) => {
        const threadsNow = [...threads];
        if (isClosed || threadsNow.some(({ isReady }) => isReady)) return resolve();
        awaiting.push(resolve);
        if (threadsNow.length === 0) start();
        // A process may otherwise end before a worker that starts is ready.
        for (const { worker } of threads) worker.ref();
      }),
    warm: () => {
      replenish();
    },
    read: (name, given, signal) =>
      new Promise((resolve, reject) => {
        if (isClosed) throw new Error('The reader of pages is closed.');
        signal.throwIfAborted();
        const listener = (): void => onAbort(reading, signal.reason);
        const reading: Reading = {
          order: { name, given },
          queuedAtMs: performance.now(),
          resolve: resolve as (value: unknown) => void,
          reject,
          release: () => signal.removeEventListener('abort', listener),
        };
        signal.addEventListener('abort', listener, { once: true });
        line.push(reading);
        // A process may otherwise end before a worker that starts is ready.
        for (const { worker, isReady } of threads) if (!isReady) worker.ref();
        next();
      }),
    close: async () => {
      isClosed = true;
      clearTimeout(growTimer);
      tellReady();
      const closed = new Error('The reader of pages was closed.');
      for (const waiting of line.splice(0)) fail(waiting, closed);
      for (const thread of [...threads]) abandon(thread, closed);
      await Promise.allSettled(ending);
    },
  };
};
