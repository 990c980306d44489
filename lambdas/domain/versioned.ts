import * as z from 'zod';

/** This version of the code cannot read it; the one that wrote it can. */
export class UnreadableVersionError extends Error {
  override readonly name = 'UnreadableVersionError';
}

/**
 * Creates a reader for data written by this version or the next: both run while a deployment rolls out or back. A later
 * version may add members, which are ignored here, but removes none.
 *
 * @param version - the one written by this code. A new version must still read data of the previous one.
 * @throws UnreadableVersionError for any other version; `ZodError` for data of another shape.
 */
export const createVersionedReader =
  <Shape extends z.ZodType>(version: number, schema: Shape) =>
  (written: unknown): z.infer<Shape> => {
    const { Version: given } = z.object({ Version: z.int() }).parse(written);
    if (given !== version && given !== version + 1) {
      throw new UnreadableVersionError(
        `The data has version ${given}; this code reads versions ${version} and ${version + 1}. Deploy versions one at a time.`,
      );
    }
    return schema.parse(written);
  };
