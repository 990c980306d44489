import * as z from 'zod';

/** Cannot be read by this version of the code, and may be by the one that wrote it. */
export class UnreadableVersionError extends Error {
  override readonly name = 'UnreadableVersionError';
}

/**
 * Makes a reader of what this version of the code or the next one has written: both are at work while a deployment rolls
 * out, or is taken back. A later version may add members, which are ignored here; it takes none away.
 *
 * @param version - the one that is written. Whoever raises it says how what the one before has written is read.
 * @throws UnreadableVersionError for any other version; a `ZodError` for what does not have the shape.
 */
export const createVersionedReader =
  <Shape extends z.ZodType>(version: number, schema: Shape) =>
  (written: unknown): z.infer<Shape> => {
    const { Version: given } = z.object({ Version: z.int() }).parse(written);
    if (given !== version && given !== version + 1) {
      throw new UnreadableVersionError(
        `It is of version ${given}; this code reads the versions ${version} and ${version + 1}. Deploy one version after the other.`,
      );
    }
    return schema.parse(written);
  };
