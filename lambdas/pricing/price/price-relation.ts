import type { Page } from '../page/page.ts';
import type { ScoredPrice } from './scored-price.ts';

/** The layout of a page's prices. */
export interface PriceScene {
  page: Page;
  /** Runs of the title and of the buy button. */
  titleRun: number | undefined;
  buyRun: number | undefined;
}

/** A conclusion about one price from the other prices of the page. */
export interface Finding {
  price: ScoredPrice;
  /** Properties to set on the price. */
  changes?: Partial<Pick<ScoredPrice, 'isOld' | 'isReadmitted' | 'qualifier'>>;
}

/** A relation between prices of one page. */
export interface PriceRelation {
  name: string;
  /** It changes the score; without, its changes suffice: an old price is no candidate. */
  isScored?: true;
  /** Each finding is applied before the next is computed. */
  find: (scene: PriceScene, scored: readonly ScoredPrice[]) => Iterable<Finding>;
}
