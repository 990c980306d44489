import { escapeUTF8 } from 'entities';

const cell = { width: 9, height: 19 } as const;
const edge = 24;

/**
 * Lines of a terminal as strokes in a cell of 2 by 2: the fonts of the project's Chromium have none of them, and no letters
 * of one width either.
 */
const strokes: Readonly<Record<string, string>> = {
  '─': 'M0 1H2',
  '┄': 'M.2 1H.8M1.2 1H1.8',
  '│': 'M1 0V2',
  '┤': 'M1 0V2M0 1H1',
  '└': 'M1 0V1H2',
  '╭': 'M1 2V1.4Q1 1 1.4 1H2',
  '╮': 'M0 1H.6Q1 1 1 1.4V2',
  '╰': 'M1 0V.6Q1 1 1.4 1H2',
  '╯': 'M0 1H.6Q1 1 1 .6V0',
};

const cellOf = (character: string, column: number, row: number): string => {
  const [x, y] = [edge + column * cell.width, edge + row * cell.height];
  const stroke = strokes[character];
  if (stroke !== undefined)
    return `<path transform="translate(${x} ${y}) scale(${cell.width / 2} ${cell.height / 2})" d="${stroke}"/>`;
  return character === ' '
    ? ''
    : `<text x="${x + cell.width / 2}" y="${y + cell.height * 0.72}">${escapeUTF8(character)}</text>`;
};

/** Draws text as a terminal of 80 columns shows it. @returns an SVG. */
export const terminalDrawing = (text: string): string => {
  const lines = text.split('\n');
  const columns = Math.max(80, ...lines.map((line) => [...line].length));
  const [width, height] = [columns * cell.width + 2 * edge, lines.length * cell.height + 2 * edge];
  const cells = lines.flatMap((line, row) =>
    [...line].map((character, column) => cellOf(character, column, row)),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><style>text{font:14.5px sans-serif;fill:#e9eeeb;text-anchor:middle}path{fill:none;stroke:#5fd0c3;stroke-width:1.6;vector-effect:non-scaling-stroke}</style><rect width="${width}" height="${height}" rx="10" fill="#131715"/>${cells.join('')}</svg>`;
};
