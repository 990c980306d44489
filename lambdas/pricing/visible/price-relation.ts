import type { Page } from '../page/page.ts';
import type { ScoredPrice } from './scored-price.ts';

/** Where a page's prices stand. */
export interface PriceScene {
  page: Page;
  /** Lines of the title and of the button to buy. */
  titleRun: number | undefined;
  buyRun: number | undefined;
}

/** What the other prices of the page tell of one. */
export interface Finding {
  price: ScoredPrice;
  /** Which share of the relation's weight it is given; all of it, unless it says otherwise. */
  share?: number;
  /** What the price is known to be from now on. */
  says?: Partial<Pick<ScoredPrice, 'isOld' | 'isReadmitted' | 'isNet' | 'qualifier'>>;
}

/** Something that prices of one page tell of each other. */
export interface PriceRelation {
  name: string;
  weight: number;
  /** Each finding is heard before the next one is looked for. */
  find: (scene: PriceScene, scored: readonly ScoredPrice[]) => Iterable<Finding>;
}
