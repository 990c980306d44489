import type { Element } from 'domhandler';
import { namesProduct, type ProductNames } from '../identity/other-title.ts';
import { columnOf } from '../page/table-row.ts';
import type { Segment } from './seller-mentions.ts';

const maxTitle = 200;

/** How an element is made up within its row: a list repeats it from row to row. */
const placeOf = (element: Element): string =>
  `${element.name}.${element.attribs.class ?? ''}.${columnOf(element)}`;

/**
 * Titles of a list's rows, where each row has one of its own: the text that stands, in each row,
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
