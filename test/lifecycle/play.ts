import fc from 'fast-check';
import { expect } from 'vitest';

export interface PlayOptions<Safeguard> {
  cases?: number;
  seed?: number;
  /** A safeguard that is removed; the first violation is then enough, and is not shrunk. */
  without?: Safeguard | undefined;
  /** Path of a failure, as printed, to replay it directly. */
  path?: string | undefined;
  endOnFailure?: boolean;
}

export interface Played {
  /** Each with its shrunk life, seed and path. */
  violations: string[];
  /** Number of events, by kind. */
  counts: Map<string, number>;
}

/**
 * Plays random lives until one breaks a guarantee, and shrinks it.
 *
 * @param play - plays a life and returns its violations.
 */
export const playLives = async <Life, Safeguard = never>(
  lives: fc.Arbitrary<Life>,
  play: (life: Life, counts: Map<string, number>) => Promise<readonly string[]>,
  { cases = 100, seed = 1, without, path, endOnFailure = without !== undefined }: PlayOptions<Safeguard>,
): Promise<Played> => {
  const counts = new Map<string, number>();
  const property = fc.asyncProperty(lives, async (life) => {
    const broken = await play(life, counts);
    if (broken.length > 0) throw new Error(broken.join('; '));
  });
  const details = await fc.check(property, {
    numRuns: cases,
    seed,
    endOnFailure,
    ...(path ? { path } : {}),
  });
  if (!details.failed) return { violations: [], counts };
  const cause = details.errorInstance instanceof Error ? details.errorInstance.message : 'unknown';
  const life = fc.stringify(details.counterexample?.[0]);
  return {
    violations: [`${cause}, in ${life}, seed ${seed}, path ${details.counterexamplePath}`],
    counts,
  };
};

export const countOne = (counts: Map<string, number>, name: string, by = 1): void =>
  void counts.set(name, (counts.get(name) ?? 0) + by);

/** Expects that no guarantee broke, and that each of the events occurred; otherwise the lives would show nothing. */
export const expectKept = ({ violations, counts }: Played, events: readonly string[]): void => {
  expect(violations).toEqual([]);
  for (const name of events) expect.soft(counts.get(name) ?? 0, name).toBeGreaterThan(0);
};
