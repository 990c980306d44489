import { textOf } from './code-blocks.ts';

/**
 * Returns the rows of the first table below a heading, without backticks around a whole cell.
 *
 * @param heading - text of a heading of any level.
 * @throws Error if there is no table.
 */
export const tableIn = (document: string, heading: string): string[][] => {
  const [, section] = textOf(document).split(new RegExp(`^#+ ${heading}$`, 'm'));
  const lines = section?.match(/^\|.*\|$(?:\n\|.*\|$)*/m)?.[0].split('\n') ?? [];
  if (lines.length < 3) throw new Error(`Expected a table below "${heading}" in ${document}; there is none.`);
  return lines.slice(2).map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim().replace(/^`(.*)`$/, '$1')),
  );
};
