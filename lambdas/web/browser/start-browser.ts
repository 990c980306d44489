import { type FlagSet, flagSets } from './chromium-flags.ts';

/** Remembers which flag set works in this process. */
export interface FlagSetChoice {
  /** The last set that worked, followed by the others in order. */
  inOrder(): readonly FlagSet[];
  /** A browser with these flags has opened a page. */
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
  /** @param isProven - false if the browser must be tested by opening a page. */
  launch: (flagSet: FlagSet, isProven: boolean) => Promise<Started>;
  /** Called for each failed start. */
  onFailed: (flagSet: string, error: unknown) => void;
  /** True once the browser is no longer needed. */
  isGivenUp: () => boolean;
}

/**
 * Starts a browser with the first flag set that works.
 *
 * @throws the last start's error if none worked.
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
