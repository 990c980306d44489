import type { SellingSite } from '../../client/index.ts';
import { questionOf } from '../../client/question.ts';
import type { Price } from '../../lambdas/domain/site-result.ts';
import { UsageError } from '../exit-codes.ts';
import { type FilePair, readPairs } from '../sku-file.ts';
import { readTarget } from './target.ts';

/** A product at a site, whose price is watched. */
export interface WatchedPair {
  sku: string;
  site: SellingSite;
  /** By which its history is found from run to run, whatever else the file says of it. */
  question: string;
  target: Price | undefined;
}

const targetOf = async ({ target, site, place }: FilePair): Promise<Price | undefined> =>
  target === undefined ? undefined : await readTarget(target, site.Currency, `${place}, column Target`);

/**
 * Reads what is to be watched, from a file as `--skus` takes it with a column `Target` beside the others.
 *
 * @param given - sites for rows that name none.
 * @throws UsageError that names the row; two rows that ask one page for the same and differ are one too many.
 */
export const readWatchedPairs = async (
  file: string,
  given: readonly SellingSite[],
): Promise<WatchedPair[]> => {
  const pairs = new Map<string, WatchedPair>();
  const places = new Map<string, string>();
  for (const filePair of readPairs(file, given)) {
    const { sku, site, place } = filePair;
    const pair = { sku, site, question: questionOf(sku, site), target: await targetOf(filePair) };
    const other = pairs.get(pair.question);
    if (other !== undefined && JSON.stringify(other) !== JSON.stringify(pair)) {
      throw new UsageError(
        `${place} and ${places.get(pair.question)} ask one page for the same product and differ in the rest; leave one of them.`,
      );
    }
    pairs.set(pair.question, pair);
    places.set(pair.question, place);
  }
  return [...pairs.values()];
};
