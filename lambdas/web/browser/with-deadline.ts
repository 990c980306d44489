/**
 * Rejects when a promise takes too long, and at once when there is no time for it, so that nothing that tries again outlives
 * its time. The promise itself goes on and its end is ignored.
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
