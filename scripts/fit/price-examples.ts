import { isIP } from 'node:net';
import { siteOf } from '../../lambdas/domain/links/site-of.ts';
import { gatherPage } from '../../lambdas/pricing/decide/gather-page.ts';
import { PriceScene } from '../../lambdas/pricing/decide/price-scene.ts';
import { featureValues } from '../../lambdas/pricing/decide/rank-prices.ts';
import { viewPage } from '../../lambdas/pricing/features/page-view.ts';
import { readPage } from '../../lambdas/pricing/page/read-page.ts';
import { recognizePageKind } from '../../lambdas/pricing/page-kind/recognize-page-kind.ts';
import { plainAmount } from '../evaluate/judge-answer.ts';
import type { LabelledPage } from '../evaluate/labelled-page.ts';
import type { Example } from './logistic-regression.ts';

/** An amount of a labelled page with its feature values. */
export interface PriceExample extends Example {
  amount: string;
}

/** The amounts of a labelled page without its markup. */
export interface ExamplePage {
  set: string;
  id: string;
  /** Pages of a shop are left out together. */
  shop: string;
  right: readonly string[];
  examples: readonly PriceExample[];
  /**
   * The page without what it shows, as one that a script fills is served, and without what it states: the price is the
   * same, and has to be found by the other half alone.
   */
  halves: readonly PriceExample[];
}

/** Halves count less, because they are artificial. */
const weightOfHalf = 0.3;

/** Returns the shop of a page. For pages of local shop software it is the start of the id. */
export const shopOf = ({ id, url }: Pick<LabelledPage, 'id' | 'url'>): string => {
  const host = new URL(url).hostname;
  return isIP(host) ? id.split('-').slice(0, 2).join('-') : siteOf(host);
};

/** Reads the hypotheses of a labelled page. Skips challenge pages, which are refused earlier, and unlabelled ones. */
export const examplePageOf = (labelled: LabelledPage): ExamplePage | undefined => {
  const { html, url, set, id, expected } = labelled;
  if (labelled.kind === 'unknown' && labelled.split !== 'outside') return undefined;
  const page = readPage(html, url);
  const right = expected.price.map(plainAmount);
  const known = { set, id, shop: shopOf(labelled), right };
  if (recognizePageKind({ html, page, url })) return undefined;
  const { fitting, visible, scored } = gatherPage(page, { url });
  const read = (stated: typeof fitting, shown: typeof visible, ofPage: typeof scored): PriceExample[] => {
    const prices = new PriceScene(stated, shown);
    const values = featureValues(prices, viewPage(page, ofPage));
    return prices.hypotheses.map(({ amount }, index) => ({
      amount,
      values: [...values.ofPrices[index]!, ...values.ofPage],
      isPositive: right.includes(plainAmount(amount)),
      weight: 1,
    }));
  };
  const withoutShown = read(fitting, [], []);
  const withoutStated = read([], visible, scored);
  return {
    ...known,
    examples: read(fitting, visible, scored),
    halves: [...withoutShown, ...withoutStated].map((example) => ({
      ...example,
      weight: weightOfHalf,
    })),
  };
};
