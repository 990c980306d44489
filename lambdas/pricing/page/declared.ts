// Metadata of a page about itself, apart from its products.
import type { PageContent } from './page.ts';

/** The content of the first meta tag of that name; empty if there is none. */
export const metaOf = ({ metas }: Pick<PageContent, 'metas'>, tag: string): string =>
  metas.find(({ name }) => name === tag)?.content ?? '';

/** True if the JSON-LD source matches the pattern. */
export const declares = ({ scripts }: PageContent, pattern: RegExp): boolean =>
  scripts.some(({ type, text }) => type.includes('ld+json') && pattern.test(text));

/** Matches any of some schema.org types in JSON-LD source. */
export const typeIn = (...types: readonly string[]): RegExp =>
  new RegExp(`"@type"\\s{0,9}:\\s{0,9}\\[?\\s{0,9}"(?:${types.join('|')})"`);
