import type { Confidence, EvidenceSource } from '../domain/site-result.ts';
import { type GatheredPage, gatherPage } from './decide/gather-page.ts';
import { margin, plausibleAlone } from './decide/price-decision.ts';
import { type SettledPrice, settlePrice } from './decide/settle-price.ts';
import { type Evidence, sumOf } from './evidence.ts';
import type { ExtractionContext } from './extraction-context.ts';
import type { FeaturePart } from './features/sells-one-product.ts';
import { chooseOffer } from './offers/choose-offer.ts';
import { type GatheredOffers, gatherOffers, type ListedOffer } from './offers/gather-offers.ts';
import { cssPath } from './page/page.ts';
import { readPage } from './page/read-page.ts';
import { recognizePageKind } from './page-kind/recognize-page-kind.ts';
import { isAside, isCurrent, type ScoredPrice } from './visible/scored-price.ts';

/** One amount that may be the price, with what is known for and against it. */
export interface ExplainedCandidate {
  amount: string;
  currency: string | null;
  source: EvidenceSource;
  path: string;
  /** Of a shown amount: the words that it stands among, which may speak of it. */
  text: string | null;
  /** Of a shown amount: the weight of where and how it stands. */
  score: number | null;
  /** What the score is the sum of. */
  evidence: readonly Evidence[];
  /** What is said of it, or why it is not heard. */
  notes: readonly string[];
}

/** What one seller asks, as the page was read. */
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
  /** What stands in place of a product's page; nothing else is asked then. */
  wall: string | null;
  page: {
    sellsOne: boolean;
    /** Logarithm of the odds that the page sells one product. */
    score: number;
    bias: number;
    /** By how much each feature counts, the weightiest first. */
    features: readonly (FeaturePart & { adds: number })[];
  } | null;
  /** The row of the table of situations that decided. */
  rule: string;
  confidence: Confidence | null;
  candidates: readonly ExplainedCandidate[];
  /** Offers of sellers, those of other products among them. */
  offers: readonly ExplainedOffer[];
  /** What would have had to be otherwise for another answer. */
  otherwise: readonly string[];
}

const maxCandidates = 40;

const statedCandidates = ({ stated, fitting }: GatheredPage): ExplainedCandidate[] =>
  stated.flatMap((each) => {
    const { claim, offer, price, rivals, isOfVariant, isFrom, failure } = each;
    const alone = price ?? (rivals.length > 0 ? undefined : offer.price);
    const notes = [
      claim.standing === 'guessed' && 'guessed from names',
      rivals.length > 0 && 'one of several, none preferred',
      price === undefined && rivals.length === 0 && 'not usable',
      isOfVariant && 'of the wanted variant',
      isFrom && 'the lowest of a range',
      failure !== undefined && failure,
      failure === undefined && !fitting.includes(each) && 'in another currency than the wanted one',
    ].filter((note) => note !== false);
    return (alone ? [alone] : rivals).map(({ amount, currency, path }) => ({
      amount,
      currency,
      source: claim.source,
      path,
      text: null,
      score: null,
      evidence: [],
      notes,
    }));
  });

const isSide = ({ isOld, qualifier }: ScoredPrice): boolean => isOld || isAside({ qualifier });

/** What a reader sees of an amount: its label, itself, and what its line goes on with. */
const textOf = ({ label, raw, tail, behind }: ScoredPrice): string =>
  [label, raw, tail || behind]
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' ');

const shownCandidates = ({ scored, visible }: GatheredPage): ExplainedCandidate[] =>
  scored.slice(0, maxCandidates).map((price) => ({
    amount: price.amount,
    currency: price.currency,
    source: 'Visible',
    path: cssPath(price.element),
    text: textOf(price),
    score: Math.round(price.score * 10) / 10,
    evidence: price.evidence.map(({ name, weight }) => ({ name, weight: Math.round(weight * 10) / 10 })),
    notes: [
      price.isOld && 'called or struck out as old',
      price.qualifier !== undefined && price.qualifier,
      !price.isPlain && 'among other words',
      price.isSentence && 'in a sentence',
      price.bare && 'without a currency',
      !visible.some(({ run, raw }) => run === price.run && raw === price.raw) &&
        'not of the wanted product, currency or condition',
    ].filter((note) => note !== false),
  }));

/** What would decide between the best shown amount and the next one. */
const distanceOf = ([best, ...others]: readonly ScoredPrice[]): string | false => {
  const next = best && others.find(({ amount }) => amount !== best.amount);
  if (!next) return false;
  const less = best.score - next.score;
  return less <= margin
    ? `${next.amount} stands within ${margin} of ${best.amount}: both are as good.`
    : `${next.amount} scores ${less.toFixed(1)} less than ${best.amount}; within ${margin} they would be as good.`;
};

/** Evidence that takes an amount out of the race: whatever else speaks for it, or by what it says alone. */
const excludes = ({ weight }: Evidence): boolean => weight <= -40 || weight === 0;

/** Most amounts that are told to have lost only by what is said of them. */
const maxSides = 3;

/** Which amounts would be rivals of the best, were they not called something else. */
const sidesOf = (visible: readonly ScoredPrice[], best: ScoredPrice | undefined): string[] =>
  visible
    .filter(isSide)
    .map((price) => {
      const against = price.evidence.filter(excludes);
      const names = against.length > 0 ? ` (${against.map(({ name }) => name).join(', ')})` : '';
      return { price, names, freed: price.score - sumOf(against) };
    })
    .filter(({ freed }) => best !== undefined && freed >= best.score - margin)
    .slice(0, maxSides)
    .map(
      ({ price, names, freed }) =>
        `${price.amount} is ${price.qualifier ?? 'Was'} by "${textOf(price)}"${names}; ` +
        `without that it would score ${freed.toFixed(1)}, beside ${best!.score.toFixed(1)} of ${best!.amount}.`,
    );

/** What would have had the stated price believed, where the page's own was taken. */
const statedInstead = ({ fitting }: GatheredPage, { decision }: SettledPrice): string | false => {
  const [first] = fitting;
  if (decision.rule !== 'StatedIsOutdated' || !first?.price) return false;
  const { amount } = first.price;
  return `${first.claim.source} states ${amount}, which the page does not show as its price; shown so, it would be the price.`;
};

const otherAnswers = (gathered: GatheredPage, settled: SettledPrice): string[] => {
  const { judgement, visible, selected } = gathered;
  const { decision, isListed } = settled;
  const current = visible.filter(isCurrent);
  const best = current[0]?.score ?? Number.POSITIVE_INFINITY;
  const distance = Math.abs(judgement.score).toFixed(1);
  return [
    isListed &&
      `The page's score lies ${distance} below the line. The wanted Sku, stated by the page, ` +
        'or a Selector for Price goes before it.',
    !isListed &&
      !selected.price &&
      `The page's score is ${distance} above the line; below it, with evidence of a list, the page has no price.`,
    !decision.price &&
      best < plausibleAlone &&
      `The best shown amount, ${current[0]!.amount}, scores ${best.toFixed(1)}; alone it needs ${plausibleAlone}.`,
    distanceOf(current),
    statedInstead(gathered, settled),
    ...sidesOf(visible, current[0]),
    decision.source === 'Visible' &&
      decision.stated?.price === undefined &&
      'No data state a price: data that agree with the shown one would make it High.',
  ].filter((sentence) => sentence !== false);
};

const explainedOffers = (
  { listed, foreign }: GatheredOffers,
  chosen: ListedOffer | undefined,
): ExplainedOffer[] =>
  [...listed, ...foreign].map((each) => ({
    seller: each.offer.seller?.value ?? null,
    amount: each.offer.price!.amount,
    currency: each.offer.price!.currency,
    source: each.claim.source,
    path: each.offer.path,
    notes: [
      each.offer.isFeatured && 'featured',
      each === chosen && 'its price is taken',
      each.isUnsure && 'its title leaves open whether it is the product',
      foreign.includes(each) && `of another product by its title: "${each.offer.name}"`,
      each.offer.condition?.value,
      each.agrees.length > 0 && `also in ${each.agrees.join(', ')}`,
    ].filter((note) => typeof note === 'string'),
  }));

/** Explains what `extractOffer` answers of the same page: every candidate, the page's features, the rule. */
export const explainOffer = (html: string, context: ExtractionContext): Explanation => {
  const { url, requestedUrl, httpStatus } = context;
  const page = readPage(html, url);
  const wall = recognizePageKind({ html, page, url, requestedUrl, httpStatus });
  if (wall)
    return {
      wall: `${wall.kind}: ${wall.reason}`,
      page: null,
      rule: 'PageOfAnotherKind',
      confidence: null,
      candidates: [],
      offers: [],
      otherwise: [],
    };
  const gathered = gatherPage(page, context);
  const settled = settlePrice(gathered, page, context);
  const offers = gatherOffers(page, gathered, settled.decision, context.site?.Seller);
  const lead = settled.decision.stated ?? gathered.stated[0];
  const { decision, chosen } = chooseOffer(offers, settled, lead, context);
  const { score, sellsOne, bias, parts } = gathered.judgement;
  return {
    wall: null,
    page: {
      sellsOne,
      score,
      bias,
      features: parts
        .map((part) => ({ ...part, adds: part.value * part.weight }))
        .sort((a, b) => Math.abs(b.adds) - Math.abs(a.adds)),
    },
    rule: decision.rule,
    confidence: decision.confidence,
    offers: explainedOffers(offers, chosen),
    candidates: [...statedCandidates(gathered), ...shownCandidates(gathered)],
    otherwise: otherAnswers(gathered, settled),
  };
};
