import { createHash } from 'node:crypto';
import type { SellingSite, When } from '../client/index.ts';
import { watchNamePattern } from '../lambdas/domain/watch/watch.ts';
import { UsageError } from './exit-codes.ts';
import { readPairs } from './sku-file.ts';
import { readTarget } from './target.ts';

/** A product of a watched file, which gets a watch of its own. */
export interface WatchedProduct {
  name: string;
  sku: string;
  sites: SellingSite[];
  /** Price below which it is reported. */
  below: When['Below'];
}

/** The SKU, if a watch can have that name; otherwise its valid part and a hash, which keeps similar SKUs apart. */
const watchNameOf = (sku: string): string => {
  if (watchNamePattern.test(sku)) return sku;
  const part = sku.replaceAll(/[^\w.-]+/g, '-').replace(/^[^a-z\d]+/i, '');
  const hash = createHash('sha256').update(sku).digest('hex').slice(0, 8);
  return part === '' ? hash : `${part.slice(0, 50)}-${hash}`;
};

/**
 * Reads a file to watch: as for `--skus`, with an additional column `Target`.
 *
 * @param given - sites for rows without one.
 * @throws UsageError with the row, also if rows give one product different targets.
 */
export const readWatchedProducts = async (
  file: string,
  given: readonly SellingSite[],
): Promise<WatchedProduct[]> => {
  const products = new Map<string, WatchedProduct>();
  const targetPlaces = new Map<string, string>();
  for (const { sku, site, target, place } of readPairs(file, given)) {
    const product = products.get(sku) ?? { name: watchNameOf(sku), sku, sites: [], below: undefined };
    products.set(sku, product);
    if (!product.sites.some((other) => JSON.stringify(other) === JSON.stringify(site)))
      product.sites.push(site);
    if (target === undefined) continue;
    const { Amount, Currency } = await readTarget(target, site.Currency, `${place}, column Target`);
    const below = { Amount, ...(Currency !== null && { Currency }) };
    if (product.below !== undefined && JSON.stringify(product.below) !== JSON.stringify(below))
      throw new UsageError(
        `${place} and ${targetPlaces.get(sku)} give ${sku} different targets; give one of its rows a target.`,
      );
    product.below = below;
    if (!targetPlaces.has(sku)) targetPlaces.set(sku, place);
  }
  return [...products.values()];
};
