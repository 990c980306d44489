import type { Page } from '../page/page.ts';
import type { ScoredPrice } from './scored-price.ts';

/** Where a page's prices stand. */
export interface PriceScene {
  page: Page;
  /** Lines of the title and of the button to buy. */
  titleRun: number | undefined;
  buyRun: number | undefined;
}

/** A finding on one price from the other prices of the page. */
export interface Finding {
  price: ScoredPrice;
  /** Facts about the price from now on. */
  changes?: Partial<Pick<ScoredPrice, 'isOld' | 'isReadmitted' | 'qualifier'>>;
}

/** Something that prices of one page tell of each other. */
export interface PriceRelation {
  name: string;
  /**
   * Absent where nothing is added but what follows from the finding: an old price is no candidate, whatever its score,
   * and one that is aside weighs like any other.
   */
  weight?: number;
  /** Each finding is heard before the next one is looked for. */
  find: (scene: PriceScene, scored: readonly ScoredPrice[]) => Iterable<Finding>;
}
