import { shownWidth, wrapText } from './table.ts';

const shellWords = (command: string): string[] => command.match(/(?:[^\s"']+|"[^"]*"|'[^']*')+/g) ?? [];

const fitCommand = (line: string, width: number): string[] => {
  const indent = /^ */.exec(line)![0];
  const lines: string[] = [];
  let current = '';
  for (const word of shellWords(line)) {
    const joined = current === '' ? indent + word : `${current} ${word}`;
    if (shownWidth(joined) + 2 <= width || current.trim() === '') current = joined;
    else {
      lines.push(`${current} \\`);
      current = `${indent}    ${word}`;
    }
  }
  return [...lines, current];
};

/** Lines of the same indentation one after the other, none of them a command; each other line by itself. */
const blocksOf = (lines: readonly string[]): string[][] => {
  const blocks: string[][] = [];
  for (const line of lines) {
    const isProse = /^\S/.test(line) && !line.endsWith(':');
    const last = blocks.at(-1);
    if (isProse && last !== undefined && /^\S/.test(last[0]!) && !last[0]!.endsWith(':')) last.push(line);
    else blocks.push([line]);
  }
  return blocks;
};

/**
 * Makes prose and commands fit a width: paragraphs are wrapped anew, commands go on behind a backslash. What fits is left
 * as it is.
 */
export const fitText = (text: string, width: number): string =>
  blocksOf(text.split('\n'))
    .flatMap((block) => {
      if (block.every((line) => shownWidth(line) <= width)) return block;
      if (block[0]!.trimStart().startsWith('$ ')) return fitCommand(block[0]!, width);
      const indent = /^ */.exec(block[0]!)![0];
      return wrapText(block.join(' '), width - indent.length).map((line) => indent + line);
    })
    .join('\n');
