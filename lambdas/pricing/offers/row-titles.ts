import type { Element } from 'domhandler';
import { namesProduct, type ProductNames } from '../identity/other-title.ts';
import { columnOf } from '../page/table-row.ts';
import type { Segment } from './seller-mentions.ts';

const maxTitle = 200;

/** Structure of an element within its row, repeated in every row of a list. */
const placeOf = (element: Element): string =>
  `${element.name}.${element.attribs.class ?? ''}.${columnOf(element)}`;

/**
 * The titles of a list's rows: in each row, the text at the position where some row contains the product's
 * name. A row about another product has another name there.
 *
 * @param rows - texts of each row, without the seller's name.
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
