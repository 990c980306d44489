import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What each proof takes; all have defaults. */
export interface ProofOptions {
  cases?: number;
  /** The same seed tries the same cases. */
  seed?: number;
  /** Told of the progress. */
  log?: (line: string) => void;
}

export interface ProofResult {
  cases: number;
  /** One sentence each; empty when the promise held. */
  violations: string[];
  /** Measurements as text. */
  report: string;
}

const maxShown = 20;

/**
 * Prints what a proof found, and lets the program end with 1 when a promise was broken.
 *
 * @param files - to be written to `bench/results/`, by name.
 */
export const concludeProof = (
  { violations, report }: ProofResult,
  files: Readonly<Record<string, string>> = {},
): void => {
  process.stdout.write(`\n${report}`);
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(import.meta.dirname, '../../bench/results', name), text);
  }
  for (const violation of violations.slice(0, maxShown)) process.stdout.write(`✗ ${violation}\n`);
  if (violations.length > maxShown) process.stdout.write(`✗ and ${violations.length - maxShown} more\n`);
  process.exitCode = violations.length === 0 ? 0 : 1;
};

/**
 * Reads whole numbers from the command line, and ends the program when one is none.
 *
 * @param given - option by name, as text.
 */
export const wholeNumbers = <Name extends string>(given: Record<Name, string>): Record<Name, number> => {
  const numbers = {} as Record<Name, number>;
  for (const [name, text] of Object.entries<string>(given)) {
    const number = Number(text);
    if (!Number.isSafeInteger(number) || number < 0 || text.trim() === '') {
      process.stderr.write(
        `Expected --${name} to be a whole number, as in --${name} 100, and not "${text}".\n`,
      );
      process.exit(2);
    }
    numbers[name as Name] = number;
  }
  return numbers;
};
