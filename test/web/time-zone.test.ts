import { expect, it } from 'vitest';
import { countryCodes } from '../../lambdas/domain/site/iso-codes.ts';
import { timeZoneOf } from '../../lambdas/web/time-zone.ts';

it.each([
  ['de-DE', 'Europe/Berlin'],
  ['en-US', 'America/New_York'],
  ['ja-JP', 'Asia/Tokyo'],
  ['de-CH', 'Europe/Zurich'],
  ['de', undefined],
])('of %s is %s', (language, expected) => expect(timeZoneOf(language)).toBe(expected));

it('belongs to its country and is known to Intl, for every country', () => {
  for (const country of countryCodes) {
    const zones = (
      new Intl.Locale(`und-${country}`) as Intl.Locale & { getTimeZones(): string[] }
    ).getTimeZones();
    const zone = timeZoneOf(`en-${country}`);
    // Bouvet Island, and Heard Island and McDonald Islands: both are uninhabited.
    if (zone === undefined) expect(zones, country).toEqual([]);
    else {
      expect(zones, country).toContain(zone);
      expect(() => new Intl.DateTimeFormat('en', { timeZone: zone })).not.toThrow();
    }
  }
});
