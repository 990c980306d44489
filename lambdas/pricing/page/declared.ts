// Statements of a page about itself in metadata, outside of its products.
import type { Page } from './page.ts';

/** The content of the first tag of that name; empty where there is none. */
export const metaOf = ({ metas }: Page, wanted: string): string =>
  metas.find(({ name }) => name === wanted)?.content ?? '';

/** True if a text of JSON-LD has something, as it is written. */
export const declares = ({ scripts }: Page, pattern: RegExp): boolean =>
  scripts.some(({ type, text }) => type.includes('ld+json') && pattern.test(text));

/** Finds any of some types of schema.org in a text of JSON-LD. */
export const typeIn = (...types: readonly string[]): RegExp =>
  new RegExp(`"@type"\\s{0,9}:\\s{0,9}\\[?\\s{0,9}"(?:${types.join('|')})"`);
