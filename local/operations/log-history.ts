import type { LogListener } from '../functions/function-instance.ts';

export interface LoggedLine {
  TimeMs: number;
  /** Logical id of the function. */
  Function: string;
  Text: string;
}

const maxLines = 10_000;
const maxLineCharacters = 16_384;

/** The last log lines of all functions, and of the stack about them. */
export class LogHistory {
  readonly #lines: LoggedLine[] = [];
  readonly #followers = new Set<(line: LoggedLine) => void>();

  readonly add: LogListener = ({ functionName, text }) => {
    const line = { TimeMs: Date.now(), Function: functionName, Text: text.slice(0, maxLineCharacters) };
    this.#lines.push(line);
    // In large steps, because each moves all remaining lines.
    if (this.#lines.length > maxLines * 1.2) this.#lines.splice(0, this.#lines.length - maxLines);
    for (const listener of this.#followers) listener(line);
  };

  since(timeMs: number): LoggedLine[] {
    return this.#lines.filter(({ TimeMs }) => TimeMs >= timeMs);
  }

  /** @returns a function that unsubscribes. */
  follow(listener: (line: LoggedLine) => void): () => void {
    this.#followers.add(listener);
    return () => this.#followers.delete(listener);
  }
}
