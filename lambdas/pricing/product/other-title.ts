import type { Page } from '../page/page.ts';
import type { ProductClaim } from '../sources/claims.ts';
import { readShownCondition } from '../sources/condition-text.ts';
import { wordsOf } from '../words/tokens.ts';
import { compareTitles, type Verdict } from './compare-titles.ts';

const maxTitle = 200;
/** Words in common with the product's name from which a text may be another name for it. */
const leastShared = 2;

export interface ProductNames {
  names: readonly string[];
  brands: readonly string[];
}

/** Collects the names of the page's product from its data and its heading. */
export const productNames = (page: Page, claims: readonly ProductClaim[]): ProductNames => ({
  names: [
    ...new Set([...claims.flatMap(({ name }) => name?.value ?? []), page.area.title?.text ?? page.title]),
  ].filter((name) => name.trim() !== ''),
  brands: claims.flatMap(({ brand }) => brand?.value ?? []),
});

/** True if a text shares enough words with the product's name to be its name, or a similar product's. */
export const namesProduct = (text: string, { names }: ProductNames): boolean => {
  if (text.length > maxTitle) return false;
  const words = wordsOf(text);
  return names
    .map(wordsOf)
    .some((name) => name.size > 0 && name.intersection(words).size >= Math.min(leastShared, name.size));
};

/** Separators between parts of a title: "PS5 Console (refurbished)", "Kettle - used, very good". */
const parts = /\s*[()[\]|•·]\s*|\s[-–—]\s|,\s/u;

/** Removes the parts of a title that state a condition. */
const withoutCondition = (title: string): string =>
  title
    .slice(0, maxTitle)
    .split(parts)
    .filter((part) => readShownCondition(part) === undefined)
    .join(' ');

/**
 * Compares an offer's title with the page's product. An offer without a title is the page's; another
 * condition does not make it another product.
 */
export const verdictOf = (title: string | undefined, { names, brands }: ProductNames): Verdict => {
  if (title === undefined || names.length === 0) return 'Same';
  const rest = withoutCondition(title);
  const verdicts = new Set(names.map((name) => compareTitles(name, rest, brands)));
  if (verdicts.has('Same')) return 'Same';
  return verdicts.has('Unknown') ? 'Unknown' : 'Different';
};
