import { expectedOf, type MadeLook, type Said } from './price-script.ts';

/** A look at a product, with what was read of its page and what its shop said. */
export interface JudgedLook extends MadeLook {
  outcome: string;
  amount: string | null;
  confidence: string | null;
}

/** What became of one product over all days. */
export interface JudgedProduct {
  sku: string;
  shop: string;
  /** In order of time. */
  looks: readonly JudgedLook[];
  /** What was told, in order, each by {@link toldText} or as what nobody made. */
  told: readonly string[];
}

export interface JudgeRules {
  days: number;
  /** Whether a second look follows a first one that did not read the page, for what was doubtful before. */
  followsUnread: boolean;
}

/** A price that was told, as text. */
export const toldText = (day: number, from: string, to: string): string => `day ${day}: ${from} to ${to}`;

/** Whether a shop is read with certainty at one look. */
export const isReadCertainly = (looks: readonly Pick<JudgedLook, 'confidence'>[]): boolean =>
  looks.some(({ confidence }) => confidence === 'High');

/** What each kind of page has to come to; `Failed` is the service's own, on a machine that is busy. */
const outcomes: Readonly<Record<Said['kind'], readonly string[]>> = {
  Price: ['Priced', 'Failed'],
  Wall: ['Blocked', 'Failed'],
  Missing: ['NotFound', 'Failed'],
};

const readFaults = ({ day, said, outcome, amount, confidence }: JudgedLook, isCertain: boolean): string[] => {
  if (!outcomes[said.kind].includes(outcome))
    return [`day ${day}: ${outcome}, where the shop had ${said.kind}`];
  if (amount === null || said.kind !== 'Price') return [];
  if (amount !== said.amount) return [`day ${day}: read ${amount}, where the shop said ${said.amount}`];
  return (confidence === 'High') === isCertain ? [] : [`day ${day}: ${confidence}, other than before`];
};

/** What is wrong with what was told of one product, and with what was read on its pages. */
export const toldFaults = (
  { sku, shop, looks, told }: JudgedProduct,
  { days, followsUnread }: JudgeRules,
): string[] => {
  const isCertain = isReadCertainly(looks);
  const { expected, unconfirmed } = expectedOf(looks, { isCertain, followsUnread });
  const is = told.join('; ');
  const wanted = expected.map(({ day, from, to }) => toldText(day, from, to)).join('; ');
  const lookedAt = new Set(looks.map(({ day }) => day)).size;
  return [
    ...(lookedAt === days ? [] : [`looked at on ${lookedAt} of ${days} days`]),
    ...looks.flatMap((look) => readFaults(look, isCertain)),
    ...unconfirmed.map((day) => `day ${day}: not certain, and not looked at again`),
    ...(is === wanted ? [] : [`told ${is || 'nothing'}, expected ${wanted || 'nothing'}`]),
  ].map((fault) => `${sku} at ${shop}: ${fault}`);
};

/** What became of a drill. */
export interface WatchDrillResult {
  looks: number;
  /** Looks that the service ended without the page. */
  failed: number;
  told: number;
  expected: number;
  /** Pairs whose shop is read with certainty at one look. */
  certain: number;
  faults: string[];
}

/** Judges all products of a drill. */
export const judgeTold = (products: readonly JudgedProduct[], rules: JudgeRules): WatchDrillResult => {
  const looks = products.map((product) => product.looks);
  return {
    looks: looks.flat().length,
    failed: looks.flat().filter(({ outcome }) => outcome === 'Failed').length,
    told: products.flatMap(({ told }) => told).length,
    expected: looks.flatMap((each) => {
      const { followsUnread } = rules;
      return expectedOf(each, { isCertain: isReadCertainly(each), followsUnread }).expected;
    }).length,
    certain: looks.filter(isReadCertainly).length,
    faults: products.flatMap((product) => toldFaults(product, rules)),
  };
};

/** Size and seed of a drill. */
export interface WatchDrill {
  pairs: number;
  days: number;
  seed: number;
}

const defaults: WatchDrill = { pairs: 200, days: 30, seed: 20_261_123 };

/**
 * @param usage - of the drill, for the error.
 * @throws Error when the arguments are none of it.
 */
export const drillFrom = (args: readonly string[], usage: string, mostOf: WatchDrill): WatchDrill => {
  const drill = { ...defaults };
  for (let index = 0; index < args.length; index += 2) {
    const name = args[index]!.replace(/^--/, '') as keyof WatchDrill;
    const value = Number(args[index + 1]);
    if (!Object.hasOwn(defaults, name) || !Number.isInteger(value) || value < 1 || value > mostOf[name])
      throw new Error(`Expected ${usage}, and got "${args.join(' ')}".`);
    drill[name] = value;
  }
  return drill;
};

/** What became of a drill, as a line. */
export const drillReport = (drill: WatchDrill, result: WatchDrillResult): string => {
  const { pairs, days, seed } = drill;
  const { looks, failed, told, expected, certain, faults } = result;
  return (
    `${pairs} products over ${days} days (seed ${seed}): ${looks} looks, ${failed} of them failed; ${certain} products of pages that are certain at one look; ` +
    `${told} changes told, ${expected} expected, ${faults.length} wrong.`
  );
};
