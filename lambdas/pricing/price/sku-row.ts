import type { Element } from 'domhandler';
import { cssPath, type Page } from '../page/page.ts';
import { rowOf, tableRowOf } from '../page/table-row.ts';
import type { Claim } from '../sources/claims.ts';
import { sameIdentifier } from '../sources/identifiers.ts';
import type { FeaturePart } from './evidence.ts';
import type { ScoredPrice } from './scored-price.ts';

/** Weight of the requested number in a price's row, which may be far from title and button. */
const namedBySku: FeaturePart = { name: 'namedBySku', value: 1, weight: 25 };
/** Longest cell with a product number. */
const maxCell = 60;

/** The only table row with a cell that is the requested SKU. */
export interface SkuRow {
  sku: Claim<string>;
  row: Element;
}

/** @returns `undefined` if no row has it, or several. */
export const findSkuRow = (page: Page, sku: string): SkuRow | undefined => {
  let found: SkuRow | undefined;
  for (const { text, pieces } of page.runs) {
    if (text.length > maxCell || !sameIdentifier(text, sku)) continue;
    const { element } = pieces[0]!;
    const row = tableRowOf(element);
    if (!row || row === found?.row) continue;
    if (found) return undefined;
    found = { sku: { value: text.trim(), raw: text, path: cssPath(element) }, row };
  }
  return found;
};

/**
 * The prices of the requested product in a table of products.
 *
 * @returns `undefined` if the row has none, as in a property table.
 */
export const pricesOfRow = (
  { row }: SkuRow,
  prices: readonly ScoredPrice[],
): readonly ScoredPrice[] | undefined => {
  const own = prices
    .filter(({ element }) => rowOf(element) === row)
    .map((price) => ({
      ...price,
      score: price.score + namedBySku.weight,
      parts: [...price.parts, namedBySku],
    }));
  return own.length > 0 ? own : undefined;
};
