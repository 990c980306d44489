import { createInterface } from 'node:readline/promises';
import { withCursor } from '../terminal/streams.ts';
import { UsageError } from './exit-codes.ts';

/** Asks a question in the terminal; only "yes" confirms. @throws UsageError without a terminal. */
export const confirm = async (question: string): Promise<boolean> => {
  if (!process.stdin.isTTY) {
    throw new UsageError(`${question} There is no terminal for a question; pass --yes to confirm.`);
  }
  const terminal = createInterface({ input: process.stdin, output: withCursor(process.stderr) });
  try {
    return (await terminal.question(`${question} (yes/no) `)).trim().toLowerCase() === 'yes';
  } finally {
    terminal.close();
  }
};
