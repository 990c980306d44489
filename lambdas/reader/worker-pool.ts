import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { WebError } from '../web/web-error.ts';
import type { LoadedDocument, PageReader, ReadRequest, ReadResponse } from './page-reader.ts';
import type { ReaderLimits } from './reader-limits.ts';

export interface ReaderPool extends Required<PageReader> {
  /** Number of running workers, including starting ones. */
  readonly size: number;
  /** Starts the first worker while pages are being fetched. */
  warm(): void;
  /** Terminates all workers and their readings. */
  close(): Promise<void>;
}

export interface ReaderPoolOptions {
  /** File of the worker: `worker.ts` or its bundle. */
  entry: URL;
  limits: ReaderLimits;
}

type PageOrder = ReadRequest & { document?: LoadedDocument | undefined };

interface Reading {
  order: PageOrder;
  queuedAtMs: number;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
  /** Removes the listener from the site's signal. */
  release: () => void;
}

interface Thread {
  worker: Worker;
  isReady: boolean;
  reading: Reading | undefined;
  timer: NodeJS.Timeout | undefined;
  /** The document whose parsed page it keeps. */
  document: LoadedDocument | undefined;
}

const tooSlow = (readMs: number): WebError =>
  new WebError('Timeout', `The page could not be read within ${readMs / 1_000} s.`, { retryable: true });

const tooLarge = (heapMb: number): WebError =>
  new WebError('TooLarge', `The page could not be read within ${heapMb} MB of memory.`, { retryable: false });

/** A larger document is parsed anew for each reading, so that idle workers hold little. */
const maxKeptLength = 2_000_000;

/** True if a worker still has the parsed page of a reading's document. */
const keeps = ({ document: kept }: Thread, { document }: PageOrder): boolean =>
  document !== undefined && document.html === kept?.html && document.finalUrl === kept.finalUrl;

const isOutOfMemory = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException | undefined)?.code === 'ERR_WORKER_OUT_OF_MEMORY';

/**
 * Reads pages in worker threads. If a page is not read in time, or exhausts its worker's memory, its worker
 * is terminated. Timers, connections and other readings are not affected.
 *
 * Workers are started on demand and reused; idle ones do not keep the process alive.
 */
export const createReaderPool = ({ entry, limits }: ReaderPoolOptions): ReaderPool => {
  const threads = new Set<Thread>();
  const queue: Reading[] = [];
  const ending = new Set<Promise<unknown>>();
  let growTimer: NodeJS.Timeout | undefined;
  /** When a worker last became ready or finished. */
  let lastProgressAtMs = 0;
  let isClosed = false;
  const readyWaiters: (() => void)[] = [];
  const resolveReady = (): void => {
    for (const resolve of readyWaiters.splice(0)) resolve();
  };

  const terminate = (thread: Thread): void => {
    threads.delete(thread);
    const ended = thread.worker.terminate();
    ending.add(ended);
    void ended.finally(() => ending.delete(ended));
  };

  /** Detaches the reading from its thread. */
  const finish = (thread: Thread): Reading | undefined => {
    const { reading } = thread;
    clearTimeout(thread.timer);
    thread.timer = undefined;
    thread.reading = undefined;
    reading?.release();
    return reading;
  };

  /** Ends a reading by terminating its worker, since nothing else stops a hanging thread. */
  const abandon = (thread: Thread, error: unknown): void => {
    const reading = finish(thread);
    terminate(thread);
    reading?.reject(error);
    replenish();
    next();
  };

  const onAnswer = (thread: Thread, answer: ReadResponse): void => {
    lastProgressAtMs = performance.now();
    if ('ready' in answer) {
      thread.isReady = true;
      resolveReady();
    } else {
      const reading = finish(thread);
      if ('error' in answer) {
        thread.document = undefined;
        reading?.reject(new Error(`Reading a page failed: ${answer.error}`));
      } else reading?.resolve(answer.value);
    }
    thread.worker.unref();
    replenish();
    next();
  };

  /** Starts one at a time, so that the first one is ready as soon as possible. */
  const mayStart = (workers: number): boolean =>
    threads.size < workers && !isClosed && [...threads].every(({ isReady }) => isReady);

  const replenish = (): void => {
    if (mayStart(1)) start();
  };

  /** Handles a worker that exited by itself. */
  const onEnd = (thread: Thread, cause: unknown): void => {
    if (!threads.delete(thread)) return;
    const reading = finish(thread);
    const failure = new Error('A reader worker exited unexpectedly.', { cause });
    if (reading) reading.reject(isOutOfMemory(cause) ? tooLarge(limits.heapMb) : failure);
    if (thread.isReady) replenish();
    else {
      // It could not start, and neither would the next one.
      for (const waiting of queue.splice(0)) fail(waiting, failure);
      resolveReady();
    }
    next();
  };

  const start = (): void => {
    // Lambda starts Node.js with --max-old-space-size, which would override the worker's own limit.
    setFlagsFromString('--max-old-space-size=0');
    const worker = new Worker(entry, {
      // The worker gets nothing of this process: no credentials, no options.
      env: {},
      argv: [],
      execArgv: [],
      name: 'reader',
      resourceLimits: {
        maxOldGenerationSizeMb: limits.heapMb,
        maxYoungGenerationSizeMb: limits.youngHeapMb,
      },
    });
    const thread: Thread = {
      worker,
      isReady: false,
      reading: undefined,
      timer: undefined,
      document: undefined,
    };
    threads.add(thread);
    worker.on('message', (answer: ReadResponse) => onAnswer(thread, answer));
    worker.once('error', (error) => onEnd(thread, error));
    worker.once('exit', (code) => onEnd(thread, `exit code ${code}`));
    if (queue.length === 0) worker.unref();
  };

  const fail = (reading: Reading, error: unknown): void => {
    reading.release();
    reading.reject(error);
  };

  const assign = (thread: Thread, reading: Reading): void => {
    thread.reading = reading;
    thread.worker.ref();
    thread.timer = setTimeout(() => abandon(thread, tooSlow(limits.readMs)), limits.readMs);
    const { order } = reading;
    const isSame = keeps(thread, order);
    if (order.document)
      thread.document = order.document.html.length > maxKeptLength ? undefined : order.document;
    try {
      thread.worker.postMessage(isSame ? { ...order, document: 'Same' } : order);
    } catch (error) {
      finish(thread);
      reading.reject(error);
    }
  };

  /** Starts another worker, immediately or once the queue has stalled for long enough. */
  const grow = (): void => {
    clearTimeout(growTimer);
    const first = queue[0];
    if (!first || !mayStart(limits.workers)) return;
    const waitedSinceMs = Math.max(first.queuedAtMs, lastProgressAtMs);
    const waitMs =
      threads.size < limits.readyWorkers ? 0 : waitedSinceMs + limits.growAfterMs - performance.now();
    if (waitMs > 0) growTimer = setTimeout(next, Math.ceil(waitMs));
    else start();
  };

  /** Assigns queued readings to idle workers, and starts another worker if needed. */
  const next = (): void => {
    for (;;) {
      const idle = [...threads].filter(({ isReady, reading }) => isReady && !reading);
      const first = idle.length > 0 ? queue.shift() : undefined;
      if (!first) break;
      assign(idle.find((thread) => keeps(thread, first.order)) ?? idle[0]!, first);
    }
    grow();
  };

  /** Cancels the reading of an aborted site. */
  const onAbort = (reading: Reading, reason: unknown): void => {
    const place = queue.indexOf(reading);
    if (place >= 0) {
      queue.splice(place, 1);
      fail(reading, reason);
      next();
      return;
    }
    const thread = [...threads].find((each) => each.reading === reading);
    if (thread) abandon(thread, reason);
  };

  const enqueue = <Value>(order: PageOrder, signal: AbortSignal): Promise<Value> =>
    new Promise((resolve, reject) => {
      if (isClosed) throw new Error('The reader is closed.');
      signal.throwIfAborted();
      const listener = (): void => onAbort(reading, signal.reason);
      const reading: Reading = {
        order,
        queuedAtMs: performance.now(),
        resolve: resolve as (value: unknown) => void,
        reject,
        release: () => signal.removeEventListener('abort', listener),
      };
      signal.addEventListener('abort', listener, { once: true });
      queue.push(reading);
      // Otherwise the process may exit before a starting worker is ready.
      for (const { worker, isReady } of threads) if (!isReady) worker.ref();
      next();
    });

  return {
    get size() {
      return threads.size;
    },
    ready: () =>
      new Promise((resolve) => {
        const threadsNow = [...threads];
        if (isClosed || threadsNow.some(({ isReady }) => isReady)) return resolve();
        readyWaiters.push(resolve);
        if (threadsNow.length === 0) start();
        // Otherwise the process may exit before a starting worker is ready.
        for (const { worker } of threads) worker.ref();
      }),
    warm: () => {
      replenish();
    },
    read: (name, { html, finalUrl }, given, signal) =>
      enqueue({ name, document: { html, finalUrl }, given }, signal),
    compute: (name, given, signal) => enqueue({ name, given }, signal),
    close: async () => {
      isClosed = true;
      clearTimeout(growTimer);
      resolveReady();
      const closed = new Error('The reader was closed.');
      for (const waiting of queue.splice(0)) fail(waiting, closed);
      for (const thread of [...threads]) abandon(thread, closed);
      await Promise.allSettled(ending);
    },
  };
};
