import type { Feature } from '../../lambdas/pricing/evidence.ts';
import { extractOffer } from '../../lambdas/pricing/extract-offer.ts';
import { allPhrases } from '../../lambdas/pricing/lexicon/lexicon.ts';
import type { Role } from '../../lambdas/pricing/lexicon/term.ts';
import { amountRules } from '../../lambdas/pricing/roles/amount-role.ts';
import { priceRelations } from '../../lambdas/pricing/visible/compare-prices.ts';
import { placeFeatures, wordFeatures } from '../../lambdas/pricing/visible/score-features.ts';
import { attributes } from './judge-answer.ts';
import type { JudgedPage } from './judged-page.ts';

/** A rule that can be disabled, and records whether it took effect. */
interface Knockout {
  name: string;
  isOut: boolean;
  /** True if it took effect since this was set to false; other pages are not read again. */
  hasActed: boolean;
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

const knockoutOf = (name: string): Knockout => ({ name, isOut: false, hasActed: false });

const ofRelations = (): Knockout[] =>
  priceRelations.map((relation: Mutable<(typeof priceRelations)[number]>) => {
    const knockout = knockoutOf(`relation ${relation.name}`);
    const { find } = relation;
    relation.find = function* (scene, scored) {
      if (knockout.isOut) return;
      for (const finding of find(scene, scored)) {
        knockout.hasActed = true;
        yield finding;
      }
    };
    return knockout;
  });

const ofFeatures = <Seen>(features: readonly Feature<Seen>[]): Knockout[] =>
  features.map((feature: Mutable<Feature<Seen>>) => {
    const knockout = knockoutOf(`evidence ${feature.name}`);
    const { applies } = feature;
    feature.applies = (seen) => {
      if (knockout.isOut) return false;
      const share = applies(seen);
      knockout.hasActed ||= Boolean(share);
      return share;
    };
    return knockout;
  });

const ofRules = (): Knockout[] =>
  (amountRules as Mutable<(typeof amountRules)[number]>[]).map((rule) => {
    const [name, says] = rule;
    const knockout = knockoutOf(`rule ${name}`);
    rule[1] = (around) => {
      const verdict = knockout.isOut ? undefined : says(around);
      knockout.hasActed ||= verdict !== undefined;
      return verdict;
    };
    return knockout;
  });

/** Phrases of a disabled role are still found, but ignored. */
const ofRoles = (): Knockout[] => {
  const byRole = Map.groupBy(allPhrases().meanings, ({ role }) => role);
  return [...byRole].map(([role, meanings]) => {
    const knockout = knockoutOf(`role ${role}`);
    const read = (): Role => {
      knockout.hasActed = true;
      return knockout.isOut ? ('(none)' as Role) : role;
    };
    for (const meaning of meanings) Object.defineProperty(meaning, 'role', { get: read });
    return knockout;
  });
};

/** Maximum pages per knock-out, sampled evenly. */
const maxPages = 150;

/** Changes in right and wrong values by attribute. */
export interface Effect {
  name: string;
  /** Pages on which it took effect, and those read again. */
  acts: number;
  read: number;
  changes: Record<string, number>;
}

type Score = Record<string, number>;

const scoreOf = ({ html, context, judge }: JudgedPage): Score => {
  const score: Score = {};
  const answer = extractOffer(html, context);
  const { verdicts, isPassed } = judge(answer);
  for (const attribute of attributes) {
    const verdict = verdicts?.[attribute];
    if (verdict === 'right') score[`${attribute} right`] = 1;
    if (verdict === 'wrong' || verdict === 'unwanted') score[`${attribute} wrong`] = 1;
  }
  const isWrong = isPassed === false || score['price wrong'] === 1;
  if (answer.Price && answer.Confidence === 'High' && isWrong) score['wrong at High'] = 1;
  if (isPassed) score['cases passed'] = 1;
  return score;
};

const evenly = <T>(all: readonly T[], most: number): T[] =>
  all.filter(
    (_, index) => Math.floor((index * most) / all.length) !== Math.floor(((index - 1) * most) / all.length),
  );

/**
 * Disables each relation, piece of evidence, rule and role in turn and reads the affected pages again. It changes global
 * tables, so nothing else may read pages in this process.
 */
export const ablate = function* (pages: readonly JudgedPage[]): Generator<Effect> {
  const knockouts = [
    ...ofRelations(),
    ...ofRules(),
    ...ofFeatures(placeFeatures),
    ...ofFeatures(wordFeatures),
    ...ofRoles(),
  ];
  const acting = new Map(knockouts.map((knockout) => [knockout, [] as Read[]]));
  for (const page of pages) {
    for (const knockout of knockouts) knockout.hasActed = false;
    const score = scoreOf(page);
    for (const knockout of knockouts) if (knockout.hasActed) acting.get(knockout)!.push({ page, score });
  }
  for (const [knockout, acts] of acting) yield measure(knockout, acts);
};

interface Read {
  page: JudgedPage;
  score: Score;
}

const measure = (knockout: Knockout, acts: readonly Read[]): Effect => {
  const sample = acts.length > maxPages ? evenly(acts, maxPages) : acts;
  const changes: Score = {};
  knockout.isOut = true;
  for (const { page, score } of sample) {
    const without = scoreOf(page);
    for (const key of new Set([...Object.keys(score), ...Object.keys(without)]))
      changes[key] = (changes[key] ?? 0) + (without[key] ?? 0) - (score[key] ?? 0);
  }
  knockout.isOut = false;
  return { name: knockout.name, acts: acts.length, read: sample.length, changes };
};

export const describeEffect = ({ name, acts, read, changes }: Effect): string => {
  const parts = Object.entries(changes)
    .filter(([, change]) => change !== 0)
    .map(([key, change]) => `${key} ${change > 0 ? '+' : ''}${change}`);
  const places = read < acts ? `${read} of ${acts}` : `${acts}`;
  return `${name.padEnd(34)} ${places.padStart(10)}  ${parts.join(', ') || 'nothing'}`;
};
