import { createInterface } from 'node:readline/promises';
import { UsageError } from '../exit-codes.ts';
import { withCursor } from './visible-controls.ts';

/**
 * Asks a question in the terminal; nothing but "yes" is a yes.
 *
 * @throws UsageError when nobody is there to ask.
 */
export const confirm = async (question: string): Promise<boolean> => {
  if (!process.stdin.isTTY) {
    throw new UsageError(`${question} There is no terminal to ask in; pass --yes to confirm.`);
  }
  const terminal = createInterface({ input: process.stdin, output: withCursor(process.stderr) });
  try {
    return (await terminal.question(`${question} (yes/no) `)).trim().toLowerCase() === 'yes';
  } finally {
    terminal.close();
  }
};
