import type { Element } from 'domhandler';
import type { Condition } from '../../domain/site-result.ts';
import type { ProductClaim } from '../claims.ts';
import { compareTitles, type Verdict } from '../identity/compare-titles.ts';
import { lineageOf } from '../page/ancestors.ts';
import { findTitleHeading } from '../page/landmarks.ts';
import { contains, type Page } from '../page/page.ts';
import { columnOf } from '../page/table-row.ts';
import type { ScoredPrice } from '../visible/scored-price.ts';
import { wordsOf } from '../word-share.ts';
import type { Segment } from './seller-mentions.ts';
import { endingCondition, readShownCondition } from './shown-condition.ts';

const maxTitle = 200;
/** So many words a text has in common with the product's name before it may be another name of it. */
const leastShared = 2;

/** What the page's product is called, wherever the page calls it anything. */
export interface ProductNames {
  names: readonly string[];
  brands: readonly string[];
}

/** What the page calls its product: by its data, and by its heading. */
export const productNames = (page: Page, claims: readonly ProductClaim[]): ProductNames => ({
  names: [
    ...new Set([
      ...claims.flatMap(({ name }) => name?.value ?? []),
      findTitleHeading(page)?.text ?? page.title,
    ]),
  ].filter((name) => name.trim() !== ''),
  brands: claims.flatMap(({ brand }) => brand?.value ?? []),
});

/** Whether a text has enough words of the product's name to be the name of it, or of another one like it. */
export const namesProduct = (text: string, { names }: ProductNames): boolean => {
  if (text.length > maxTitle) return false;
  const words = wordsOf(text);
  return names
    .map(wordsOf)
    .some((name) => name.size > 0 && name.intersection(words).size >= Math.min(leastShared, name.size));
};

/** How an element is made up within its row: a list repeats it from row to row. */
const placeOf = (element: Element): string =>
  `${element.name}.${element.attribs.class ?? ''}.${columnOf(element)}`;

/**
 * What each row of a list calls what it offers, where rows have titles of their own: the text that stands, in each row,
 * where some row says the product's name. A row about another product says a name that need not be like that one.
 *
 * @param rows - texts of each row, without the name of who sells.
 */
export const rowTitles = (
  rows: readonly (readonly Segment[])[],
  product: ProductNames,
): readonly (string | undefined)[] => {
  const isName = ({ text }: Segment): boolean => namesProduct(text, product);
  const places = new Set(rows.flatMap((row) => row.filter(isName).map(({ element }) => placeOf(element))));
  if (places.size === 0) return rows.map(() => undefined);
  return rows.map((row) => {
    const inPlace = row.filter(
      ({ text, element }) => text !== '' && text.length <= maxTitle && places.has(placeOf(element)),
    );
    return (inPlace.find(isName) ?? inPlace[0])?.text;
  });
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
 * Whether what an offer calls its goods is the page's product. An offer without a title of its own is the page's; one in
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
 * Whether an amount stands in a part of the page that has a heading of its own, and this names another product than the
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
