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

/** A look that was made, and what the shop said at it. */
export interface MadeLook {
  day: number;
  said: Said;
  /** Whether the service came back with the page: on a busy machine some end without it. */
  isRead: boolean;
}

export interface Told {
  expected: Expected[];
  /** Days on which a second look had to follow and none did. */
  unconfirmed: number[];
}

/**
 * What has to be told of a product, by the script and the looks that came through.
 *
 * @param isCertain - whether the shop's pages are read with `High` confidence.
 * @param followsUnread - whether a second look follows a first one that did not read the page.
 */
export const expectedOf = (
  looks: readonly MadeLook[],
  { isCertain, followsUnread }: { isCertain: boolean; followsUnread: boolean },
): Told => {
  const expected: Expected[] = [];
  const unconfirmed: number[] = [];
  let known: string | undefined;
  let doubtful: string | undefined;
  const take = (amount: string, day: number): void => {
    const isSure = isCertain || amount === doubtful;
    doubtful = isSure || amount === known ? undefined : amount;
    if (!isSure || amount === known) return;
    if (known !== undefined) expected.push({ day, from: known, to: amount });
    known = amount;
  };
  for (const [index, { day, said, isRead }] of looks.entries()) {
    if (isRead && said.kind === 'Price') take(said.amount, day);
    const isFirst = looks[index - 1]?.day !== day;
    const isFollowed = looks[index + 1]?.day === day;
    const isDoubtful = doubtful !== undefined && (isRead || followsUnread);
    if (isFirst && isDoubtful && !isFollowed) unconfirmed.push(day);
  }
  return { expected, unconfirmed };
};
