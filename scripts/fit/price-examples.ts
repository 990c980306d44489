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

/** One amount of a labelled page by the values of its features. */
export interface PriceExample extends Example {
  amount: string;
}

/** A labelled page by its amounts; its markup is let go. */
export interface ExamplePage {
  set: string;
  id: string;
  /** Pages of one shop, which are left out together. */
  shop: string;
  right: readonly string[];
  /** The page as it is. */
  examples: readonly PriceExample[];
  /**
   * The page without what it shows, as one that a script fills is served, and without what it states: the price is the
   * same, and has to be found by the other half alone.
   */
  halves: readonly PriceExample[];
}

/** Half a page is no page that was seen: it counts less. */
const weightOfHalf = 0.3;

/** The shop of a page; pages that shop software on this machine served go together by the name that begins their id. */
export const shopOf = ({ id, url }: Pick<LabelledPage, 'id' | 'url'>): string => {
  const host = new URL(url).hostname;
  return isIP(host) ? id.split('-').slice(0, 2).join('-') : siteOf(host);
};

/**
 * Reads the hypotheses of labelled pages. Left out are walls, which are refused before anything is asked of them, and
 * pages of which the label does not say what they are.
 */
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
