import type { ProductClaim } from '../claims.ts';
import { readShownCondition } from '../condition-text.ts';
import { findTitleHeading } from '../page/landmarks.ts';
import type { Page } from '../page/page.ts';
import { wordsOf } from '../word-share.ts';
import { compareTitles, type Verdict } from './compare-titles.ts';

const maxTitle = 200;
/** So many words a text has in common with the product's name before it may be another name of it. */
const leastShared = 2;

/** Names of the page's product, wherever the page has one. */
export interface ProductNames {
  names: readonly string[];
  brands: readonly string[];
}

/** Names of the page's product: by its data, and by its heading. */
export const productNames = (page: Page, claims: readonly ProductClaim[]): ProductNames => ({
  names: [
    ...new Set([
      ...claims.flatMap(({ name }) => name?.value ?? []),
      findTitleHeading(page)?.text ?? page.title,
    ]),
  ].filter((name) => name.trim() !== ''),
  brands: claims.flatMap(({ brand }) => brand?.value ?? []),
});

/** True if a text has enough words of the product's name to be the name of it, or of another one like it. */
export const namesProduct = (text: string, { names }: ProductNames): boolean => {
  if (text.length > maxTitle) return false;
  const words = wordsOf(text);
  return names
    .map(wordsOf)
    .some((name) => name.size > 0 && name.intersection(words).size >= Math.min(leastShared, name.size));
};

/** Parts of a title that marks tell apart: "PS5 Console (refurbished)", "Kettle - used, very good". */
const parts = /\s*[()[\]|•·]\s*|\s[-–—]\s|,\s/u;

/** A title without what it says of the state of the piece. */
const withoutCondition = (title: string): string =>
  title
    .slice(0, maxTitle)
    .split(parts)
    .filter((part) => readShownCondition(part) === undefined)
    .join(' ');

/**
 * True if what an offer calls its goods is the page's product. An offer without a title of its own is the page's; one in
 * another condition is an offer of the product all the same.
 */
export const verdictOf = (title: string | undefined, { names, brands }: ProductNames): Verdict => {
  if (title === undefined || names.length === 0) return 'Same';
  const rest = withoutCondition(title);
  const verdicts = new Set(names.map((name) => compareTitles(name, rest, brands)));
  if (verdicts.has('Same')) return 'Same';
  return verdicts.has('Unknown') ? 'Unknown' : 'Different';
};
