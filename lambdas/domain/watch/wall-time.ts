import { dayMs, type EpochMs } from '../timing.ts';

/** A local time, expressed as the epoch milliseconds of the same clock time in UTC. */
export type WallTimeMs = number;

const formats = new Map<string, Intl.DateTimeFormat>();

/** @throws RangeError for an unknown zone. */
const formatOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(timeZone, format);
  return format;
};

/** Local time in a zone, to the second. */
export const wallTimeOf = (atMs: EpochMs, timeZone: string): WallTimeMs => {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(atMs)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const of = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
};

/**
 * The instant at which clocks in a zone show a time.
 *
 * @returns the first of two if clocks are set back over it; `undefined` if they skip it.
 */
export const instantOfWallTime = (wallMs: WallTimeMs, timeZone: string): EpochMs | undefined => {
  // Only the offsets of the day before and the day after can apply.
  const offsets = [-dayMs, dayMs].map((byMs) => wallTimeOf(wallMs + byMs, timeZone) - (wallMs + byMs));
  const instants = offsets.map((offset) => wallMs - offset);
  const shown = instants.filter((atMs) => wallTimeOf(atMs, timeZone) === wallMs);
  return shown.length === 0 ? undefined : Math.min(...shown);
};

const zonesByName = new Map(
  ['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone) => [zone.toLowerCase(), zone]),
);

/**
 * @returns the zone as the IANA database writes it; `undefined` for none, and for a plain offset, which
 *   EventBridge does not take.
 */
export const readTimeZone = (text: string): string | undefined => {
  const known = zonesByName.get(text.toLowerCase());
  if (known !== undefined) return known;
  // Other names of one zone, such as Asia/Kolkata.
  if (!/^[A-Z][A-Za-z_]{1,30}(\/[A-Z][\w+-]{1,30}){1,2}$/.test(text)) return undefined;
  try {
    formatOf(text);
    return text;
  } catch {
    return undefined;
  }
};
