import { describe, expect, it } from 'vitest';
import { createCallMeter } from '../../lambdas/api/call-meter.ts';
import { UnavailableError } from '../../lambdas/domain/ports.ts';
import { ProblemError } from '../../lambdas/domain/problem.ts';
import { createMemoryCallCounts } from '../fakes/memory-stores.ts';

const minuteMs = 60_000;
const startMs = 1_000 * minuteMs;

/** Concurrent functions, and how many of a number of calls they admit. */
const world = (limit: number, functions: number) => {
  const counts = createMemoryCallCounts();
  const meters = Array.from({ length: functions }, () => createCallMeter(counts, limit));
  const answered = async (calls: number, nowMs = startMs, uid = 'acme'): Promise<number> => {
    let count = 0;
    for (let call = 0; call < calls; call += 1) {
      const refused = await meters[call % functions]!(uid, nowMs).catch((error: ProblemError) => error);
      if (refused === undefined) count += 1;
      else expect(refused).toMatchObject({ status: 429 });
    }
    return count;
  };
  return { counts, meters, answered };
};

describe('the meter of read-only calls', () => {
  it.each([1, 5, 50])(
    'refuses none below the limit, and few above it, with %i functions',
    async (functions) => {
      const { answered } = world(1_200, functions);
      expect(await answered(1_200)).toBe(1_200);
      expect(await answered(1_000)).toBeLessThanOrEqual(functions * 10);
    },
  );

  it('is exact with a single function, by license and minute', async () => {
    const { answered } = world(20, 1);
    expect(await answered(50)).toBe(20);
    expect(await answered(50, startMs, 'other')).toBe(20);
    expect(await answered(50, startMs + minuteMs)).toBe(20);
  });

  it('returns Retry-After', async () => {
    const { meters, answered } = world(20, 1);
    await answered(20);
    const refused = await meters[0]!('acme', startMs + 45_500).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ProblemError);
    expect((refused as ProblemError).headers).toEqual({
      'Retry-After': '15',
      RateLimit: '"status";r=0;t=15',
      'RateLimit-Policy': '"status";q=20;w=60',
    });
  });

  it('writes once in ten calls', async () => {
    const { counts, answered } = world(1_200, 1);
    await answered(9);
    expect(counts.writes).toBe(0);
    await answered(991);
    expect(counts.writes).toBe(100);
  });

  it('keeps counting locally while the store does not respond', async () => {
    const meter = createCallMeter({ add: () => Promise.reject(new UnavailableError('in trouble')) }, 20);
    for (let call = 0; call < 20; call += 1) await meter('acme', startMs);
    await expect(meter('acme', startMs)).rejects.toMatchObject({ status: 429 });
  });
});
