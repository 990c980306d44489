// Metadata of a page about itself, apart from its products.
import type { Page } from './page.ts';

/** The content of the first meta tag of that name; empty if there is none. */
export const metaOf = ({ metas }: Page, tag: string): string =>
  metas.find(({ name }) => name === tag)?.content ?? '';

/** True if the JSON-LD source matches the pattern. */
export const declares = ({ scripts }: Page, pattern: RegExp): boolean =>
  scripts.some(({ type, text }) => type.includes('ld+json') && pattern.test(text));

/** Matches any of some schema.org types in JSON-LD source. */
export const typeIn = (...types: readonly string[]): RegExp =>
  new RegExp(`"@type"\\s{0,9}:\\s{0,9}\\[?\\s{0,9}"(?:${types.join('|')})"`);
