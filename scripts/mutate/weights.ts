import { gatherPage } from '../../lambdas/pricing/decide/gather-page.ts';
import { settlePrice } from '../../lambdas/pricing/decide/settle-price.ts';
import type { ExtractionContext } from '../../lambdas/pricing/extraction-context.ts';
import { pageFeatures } from '../../lambdas/pricing/features/page-features.ts';
import pageWeights from '../../lambdas/pricing/features/page-weights.json' with { type: 'json' };
import type { Page } from '../../lambdas/pricing/page/page.ts';
import { readPage } from '../../lambdas/pricing/page/read-page.ts';
import { recognizePageKind } from '../../lambdas/pricing/page-kind/recognize-page-kind.ts';
import { priceRelations } from '../../lambdas/pricing/visible/compare-prices.ts';
import { placeFeatures, wordFeatures } from '../../lambdas/pricing/visible/score-features.ts';
import { labelledPagesOf } from '../evaluate/page-sets.ts';

/** One number of the tables that decide. */
export interface Weight {
  name: string;
  get: () => number;
  set: (weight: number) => void;
}

const shownRows = [...placeFeatures, ...wordFeatures, ...priceRelations].filter(
  (row): row is { name: string; weight: number } & typeof row => row.weight !== undefined,
);
const fitted: Record<string, number> = pageWeights.weights;

export const allWeights: readonly Weight[] = [
  ...shownRows.map((row) => ({
    name: `shown ${row.name}`,
    get: () => row.weight,
    set: (weight: number) => {
      row.weight = weight;
    },
  })),
  ...pageFeatures.map(({ name }) => ({
    name: `page ${name}`,
    get: () => fitted[name]!,
    set: (weight: number) => {
      fitted[name] = weight;
    },
  })),
];

/** A page that is read once, and answered once for each weight that counts on it. */
export interface CorpusPage {
  id: string;
  page: Page;
  context: ExtractionContext;
  /** Names of weights that add anything to anything on it. */
  weights: ReadonlySet<string>;
  answer: string;
}

const answer = (page: Page, context: ExtractionContext): { text: string; weights: Set<string> } => {
  const gathered = gatherPage(page, context);
  const { decision, isListed } = settlePrice(gathered, page, context);
  const { price, confidence, rule } = decision;
  return {
    text: JSON.stringify([isListed, price?.amount, price?.currency, confidence, rule]),
    weights: new Set([
      ...gathered.scored.flatMap(({ evidence }) => evidence.map(({ name }) => `shown ${name}`)),
      ...gathered.judgement.parts.flatMap(({ name, value }) => (value === 0 ? [] : [`page ${name}`])),
    ]),
  };
};

/** The `train` pages of some sets that are no walls, the smallest first; `wanted` names the only ones, as `set/id`. */
export const readCorpus = (sets: readonly string[], wanted?: ReadonlySet<string>): CorpusPage[] =>
  [...labelledPagesOf(sets)]
    .flatMap(({ set, id, split, url, html }) => {
      if (split !== 'train' || wanted?.has(`${set}/${id}`) === false) return [];
      const page = readPage(html, url);
      const context = { url };
      if (recognizePageKind({ html, page, url })) return [];
      const { text, weights } = answer(page, context);
      return [{ id: `${set}/${id}`, page, context, weights, answer: text }];
    })
    .sort((one, other) => one.page.html.length - other.page.html.length);

/** @returns the first page that is answered otherwise when a weight is multiplied; `undefined` when none is. */
export const witnessOf = (
  corpus: readonly CorpusPage[],
  { name, get, set }: Weight,
  factor: number,
): string | undefined => {
  const before = get();
  set(before * factor);
  try {
    return corpus.find(
      ({ page, context, weights, answer: usual }) =>
        weights.has(name) && answer(page, context).text !== usual,
    )?.id;
  } finally {
    set(before);
  }
};
