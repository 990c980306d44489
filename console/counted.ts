/** e.g. `"1 site"`, `"3 sites"`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
