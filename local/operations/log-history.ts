import type { LogListener } from '../functions/function-instance.ts';

/** A line that a function wrote, or the stack about it. */
export interface LoggedLine {
  /** When it came, by this machine's clock. */
  TimeMs: number;
  /** Logical id of the function. */
  Function: string;
  Text: string;
}

const maxLines = 10_000;
const maxLineCharacters = 16_384;

/** The last lines of all functions, for whoever wants to look back and follow. */
export class LogHistory {
  readonly #lines: LoggedLine[] = [];
  readonly #followers = new Set<(line: LoggedLine) => void>();

  readonly add: LogListener = ({ functionName, text }) => {
    const line = { TimeMs: Date.now(), Function: functionName, Text: text.slice(0, maxLineCharacters) };
    this.#lines.push(line);
    // In large steps, since each one moves all that stays.
    if (this.#lines.length > maxLines * 1.2) this.#lines.splice(0, this.#lines.length - maxLines);
    for (const tell of this.#followers) tell(line);
  };

  since(timeMs: number): LoggedLine[] {
    return this.#lines.filter(({ TimeMs }) => TimeMs >= timeMs);
  }

  /** @returns a function that ends it. */
  follow(tell: (line: LoggedLine) => void): () => void {
    this.#followers.add(tell);
    return () => this.#followers.delete(tell);
  }
}
