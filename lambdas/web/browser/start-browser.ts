import { type FlagSet, flagSets } from './chromium-flags.ts';

/** Which way of starting Chromium works here; one for each process of ours. */
export interface FlagSetChoice {
  /** The one that worked last first; without one as they are listed. */
  inOrder(): readonly FlagSet[];
  /** A browser started with these flags has shown a page. */
  isProven(flagSet: FlagSet): boolean;
  worked(flagSet: FlagSet): void;
}

export const createFlagSetChoice = (sets: readonly FlagSet[] = flagSets): FlagSetChoice => {
  let proven: FlagSet | undefined;
  return {
    inOrder: () => (proven ? [proven, ...sets.filter((set) => set !== proven)] : sets),
    isProven: (flagSet) => flagSet === proven,
    worked: (flagSet) => {
      proven = flagSet;
    },
  };
};

export interface BrowserStart<Started> {
  choice: FlagSetChoice;
  /** @param isProven - whether the browser has to show that it can open a page. */
  launch: (flagSet: FlagSet, isProven: boolean) => Promise<Started>;
  /** Told of each start that failed. */
  onFailed: (flagSet: string, error: unknown) => void;
  /** Nobody waits for the browser any longer. */
  isGivenUp: () => boolean;
}

/**
 * Starts a browser in the first way that works.
 *
 * @throws what the last start threw, when none worked.
 */
export const startBrowser = async <Started>(start: BrowserStart<Started>): Promise<Started> => {
  const { choice, launch, onFailed, isGivenUp } = start;
  let failure: unknown;
  for (const flagSet of choice.inOrder()) {
    try {
      const started = await launch(flagSet, choice.isProven(flagSet));
      choice.worked(flagSet);
      return started;
    } catch (error) {
      failure = error;
      onFailed(flagSet.name, error);
      if (isGivenUp()) break;
    }
  }
  throw failure;
};
