import { createColors } from 'picocolors';

/** True for a terminal that moves its cursor and takes colours; those in editors and logs call themselves dumb. */
export const isScreen = ({ isTTY }: { isTTY?: boolean }): boolean =>
  isTTY === true && process.env.TERM !== 'dumb';

/**
 * True if standard output takes colours: a terminal does, a pipe or a file does not, wherever it runs.
 * https://no-color.org, https://force-color.org
 */
export const isColored: boolean =
  Boolean(process.env.FORCE_COLOR) || (isScreen(process.stdout) && !process.env.NO_COLOR);

/** Colours for standard output, or texts as they are. */
export const colors = createColors(isColored);
