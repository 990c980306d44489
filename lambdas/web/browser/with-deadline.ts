/**
 * Rejects if a promise takes too long, and immediately if no time remains, so that retries do not exceed
 * their time. The promise itself continues; its result is ignored.
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
