/** Formats a title with indented lines; empty without lines. */
export const titledLines = (title: string, texts: readonly string[]): string =>
  texts.length === 0 ? '' : `  ${title}:\n${texts.map((text) => `    ${text}\n`).join('')}`;
