import type { Condition } from '../../domain/site-result.ts';
import type { ProductClaim } from '../claims.ts';
import { endingCondition, readShownCondition } from '../condition-text.ts';
import { lineageOf } from '../page/ancestors.ts';
import { findTitleHeading } from '../page/landmarks.ts';
import { contains, type Page } from '../page/page.ts';
import type { ScoredPrice } from '../visible/scored-price.ts';
import { wordsOf } from '../word-share.ts';
import { compareTitles, type Verdict } from './compare-titles.ts';

const maxTitle = 200;
/** So many words a text has in common with the product's name before it may be another name of it. */
const leastShared = 2;

/** What the page's product is called, wherever the page calls it anything. */
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

/** What a title says of the state of the piece, and what is left of it. */
export const conditionOfTitle = (title: string): { condition: Condition | undefined; rest: string } => {
  const all = title
    .slice(0, maxTitle)
    .split(parts)
    .map((part) => {
      const alone = readShownCondition(part);
      return alone
        ? { condition: alone, rest: '' }
        : (endingCondition(part) ?? { condition: undefined, rest: part });
    });
  const said = all.map(({ condition }) => condition);
  const condition = said.includes('Damaged') ? 'Damaged' : said.find((each) => each !== undefined);
  return { condition, rest: all.flatMap(({ rest }) => rest || []).join(' ') };
};

/**
 * True if what an offer calls its goods is the page's product. An offer without a title of its own is the page's; one in
 * another condition is an offer of the product all the same.
 */
export const verdictOf = (title: string | undefined, { names, brands }: ProductNames): Verdict => {
  if (title === undefined || names.length === 0) return 'Same';
  const { rest } = conditionOfTitle(title);
  const verdicts = new Set(names.map((name) => compareTitles(name, rest, brands)));
  if (verdicts.has('Same')) return 'Same';
  return verdicts.has('Unknown') ? 'Unknown' : 'Different';
};

/** So far up from an amount is looked for what it stands in together with a heading of its own. */
const maxCardDepth = 8;

/**
 * True if an amount stands in a part of the page that has a heading of its own, and this names another product than the
 * page's title does: one listing among others, however alone it stands.
 */
export const isUnderOtherTitle = (
  page: Page,
  { element, run }: Pick<ScoredPrice, 'element' | 'run'>,
  product: ProductNames,
): boolean => {
  const title = findTitleHeading(page)?.element;
  if (title === undefined) return false;
  const around = lineageOf(element, maxCardDepth);
  const apart = around.slice(
    0,
    around.findIndex((each) => contains(each, title)),
  );
  const own = page.headings.findLast(
    (heading) => heading.run <= run && apart.some((each) => contains(each, heading.element)),
  );
  return own !== undefined && namesProduct(own.text, product) && verdictOf(own.text, product) === 'Different';
};
