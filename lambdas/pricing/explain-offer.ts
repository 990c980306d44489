import type { Confidence, EvidenceSource } from '../domain/result/site-result.ts';
import { cssPath } from './page/page.ts';
import type { AmountOwner } from './price/amount-owner.ts';
import type { FeaturePart } from './price/evidence.ts';
import model from './price/price-model.json' with { type: 'json' };
import type { Hypothesis } from './price/price-scene.ts';
import type { RankedPrice } from './price/rank-prices.ts';
import type { ScoredPrice } from './price/scored-price.ts';
import type { Analysis, ProductAnalysis } from './read-offer.ts';
import type { ListedOffer } from './sellers/gather-offers.ts';

/** A place where an amount is stated or shown. */
export interface ExplainedPlace {
  source: EvidenceSource;
  path: string;
  currency: string | null;
  /** The words around a shown amount; null for a stated one. */
  text: string | null;
  /** How prominently the page shows the amount; null for a stated one. */
  prominence: number | null;
  /** Points of the prominence, largest first; empty for a stated amount. */
  features: readonly ExplainedFeature[];
  /** Owner: the name of the smallest box around a shown amount; null for a stated one. */
  owner: { kind: AmountOwner['kind']; name: string | null } | null;
  notes: readonly string[];
}

/** A candidate price, with the evidence for and against it. */
export interface ExplainedCandidate {
  amount: string;
  probability: number;
  places: readonly ExplainedPlace[];
  /** Sorted by absolute contribution, largest first. */
  features: readonly ExplainedFeature[];
}

export interface ExplainedFeature extends FeaturePart {
  /** Contribution to the log-odds. */
  adds: number;
}

/** One seller's offer, as read from the page. */
export interface ExplainedOffer {
  seller: string | null;
  amount: string;
  currency: string | null;
  source: EvidenceSource;
  path: string;
  notes: readonly string[];
}

/** Why a page got its result. */
export interface Explanation {
  /** Set when the page is not a product page (a wall, a 404); nothing else is read then. */
  wall: string | null;
  /** The rule that decided: `Ranked` by probability, or one that overrode it. */
  rule: string;
  confidence: Confidence | null;
  /** Minimum probability for each confidence. */
  thresholds: Readonly<Record<Confidence, number>>;
  /** Most probable first. */
  candidates: readonly ExplainedCandidate[];
  /** Page features, which apply to every amount on it. */
  page: readonly ExplainedFeature[];
  /** Offers of the page's sellers. */
  offers: readonly ExplainedOffer[];
}

const maxCandidates = 20;
const maxPlaces = 5;

const { High, Medium, Low } = model.thresholds;
const thresholds = { High, Medium, Low };

const explainFeatures = (parts: readonly FeaturePart[]): ExplainedFeature[] =>
  parts
    .map((part) => ({ ...part, adds: part.value * part.weight }))
    .filter(({ adds }) => adds !== 0)
    .sort((a, b) => Math.abs(b.adds) - Math.abs(a.adds));

const ofStated = { text: null, prominence: null, features: [], owner: null } as const;

/** The visible text of an amount: label, amount and the rest of its line. */
const textOf = ({ label, raw, tail, behind }: ScoredPrice): string =>
  [label, raw, tail || behind]
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' ');

const notes = (...all: readonly (string | false | undefined)[]): string[] =>
  all.filter((note) => typeof note === 'string');

const explainPlaces = ({ stated, listedBy, shown }: Hypothesis): ExplainedPlace[] => [
  ...stated.map(({ money, source, stated: { claim, isFrom, isOfVariant } }) => ({
    source,
    path: money.path,
    currency: money.currency,
    ...ofStated,
    notes: notes(
      claim.certainty === 'guessed' && 'guessed from names',
      isFrom && 'the lowest of a range',
      isOfVariant && 'of the wanted variant',
    ),
  })),
  ...listedBy.map(({ claim }) => ({
    source: claim.source,
    path: claim.path,
    currency: null,
    ...ofStated,
    notes: ['one of several, none preferred'],
  })),
  ...shown.slice(0, maxPlaces).map((price) => ({
    source: 'Visible' as const,
    path: cssPath(price.element),
    currency: price.currency,
    text: textOf(price),
    prominence: Math.round(price.score),
    features: explainFeatures(price.parts),
    owner: { kind: price.owner.kind, name: price.owner.name ?? null },
    notes: notes(
      price.isOld && 'called or struck out as old',
      price.qualifier,
      !price.isPlain && 'among other words',
      price.isSentence && 'in a sentence',
      price.bare && 'without a currency',
    ),
  })),
];

const explainCandidate = ({ hypothesis, probability, parts }: RankedPrice): ExplainedCandidate => ({
  amount: hypothesis.amount,
  probability,
  places: explainPlaces(hypothesis),
  features: explainFeatures(parts),
});

const explainOffers = ({ offers: { listed }, choice }: ProductAnalysis): ExplainedOffer[] =>
  listed.map((each: ListedOffer) => ({
    seller: each.offer.seller?.value ?? null,
    amount: each.offer.price!.amount,
    currency: each.offer.price!.currency,
    source: each.claim.source,
    path: each.offer.path,
    notes: notes(
      each.offer.isFeatured && 'featured',
      each === choice.chosen && 'its price is taken',
      each.offer.condition?.value,
      each.agrees.length > 0 && `also in ${each.agrees.join(', ')}`,
    ),
  }));

/** Explains an analysis. */
export const explanationOf = ({ extraction, wall, product }: Analysis): Explanation => {
  const { ranking } = product?.gathered ?? {};
  return {
    wall: wall ? `${wall.kind}: ${wall.reason}` : null,
    rule: product?.rule ?? 'PageOfAnotherKind',
    confidence: extraction.Price ? extraction.Confidence : null,
    thresholds,
    candidates: ranking?.prices.slice(0, maxCandidates).map(explainCandidate) ?? [],
    page: ranking ? explainFeatures(ranking.page) : [],
    offers: product ? explainOffers(product) : [],
  };
};
