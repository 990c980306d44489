import type { Readings } from './readings.ts';

/** Reads pages where a page that hangs or fills the memory harms nobody but itself. */
export interface PageReader {
  /** Resolves when a page can be read at once, or when it is known that none can. Absent: at any time. */
  ready?(): Promise<void>;
  /**
   * @param signal - of the site; its reason is what the reading ends with.
   * @throws WebError `Timeout` for a page that is not read in time, `TooLarge` for one that does not fit into the
   *   memory of a reading; any other error is ours.
   */
  read<Name extends keyof Readings>(
    name: Name,
    given: Parameters<Readings[Name]>,
    signal: AbortSignal,
  ): Promise<ReturnType<Readings[Name]>>;
}

/** Input of a worker. */
export interface ReadOrder {
  name: keyof Readings;
  given: unknown[];
}

/** Output of a worker; the first one says that it is ready. */
export type ReadAnswer = { ready: true } | { value: unknown } | { error: string };
