import { describe, expect, it } from 'vitest';
import { retryAfterSeconds } from '../../lambdas/web/retry-after.ts';

const now = Date.parse('2026-11-21T10:00:00.500Z');

describe('Retry-After', () => {
  it.each<[string | undefined, number | undefined]>([
    ['0', 0],
    [' 120 ', 120],
    ['Sat, 21 Nov 2026 10:00:30 GMT', 30],
    ['Saturday, 21-Nov-26 10:00:30 GMT', undefined],
    ['Sat, 21 Nov 2026 09:00:00 GMT', 0],
    ['-5', undefined],
    ['1.5', undefined],
    ['1e9', undefined],
    ['99999999999999999999', 2 ** 31],
    ['9'.repeat(400), 2 ** 31],
    ['soon', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('reads "%s" as %s', (header, seconds) => {
    expect(retryAfterSeconds(header, now)).toBe(seconds);
  });
});
