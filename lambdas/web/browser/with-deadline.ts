/**
 * Rejects if a promise takes too long, and at once if no time is left, so that no retry outlives its time. The promise
 * itself continues, and its result is ignored.
 */
export const withDeadline = async <T>(ms: number, work: Promise<T>, expired: () => Error): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  work.catch(() => {});
  if (ms <= 0) throw expired();
  const expiry = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(expired()), ms);
  });
  try {
    return await Promise.race([work, expiry]);
  } finally {
    clearTimeout(timer);
  }
};
