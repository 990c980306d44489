import * as z from 'zod';

/** Cannot be read by this version of the code, and may be by the one that wrote it. */
export class UnreadableVersionError extends Error {
  override readonly name = 'UnreadableVersionError';
}

export interface Versioned<Shape extends z.ZodType> {
  /** The version that is written. What carries none is of version 0. */
  version: number;
  /** The present version. A later one may add members, which are ignored here; it takes none away. */
  schema: Shape;
  /**
   * The first version that is still read, of what is kept longer than a deployment takes: then `fromBefore` is told what any
   * version since then has written. Absent: the version before.
   */
  since?: number;
  /** Adds to what the version before wrote the members that it did not know. */
  fromBefore: (written: Record<string, unknown>) => Record<string, unknown>;
}

/**
 * Makes a reader of what another version of this code may have written: while a deployment rolls out, and for what
 * was under way then, the version before and the one after are both met; of what is kept for months, older ones too.
 *
 * @throws UnreadableVersionError for any other version; a `ZodError` for what does not have the shape.
 */
export const createVersionedReader =
  <Shape extends z.ZodType>({
    version,
    since = Math.max(0, version - 1),
    schema,
    fromBefore,
  }: Versioned<Shape>) =>
  (written: unknown): z.infer<Shape> => {
    const { Version: given = 0 } = z.object({ Version: z.int().min(0).optional() }).parse(written);
    if (given < since || given > version + 1) {
      throw new UnreadableVersionError(
        `It is of version ${given}; this code reads the versions ${since} to ${version + 1}. Deploy one version after the other.`,
      );
    }
    return schema.parse(given < version ? fromBefore(written as Record<string, unknown>) : written);
  };
