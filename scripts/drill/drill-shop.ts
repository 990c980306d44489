import type { CatalogueProduct } from './catalogue.ts';

/** A product in the shop's database. */
export interface ShopTruth {
  sku: string;
  /** Path of its page. */
  path: string;
  /** Major units as a decimal string. */
  price: string;
  /** ISO 4217; absent if the shop has none. */
  currency?: string;
  isSoldOut?: boolean;
}

/** A real shop system on loopback, seeded with the catalogue. */
export interface RunningShop {
  /** `http://127.0.0.1:port` */
  origin: string;
  /** Path and query of its search, with `{sku}`. */
  search: string;
  /** Reads the database, not the pages. */
  truth(): Promise<readonly ShopTruth[]>;
  /** Counts the rows of all carts, baskets and wish lists. */
  carts(): Promise<number>;
  stop(): Promise<void>;
}

export interface DrillShop {
  name: string;
  version: string;
  /**
   * Installs what is missing, seeds a fresh database and starts the shop.
   *
   * @param folder - for the shop's files; kept between runs.
   */
  start(folder: string, products: readonly CatalogueProduct[]): Promise<RunningShop>;
}
