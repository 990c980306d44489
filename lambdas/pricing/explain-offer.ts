import type { Confidence, EvidenceSource } from '../domain/site-result.ts';
import type { Analysis, ProductAnalysis } from './analyse-page.ts';
import model from './decide/price-model.json' with { type: 'json' };
import type { Hypothesis } from './decide/price-scene.ts';
import type { FeaturePart, RankedPrice } from './decide/rank-prices.ts';
import type { ListedOffer } from './offers/gather-offers.ts';
import { cssPath } from './page/page.ts';
import type { ScoredPrice } from './visible/scored-price.ts';

/** Where an amount is stated or shown. */
export interface ExplainedPlace {
  source: EvidenceSource;
  path: string;
  currency: string | null;
  /** Of a shown amount: the words around it. */
  text: string | null;
  /** Of a shown amount: the weight of where and how it stands. */
  prominence: number | null;
  notes: readonly string[];
}

/** One amount that may be the price, with what speaks for and against it. */
export interface ExplainedCandidate {
  amount: string;
  probability: number;
  places: readonly ExplainedPlace[];
  /** By how much each feature counts, the weightiest first. */
  features: readonly ExplainedFeature[];
}

export interface ExplainedFeature extends FeaturePart {
  /** Its share of the log-odds. */
  adds: number;
}

/** The offer of one seller, as read from the page. */
export interface ExplainedOffer {
  seller: string | null;
  amount: string;
  currency: string | null;
  source: EvidenceSource;
  path: string;
  notes: readonly string[];
}

/** Why a page is answered as it is. */
export interface Explanation {
  /** Set if something else stands in place of a product's page (a wall, a 404); nothing else is read then. */
  wall: string | null;
  /** The deciding rule: `Ranked` by probability, or the rule that overrode it. */
  rule: string;
  confidence: Confidence | null;
  /** The probabilities from which on a price is given with each confidence. */
  thresholds: Readonly<Record<Confidence, number>>;
  /** The likeliest first. */
  candidates: readonly ExplainedCandidate[];
  /** Features of the page, which count for every amount on it. */
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

/** The visible text of an amount: its label, itself, and the rest of its line. */
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
    text: null,
    prominence: null,
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
    text: null,
    prominence: null,
    notes: ['one of several, none preferred'],
  })),
  ...shown.slice(0, maxPlaces).map((price) => ({
    source: 'Visible' as const,
    path: cssPath(price.element),
    currency: price.currency,
    text: textOf(price),
    prominence: Math.round(price.score),
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

/** The view of an analysis that says why it is so. */
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
