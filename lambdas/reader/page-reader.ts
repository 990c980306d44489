import type { Readings } from './readings.ts';

/** Reads pages in isolation: a page that hangs or exhausts memory affects nothing else. */
export interface PageReader {
  /**
   * Resolves once a page can be read immediately, or once it is known that none can. Absent: always ready.
   */
  ready?(): Promise<void>;
  /**
   * @param signal - of the site; on abort, rejects with its reason.
   * @throws WebError `Timeout` if a page is not read in time, `TooLarge` if it exceeds a reading's memory.
   *   Any other error is a bug.
   */
  read<Name extends keyof Readings>(
    name: Name,
    given: Parameters<Readings[Name]>,
    signal: AbortSignal,
  ): Promise<ReturnType<Readings[Name]>>;
}

/** Input of a worker. */
export interface ReadRequest {
  name: keyof Readings;
  given: unknown[];
}

/** Output of a worker; the first message is `ready`. */
export type ReadResponse = { ready: true } | { value: unknown } | { error: string };
