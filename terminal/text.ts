import { controls } from './streams.ts';

/** `1 change`, `2 changes`. @param thing - a noun whose plural ends in "s". */
export const counted = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? '' : 's'}`;

const units = { d: 86_400, h: 3_600, min: 60, s: 1 } as const;

/** A span of time in its two largest units, e.g. `3 d 4 h`, `12 s`, `840 ms`. */
export const formatDuration = (ms: number): string => {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 10_000) return `${(ms / 1_000).toFixed(1)} s`;
  let rest = Math.round(ms / 1_000);
  const parts = Object.entries(units).map(([unit, size]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return { count, unit };
  });
  const first = parts.findIndex(({ count }) => count > 0);
  const shown = parts.slice(first, first + 2).filter(({ count }) => count > 0);
  return shown.map(({ count, unit }) => `${count} ${unit}`).join(' ');
};

const two = (count: number): string => String(count).padStart(2, '0');

/** A moment's local date in ISO 8601. */
export const dayText = (at: Date | number): string => {
  const time = new Date(at);
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
};

/**
 * A moment in local time, rounded up: `11:30`, `11:29:41`, or `11:30 on 2026-11-24` on another day.
 */
export const formatLocalTime = (time: Date | string | number): string => {
  const whole = new Date(Math.ceil(new Date(time).getTime() / 1_000) * 1_000);
  const seconds = whole.getSeconds() === 0 ? '' : `:${two(whole.getSeconds())}`;
  const clock = `${two(whole.getHours())}:${two(whole.getMinutes())}${seconds}`;
  return dayText(whole) === dayText(Date.now()) ? clock : `${clock} on ${dayText(whole)}`;
};

/**
 * Makes text from pages printable on one line: replaces control characters and direction marks by a space.
 *
 * @param maxLength - in characters; longer text ends with an ellipsis.
 */
export const printable = (text: string, maxLength = 200): string => {
  const clean = text.replaceAll(controls, ' ').trim();
  const characters = [...clean];
  return characters.length > maxLength ? `${characters.slice(0, maxLength - 1).join('')}…` : clean;
};
