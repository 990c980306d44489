import { priceRelations } from '../../lambdas/pricing/price/compare-prices.ts';
import { pageFeatures } from '../../lambdas/pricing/price/page-features.ts';
import { priceFeatures } from '../../lambdas/pricing/price/rank-prices.ts';
import { ownerFeatures, placeFeatures, wordFeatures } from '../../lambdas/pricing/price/scored-price.ts';
import { amountRules } from '../../lambdas/pricing/text/amount-role.ts';
import { allPhrases } from '../../lambdas/pricing/words/lexicon.ts';
import type { JudgedInput, Score } from './judged-inputs.ts';
import { type Knockout, knockoutOf, replaced, roleKnockout } from './replaceable.ts';

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

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

/** Features are functions from a view to a number or a truth, under the name of the member that holds the function. */
const ofFeatures = <Member extends string>(
  kind: string,
  features: readonly ({ readonly name: string } & {
    // biome-ignore lint/suspicious/noExplicitAny: each table has a view of its own
    readonly [_ in Member]: (...seen: any[]) => boolean | number;
  })[],
  member: Member,
): Knockout[] =>
  features.map((feature) => {
    const knockout = knockoutOf(`${kind} ${feature.name}`);
    const value = feature[member];
    Object.assign(feature, {
      [member]: (...seen: unknown[]) => {
        if (knockout.isOut) return 0;
        const answer = value(...seen);
        knockout.hasActed ||= Boolean(answer);
        return answer;
      },
    });
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

const ofRoles = (): Knockout[] =>
  [...new Set(allPhrases().meanings.map(({ role }) => role))].map(roleKnockout);

/**
 * Everything that can be left out: rules, relations, features, roles, and the functions that were made replaceable. It
 * changes global tables, so call it once, and let nothing else read pages in this process.
 */
export const allKnockouts = (): Knockout[] => [
  ...replaced,
  ...ofRelations(),
  ...ofRules(),
  ...ofFeatures('place', placeFeatures, 'applies'),
  ...ofFeatures('words', wordFeatures, 'applies'),
  ...ofFeatures('owner', ownerFeatures, 'applies'),
  ...ofFeatures('price feature', priceFeatures, 'value'),
  ...ofFeatures('page feature', pageFeatures, 'value'),
  ...ofRoles(),
];

/** Changes in right and wrong values by set, without one piece. */
export interface Effect {
  name: string;
  /** Inputs on which it took effect, and those read again. */
  acts: number;
  read: number;
  changes: Record<string, Score>;
}

const evenly = <T>(all: readonly T[], most: number): T[] =>
  all.filter(
    (_, index) =>
      all.length <= most ||
      Math.floor((index * most) / all.length) !== Math.floor(((index - 1) * most) / all.length),
  );

interface Read {
  input: JudgedInput;
  score: Score;
}

const scoreWithout = (knockout: Knockout, { score }: JudgedInput): Score => {
  knockout.isOut = true;
  try {
    return score();
  } catch {
    return { 'reading fails': 1 };
  } finally {
    knockout.isOut = false;
  }
};

const add = (sum: Score, without: Score, score: Score): void => {
  for (const key of new Set([...Object.keys(score), ...Object.keys(without)]))
    sum[key] = (sum[key] ?? 0) + (without[key] ?? 0) - (score[key] ?? 0);
};

const effectOf = (knockout: Knockout, acts: readonly Read[], maxInputs: number): Effect => {
  const effect: Effect = { name: knockout.name, acts: acts.length, read: 0, changes: {} };
  for (const [set, all] of Map.groupBy(acts, ({ input }) => input.set)) {
    const changes: Score = {};
    const sample = evenly(all, maxInputs);
    for (const { input, score } of sample) add(changes, scoreWithout(knockout, input), score);
    effect.read += sample.length;
    effect.changes[set] = changes;
  }
  return effect;
};

/**
 * Leaves out each piece in turn and reads the affected inputs again.
 *
 * @param maxInputs - most inputs of one set that are read again, drawn evenly.
 */
export const ablate = function* (
  inputs: readonly JudgedInput[],
  maxInputs: number,
  knockouts: readonly Knockout[],
): Generator<Effect> {
  const acting = new Map(knockouts.map((knockout) => [knockout, [] as Read[]]));
  for (const input of inputs) {
    for (const knockout of knockouts) knockout.hasActed = false;
    const score = input.score();
    for (const knockout of knockouts) if (knockout.hasActed) acting.get(knockout)!.push({ input, score });
  }
  for (const [knockout, acts] of acting) yield effectOf(knockout, acts, maxInputs);
};
