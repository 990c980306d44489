import { countCalls } from '../count-calls.ts';

/**
 * Lets a call do its work and judges how much that was.
 *
 * @param characters - of what the call reads.
 * @throws Error when it was too much.
 */
export type Budget = (characters: number, call: () => void) => void;

/** For what is made once, such as the table of phrases: the first text that is read makes 600,000 calls for them. */
const fixedCalls = 1_000_000;

/** Counts calls: the same input has the same count on every machine. */
export const atMostCalls =
  (perCharacter: number): Budget =>
  (characters, call) => {
    const calls = countCalls(call);
    if (calls > fixedCalls + perCharacter * characters)
      throw new Error(`${characters} characters took ${calls} calls, more than ${perCharacter} for each.`);
  };
