/**
 * API Gateway's throttle: a bucket that fills at a steady rate up to the burst.
 *
 * @returns a function that takes one token, `false` when there is none.
 */
export const createTokenBucket = (
  { ratePerSecond, burst }: { ratePerSecond: number; burst: number },
  now: () => number,
) => {
  let tokens = burst;
  let filledAtMs = now();
  return (): boolean => {
    const nowMs = now();
    tokens = Math.min(burst, tokens + ((nowMs - filledAtMs) / 1_000) * ratePerSecond);
    filledAtMs = nowMs;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
};
