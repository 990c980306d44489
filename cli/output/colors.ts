import { createColors } from 'picocolors';

/**
 * Whether standard output takes colours: a terminal does, a pipe or a file does not, wherever it runs.
 * https://no-color.org, https://force-color.org
 */
export const isColored: boolean =
  Boolean(process.env.FORCE_COLOR) || (process.stdout.isTTY === true && !process.env.NO_COLOR);

/** Colours for standard output, or texts as they are. */
export const colors = createColors(isColored);
