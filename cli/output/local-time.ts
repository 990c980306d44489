const two = (count: number): string => String(count).padStart(2, '0');

const dayOf = (time: Date): string =>
  `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;

/**
 * A moment on this machine's clock, never earlier than it is: `11:30`, `11:29:41`, or `11:30 on 2026-11-24` when that is
 * another day than now.
 */
export const formatLocalTime = (time: Date, now: Date): string => {
  const whole = new Date(Math.ceil(time.getTime() / 1_000) * 1_000);
  const seconds = whole.getSeconds() === 0 ? '' : `:${two(whole.getSeconds())}`;
  const clock = `${two(whole.getHours())}:${two(whole.getMinutes())}${seconds}`;
  return dayOf(whole) === dayOf(now) ? clock : `${clock} on ${dayOf(whole)}`;
};
