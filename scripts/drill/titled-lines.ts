/** A title with lines under it; nothing where there are none. */
export const titledLines = (title: string, texts: readonly string[]): string =>
  texts.length === 0 ? '' : `  ${title}:\n${texts.map((text) => `    ${text}\n`).join('')}`;
