import fc from 'fast-check';
import { History } from './history.ts';
import { historyCommands } from './history-commands.ts';
import type { World } from './worlds.ts';

export interface HistoriesOptions {
  cases?: number;
  seed?: number;
  /** Path of a failure, as printed, to replay it directly. */
  path?: string | undefined;
  replayPath?: string | undefined;
  maxCommands?: number;
  /** Stops at the first failure without shrinking it. */
  endOnFailure?: boolean;
}

export interface HistoriesOutcome {
  cases: number;
  seed: number;
  violations: string[];
  /** Number of events, by kind. */
  counts: ReadonlyMap<string, number>;
}

/**
 * Runs random histories in a world until one violates a guarantee, and shrinks it.
 *
 * @returns the violation with its seed, path and replay path.
 */
export const playHistories = async (
  world: World,
  options: HistoriesOptions = {},
): Promise<HistoriesOutcome> => {
  const { cases = 100, seed = Math.floor(Math.random() * 2 ** 31), path, replayPath } = options;
  const counts = new Map<string, number>();
  const property = fc.asyncProperty(
    historyCommands({ maxCommands: options.maxCommands ?? 80, replayPath }),
    async (commands) => {
      await world.clear();
      const history = new History(world, counts);
      await fc.asyncModelRun(() => ({ model: { history }, real: history }), commands);
      await history.end();
    },
  );
  const details = await fc.check(property, {
    numRuns: cases,
    seed,
    ...(path ? { path } : {}),
    endOnFailure: options.endOnFailure ?? false,
  });
  const violations: string[] = [];
  if (details.failed) {
    const shrunk = String(details.counterexample?.[0] ?? '');
    const replay = /replayPath="([^"]*)"/.exec(shrunk)?.[1] ?? '';
    const cause = details.errorInstance instanceof Error ? details.errorInstance.message : 'unknown';
    violations.push(
      `${cause}\n    in: ${shrunk.replace(/\s*\/\*.*\*\/$/, '')}\n    again with: --seed ${seed} --path ${details.counterexamplePath} --replay-path ${replay}`,
    );
  }
  return { cases: details.numRuns, seed, violations, counts };
};
