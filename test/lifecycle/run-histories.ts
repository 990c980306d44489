import fc from 'fast-check';
import { History } from './history.ts';
import { historyCommands } from './history-commands.ts';
import { type Played, type PlayOptions, playLives } from './play.ts';
import type { World } from './worlds.ts';

/** Runs random histories in a world. @param replayPath - of a failure, as printed, to replay it. */
export const playHistories = (
  world: World,
  { replayPath, ...options }: PlayOptions<never> & { replayPath?: string | undefined },
): Promise<Played> =>
  playLives(
    historyCommands({ maxCommands: 80, replayPath }),
    async (commands, counts) => {
      await world.clear();
      const history = new History(world, counts);
      await fc.asyncModelRun(() => ({ model: { history }, real: history }), commands);
      await history.end();
      return [];
    },
    options,
  );
