import { isIP } from 'node:net';
import { Element } from 'domhandler';
import { siteOf } from '../../lambdas/domain/links/site-of.ts';
import type { Confidence } from '../../lambdas/domain/result/site-result.ts';
import type { Page } from '../../lambdas/pricing/page/page.ts';
import { zone } from '../../lambdas/pricing/page/page-zones.ts';
import { readPage } from '../../lambdas/pricing/page/read-page.ts';
import { decidePrice } from '../../lambdas/pricing/price/decide-price.ts';
import { gatherPage } from '../../lambdas/pricing/price/gather-page.ts';
import { type PageView, viewPage } from '../../lambdas/pricing/price/page-features.ts';
import { PriceScene } from '../../lambdas/pricing/price/price-scene.ts';
import { featureValues, type PriceModel, rankPrices } from '../../lambdas/pricing/price/rank-prices.ts';
import type { StatedPrice } from '../../lambdas/pricing/price/resolve-offer.ts';
import { byProminence } from '../../lambdas/pricing/price/score-prices.ts';
import type { PlaceModel } from '../../lambdas/pricing/price/scored-price.ts';
import { isCurrent, type ScoredPrice } from '../../lambdas/pricing/price/scored-price.ts';
import { settlePrice } from '../../lambdas/pricing/price/settle-price.ts';
import { recognizePageKind } from '../../lambdas/pricing/refusal/recognize-page-kind.ts';
import { plainAmount } from '../evaluate/judge-answer.ts';
import type { LabelledPage } from '../evaluate/labelled-page.ts';
import type { Example } from './logistic-regression.ts';

/** What a page states and shows, without its markup: enough to score, rank and decide again with other weights. */
export interface ExamplePage {
  set: string;
  id: string;
  /** Pages of a shop are left out together. */
  shop: string;
  right: readonly string[];
  scored: readonly ScoredPrice[];
  /** Those of the page's own product. */
  visible: ReadonlySet<ScoredPrice>;
  stated: readonly StatedPrice[];
  view: PageView;
  emptyView: PageView;
  /** There are only bids, unless data state the price. */
  takesOnlyBids: boolean;
  /** An answer that the ranking does not decide. */
  settled: PageAnswer | undefined;
}

export interface PageAnswer {
  amount: string | undefined;
  confidence: Confidence | null;
  probability: number;
}

/** The weights of both regressions. */
export interface Models {
  place: PlaceModel;
  price: PriceModel;
}

/** Halves of a page count less, because they are artificial. */
const weightOfHalf = 0.3;

/** Elements keep their whole document alive. */
const noElement = new Element('span', {});

/** Returns the shop of a page. For pages of local shop software, and without an address, it is the start of the id. */
export const shopOf = ({ id, url }: Pick<LabelledPage, 'id' | 'url'>): string => {
  const host = URL.parse(url)?.hostname ?? '';
  return host === '' || isIP(host) ? id.split('-').slice(0, 2).join('-') : siteOf(host);
};

const withoutElement = (price: ScoredPrice): ScoredPrice => ({ ...price, element: noElement });

const withoutMarkup = ({ claim, ...stated }: StatedPrice): StatedPrice => ({
  ...stated,
  claim: { ...claim, element: undefined },
});

const decidedByRanking: ReadonlySet<string> = new Set([
  'Ranked',
  'Unlikely',
  'CloseRivals',
  'SeveralStated',
  'NoPrice',
  'OnlyBidsAreTaken',
]);

const viewOf = (page: Page, scored: readonly ScoredPrice[]): PageView => {
  const view = viewPage(page, scored);
  // Copies of a price share its parts.
  const linked = new Set(scored.filter(view.isLinked).map(({ parts }) => parts));
  const sold = new Set(scored.filter(view.isSoldByLink).map(({ parts }) => parts));
  return {
    ...view,
    heading: view.heading && { ...view.heading, element: noElement },
    isLinked: ({ parts }) => linked.has(parts),
    isSoldByLink: ({ parts }) => sold.has(parts),
  };
};

/** Reads a labelled page. Skips challenge pages, which are refused earlier, and unlabelled ones. */
export const examplePageOf = (labelled: LabelledPage): ExamplePage | undefined => {
  const { html, url, set, id, expected } = labelled;
  if (labelled.kind === 'unknown' && labelled.split !== 'outside') return undefined;
  const page = readPage(html, url);
  if (recognizePageKind({ html, page, url })) return undefined;
  const gathered = gatherPage(page, { url });
  const kept = new Map(gathered.scored.map((price) => [price, withoutElement(price)]));
  const scored = [...kept.values()];
  const { decision } = settlePrice(gathered, page, { url });
  return {
    set,
    id,
    shop: shopOf(labelled),
    right: expected.price.map(plainAmount),
    scored,
    visible: new Set(gathered.visible.flatMap((price) => kept.get(price) ?? [])),
    stated: gathered.fitting.map(withoutMarkup),
    view: viewOf(page, gathered.scored),
    emptyView: viewOf(page, []),
    takesOnlyBids: page.takesBids && page.buyButtons.every(({ zones }) => (zones & zone.hidden) !== 0),
    settled: decidedByRanking.has(decision.rule)
      ? undefined
      : {
          amount: decision.price && plainAmount(decision.price.amount),
          confidence: decision.confidence,
          probability: 1,
        },
  };
};

/** Values of a place by feature; `undefined` for one that is no candidate. */
export interface PlaceExample {
  values: ReadonlyMap<string, number>;
  isPositive: boolean;
}

/** The current prices of a page that shows its price: the examples of places. */
export const placesOf = ({ scored, visible, right }: ExamplePage): PlaceExample[] => {
  const places = scored
    .filter((price) => visible.has(price) && isCurrent(price))
    .map(({ parts, amount }) => ({
      values: new Map(parts.map(({ name, value }) => [name, value])),
      isPositive: right.includes(plainAmount(amount)),
    }));
  return places.some(({ isPositive }) => isPositive) ? places : [];
};

/** A page scored with other weights. */
interface ScoredPage {
  visible: ScoredPrice[];
  view: PageView;
}

const scoreAgain = (page: ExamplePage, weights: PlaceModel): ScoredPage => {
  const again = page.scored
    .map((price) => {
      let score = 0;
      for (const { name, value } of price.parts) score += (weights[name] ?? 0) * value;
      return { price: { ...price, score }, isVisible: page.visible.has(price) };
    })
    .sort((a, b) => byProminence(a.price, b.price));
  return {
    visible: again.filter(({ isVisible }) => isVisible).map(({ price }) => price),
    view: { ...page.view, current: again.map(({ price }) => price).filter(isCurrent) },
  };
};

/**
 * The amounts of a page as examples: with all that it states and shows, without what it shows, as one that a script fills is
 * served, and without what it states: the price is the same, and has to be found by the other half alone.
 */
export const examplesOf = (page: ExamplePage, model: PlaceModel): Example[] => {
  const { visible, view } = scoreAgain(page, model);
  const read = (prices: PriceScene, seen: PageView, weight: number): Example[] => {
    const values = featureValues(prices, seen);
    return prices.hypotheses.map(({ amount }, index) => ({
      values: [...values.ofPrices[index]!, ...values.ofPage],
      isPositive: page.right.includes(plainAmount(amount)),
      weight,
    }));
  };
  return [
    ...read(new PriceScene(page.stated, visible), view, 1),
    ...read(new PriceScene(page.stated, []), page.emptyView, weightOfHalf),
    ...read(new PriceScene([], visible), view, weightOfHalf),
  ];
};

/** Decides the price of a page with other weights. */
export const answerOf = (page: ExamplePage, { place, price }: Models): PageAnswer => {
  if (page.settled) return page.settled;
  const { visible, view } = scoreAgain(page, place);
  const scene = new PriceScene(page.stated, visible);
  const ranking = rankPrices(scene, view, false, price);
  const decision = decidePrice(scene, ranking);
  const isOfBids = decision.source === 'Visible' && page.takesOnlyBids;
  const isGiven = decision.price !== undefined && !isOfBids;
  return {
    amount: isGiven ? plainAmount(decision.price!.amount) : undefined,
    confidence: isGiven ? decision.confidence : null,
    probability: ranking.prices[0]?.probability ?? 0,
  };
};
