import type { SellingSite } from '../../lambdas/domain/selling-site.ts';
import type { Outcome, SiteErrorCode } from '../../lambdas/domain/site-result.ts';
import type { PageParts } from './markup.ts';

/** Expected result of a shop's scrape. Absent fields are not compared. */
export interface Expectation {
  outcome: Outcome;
  amount?: string;
  currency?: string;
  listAmount?: string;
  /** Outcome `OutOfStock` and the like tell it already; for a priced product it is compared. */
  availability?: string;
  errorCode?: SiteErrorCode;
  renderMode?: 'Http' | 'Browser';
  /** Variants that the result lists, at least. */
  variants?: number;
}

export interface ShopResponse {
  status?: number;
  headers?: Record<string, string>;
  body: string;
}

/** A demonstration shop: one small site with one peculiarity. */
export interface Shop {
  /** Shown in the table and echoed by the service. */
  name: string;
  /** The peculiarity of its pages, for people. */
  shows: string;
  /** Where a person, and the service, finds the product; `{sku}` stands for the SKU. */
  path: string;
  /** `path` is the site's search page. */
  isSearch?: boolean;
  /** Members of the selling site beside name and address. */
  site?: Omit<SellingSite, 'Name' | 'Url' | 'SearchUrl'>;
  expected: Expectation;
  /** The page at the product's address; other addresses are 404. */
  page?: PageParts;
  /** Answers a request in the place of `page`; `undefined`: 404; `'never'`: no answer at all. */
  respond?: (url: URL) => ShopResponse | 'never' | undefined;
}
