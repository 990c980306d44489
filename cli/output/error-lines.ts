import { printable } from './printable.ts';
import { wrapText } from './table.ts';

interface Explained {
  Code: string;
  Message: string;
}

/**
 * Explains the error codes of a table below it: each code once, with the message of the first site that has it.
 *
 * @param width - columns of the terminal.
 */
export const errorLines = (errors: readonly Explained[], width: number): string[] =>
  [
    ...Map.groupBy(
      errors.filter(({ Message }) => Message !== ''),
      ({ Code }) => Code,
    ),
  ].flatMap(([code, all]) => {
    const others = new Set(all.map(({ Message }) => Message)).size - 1;
    const more = others === 0 ? '' : ` (${others} more with other details; --json shows all)`;
    return wrapText(printable(`${code}: ${all[0]!.Message}${more}`, 1_000), width);
  });
