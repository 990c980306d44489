import type { Outcome, SiteErrorCode } from '../../lambdas/domain/result/site-result.ts';
import type { SellingSite } from '../../lambdas/domain/site/selling-site.ts';
import type { PageParts } from './markup.ts';

/** Expected result. Absent fields are not compared. */
export interface Expectation {
  outcome: Outcome;
  amount?: string;
  currency?: string;
  listAmount?: string;
  availability?: string;
  errorCode?: SiteErrorCode;
  renderMode?: 'Http' | 'Browser';
  /** Minimum number of listed variants. */
  variants?: number;
}

export interface ShopResponse {
  status?: number;
  headers?: Record<string, string>;
  body: string;
}

export interface Shop {
  name: string;
  /** The peculiarity of its pages. */
  shows: string;
  /** Path of the product; `{sku}` is replaced by the SKU. */
  path: string;
  /** `path` is the site's search page. */
  isSearch?: boolean;
  site?: Omit<SellingSite, 'Name' | 'Url' | 'SearchUrl'>;
  expected: Expectation;
  /** The product page; other paths are 404. */
  page?: PageParts;
  /** Replaces `page`; `undefined`: 404; `'never'`: no answer. */
  respond?: (url: URL) => ShopResponse | 'never' | undefined;
}
