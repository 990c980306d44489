import type { Random } from '../../page-writer/random.ts';

/** What a shop says of a product at one look. */
export type Said =
  | { kind: 'Price'; amount: string }
  /** No page of the product: nothing may be told of it. */
  | { kind: 'Wall' | 'Missing' };

/** A day of a product at a shop: what the first look finds, and what a second one some minutes later does. */
export interface Day {
  first: Said;
  second: Said;
}

/** A lower price with as many digits, so that it fits where the usual one stands. */
const otherAmount = (usual: string, random: Random): string => {
  const [whole = '', ...decimals] = usual.split('.');
  const lowest = 10 ** (whole.length - 1);
  const next = lowest + random.int(Number(whole) - lowest);
  return [String(next), ...decimals].join('.');
};

/** How often a day brings what. */
const shares = { change: 0.3, usual: 0.3, wall: 0.06, missing: 0.03, misprint: 0.08 } as const;

/**
 * What happens to the price of one product: it stays, changes, goes back, is misprinted for a moment, and now and then the
 * page is not there.
 */
export const scriptOf = (usual: string, days: number, random: Random): Day[] => {
  let amount = usual;
  return Array.from({ length: days }, (): Day => {
    if (random.chance(shares.change))
      amount = random.chance(shares.usual) ? usual : otherAmount(usual, random);
    const second: Said = { kind: 'Price', amount };
    if (random.chance(shares.wall)) return { first: { kind: 'Wall' }, second };
    if (random.chance(shares.missing)) return { first: { kind: 'Missing' }, second };
    if (random.chance(shares.misprint))
      return { first: { kind: 'Price', amount: otherAmount(usual, random) }, second };
    return { first: second, second };
  });
};

/** A change that has to be told, by the day of the look that tells of it. */
export interface Expected {
  day: number;
  from: string;
  to: string;
}

/**
 * What has to be told of a product, by the script alone.
 *
 * @param isCertain - whether the shop's pages are read with `High` confidence.
 */
export const expectedOf = (script: readonly Day[], isCertain: boolean): Expected[] => {
  const told: Expected[] = [];
  let known: string | undefined;
  let doubtful: string | undefined;
  const look = (said: Said, day: number): void => {
    if (said.kind !== 'Price') return;
    const { amount } = said;
    if (amount === known) {
      doubtful = undefined;
    } else if (isCertain || amount === doubtful) {
      if (known !== undefined) told.push({ day, from: known, to: amount });
      known = amount;
      doubtful = undefined;
    } else {
      doubtful = amount;
    }
  };
  for (const [day, { first, second }] of script.entries()) {
    look(first, day);
    if (doubtful !== undefined) look(second, day);
  }
  return told;
};
