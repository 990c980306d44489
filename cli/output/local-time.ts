const two = (count: number): string => String(count).padStart(2, '0');

/** The day of a moment on this machine's clock, as ISO 8601 writes it. */
export const dayText = (at: Date | number): string => {
  const time = new Date(at);
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
};

/**
 * A moment on this machine's clock, never earlier than it is: `11:30`, `11:29:41`, or `11:30 on 2026-11-24` when that is
 * another day than now.
 */
export const formatLocalTime = (time: Date, now: Date): string => {
  const whole = new Date(Math.ceil(time.getTime() / 1_000) * 1_000);
  const seconds = whole.getSeconds() === 0 ? '' : `:${two(whole.getSeconds())}`;
  const clock = `${two(whole.getHours())}:${two(whole.getMinutes())}${seconds}`;
  return dayText(whole) === dayText(now) ? clock : `${clock} on ${dayText(whole)}`;
};
