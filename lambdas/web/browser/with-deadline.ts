/** Rejects when a promise takes too long; the promise itself goes on and its end is ignored. */
export const withDeadline = async <T>(ms: number, work: Promise<T>, expired: () => Error): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  work.catch(() => {});
  const expiry = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(expired()), Math.max(0, ms));
  });
  try {
    return await Promise.race([work, expiry]);
  } finally {
    clearTimeout(timer);
  }
};

/** Rejects with the signal's reason as soon as that aborts; the promise itself goes on and its end is ignored. */
export const withSignal = async <T>(signal: AbortSignal, work: Promise<T>): Promise<T> => {
  work.catch(() => {});
  if (signal.aborted) throw signal.reason;
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
