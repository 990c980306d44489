import type { Element } from 'domhandler';
import type { Claim } from '../claims.ts';
import type { Evidence } from '../evidence.ts';
import { sameIdentifier } from '../identifiers.ts';
import { cssPath, type Page } from '../page/page.ts';
import { rowOf, tableRowOf } from '../page/table-row.ts';
import { type ScoredPrice, withEvidence } from './scored-price.ts';

/** Weight of the wanted number in a price's row: rows far from title and button have little else. */
const namedBySku: Evidence = { name: 'namedBySku', weight: 25 };
/** Longest text of a cell that holds a number of an article. */
const maxCell = 60;

/** The one row of a table that has the wanted SKU in a cell of its own. */
export interface SkuRow {
  sku: Claim<string>;
  row: Element;
}

/** @returns `undefined` where no row has it, or several have. */
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
 * In a table of articles, the prices of the wanted one.
 *
 * @returns `undefined` where the row has none, as in a table of facts.
 */
export const pricesOfRow = (
  { row }: SkuRow,
  prices: readonly ScoredPrice[],
): readonly ScoredPrice[] | undefined => {
  const own = prices
    .filter(({ element }) => rowOf(element) === row)
    .map((price) => withEvidence(price, namedBySku));
  return own.length > 0 ? own : undefined;
};
