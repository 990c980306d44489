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
