import type { SellingSite } from '../../client/index.ts';

/** One request that is to be made. */
export interface Order {
  sku: string;
  /** 1 to 100. */
  sites: SellingSite[];
}
