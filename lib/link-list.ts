import Papa from 'papaparse';

/** A line of a list. */
interface Line {
  /** From 1. */
  number: number;
  text: string;
}

export interface LinkList {
  /** Lines with a link, some with a name before or after it. */
  links: { number: number; link: string; name: string | undefined }[];
  /** All others but comments and blank lines. */
  others: Line[];
  /** True if at least half of the lines are nothing but a link: commas and semicolons are then part of them. */
  isPlain: boolean;
}

const linkInText = /https?:\/\/[^\s<>"]+/i;
const wholeLink = /^https?:\/\/[^\s<>"]+$/i;

/** Removes what people put around links: the mark of an item, brackets, quotes, a separator at the end. */
const unwrapped = (line: string): string =>
  line
    .trim()
    .replace(/^(?:[-*+•]|\d{1,4}[.)])\s+/, '')
    .replace(/[\s,;]+$/, '')
    .replace(/^[<"'](.*)[>"']$/s, '$1')
    .trim();

const cellsOf = (line: string, delimiter: string | undefined): string[] =>
  Papa.parse<string[]>(line, delimiter === undefined ? {} : { delimiter }).data[0] ?? [];

const nameIn = (cell: string): string =>
  cell
    .replace(linkInText, '')
    .replace(/^[\W\d_]+(?=\s)|[\s:|<>–—-]+$/gu, '')
    .trim();

/**
 * Reads a list of links, one per line: alone or with a name, also in `<…>`, as an item ("- https://…") or followed by a
 * comma. Lines that begin with `#` are comments.
 *
 * @param delimiter - of cells, if known.
 */
export const readLinkList = (text: string, delimiter?: string): LinkList => {
  const lines = text
    .split(/\r\n|\r|\n/)
    .map((line, index): Line => ({ number: index + 1, text: line.trim() }))
    .filter((line) => line.text !== '' && !line.text.startsWith('#'));
  const whole = lines.filter((line) => wholeLink.test(unwrapped(line.text))).length;
  const isPlain = whole > 0 && whole >= lines.length / 2;
  const list: LinkList = { links: [], others: [], isPlain };
  for (const line of lines) {
    const bare = unwrapped(line.text);
    const isWhole = wholeLink.test(bare) && (isPlain || !/[,;|]/.test(bare));
    const cells = isWhole ? [bare] : cellsOf(line.text, delimiter);
    const link = cells.flatMap((cell) => linkInText.exec(cell) ?? [])[0];
    const name = cells.map(nameIn).find((cell) => /\p{L}/u.test(cell));
    if (link !== undefined && URL.canParse(link)) list.links.push({ number: line.number, link, name });
    else list.others.push({ number: line.number, text: cells[0]?.trim() ?? '' });
  }
  return list;
};
