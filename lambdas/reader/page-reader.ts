import type { Computations, PageReadings } from './readings.ts';

/** A loaded document, as in `PageLoad`. */
export interface LoadedDocument {
  html: string;
  finalUrl: string;
}

/** Parameters of a reading besides the page. */
export type ReadingInput<Name extends keyof PageReadings> =
  Parameters<PageReadings[Name]> extends [unknown, ...infer Rest] ? Rest : never;

/** Reads pages in isolation: a page that hangs or exhausts memory affects nothing else. */
export interface PageReader {
  /**
   * Resolves once a page can be read immediately, or once it is known that none can. Absent: always ready.
   */
  ready?(): Promise<void>;
  /**
   * Reads a document. Consecutive readings of one document share its parsed page.
   *
   * @param signal - of the site; on abort, rejects with its reason.
   * @throws WebError `Timeout` if a page is not read in time, `TooLarge` if it exceeds a reading's memory.
   *   Any other error is a bug.
   */
  read<Name extends keyof PageReadings>(
    name: Name,
    document: LoadedDocument,
    given: ReadingInput<Name>,
    signal: AbortSignal,
  ): Promise<ReturnType<PageReadings[Name]>>;
  /** Like `read`, for operations without a page. */
  compute<Name extends keyof Computations>(
    name: Name,
    given: Parameters<Computations[Name]>,
    signal: AbortSignal,
  ): Promise<ReturnType<Computations[Name]>>;
}

/** Input of a worker. */
export interface ReadRequest {
  name: keyof PageReadings | keyof Computations;
  /** Set for readings of a page. `'Same'`: the document of the worker's last reading. */
  document?: LoadedDocument | 'Same' | undefined;
  given: unknown[];
}

/** Output of a worker; the first message is `ready`. */
export type ReadResponse = { ready: true } | { value: unknown } | { error: string };
