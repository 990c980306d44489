/**
 * Rejects with the signal's reason as soon as it aborts. The promise itself continues, and its result is
 * ignored.
 */
export const withSignal = async <T>(signal: AbortSignal, work: Promise<T>): Promise<T> => {
  // If the signal wins, nothing else handles a later rejection.
  work.catch(() => {});
  signal.throwIfAborted();
  let onAbort: () => void = () => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
};

/** Resolves after the time, or rejects with the signal's reason. */
export const sleep = async (milliseconds: number, signal: AbortSignal): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const passed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  try {
    await withSignal(signal, passed);
  } finally {
    clearTimeout(timer);
  }
};
