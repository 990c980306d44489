import { endsLine, matcherOf, withoutHits } from './lexicon.ts';
import type { Hit } from './matcher.ts';
import type { Meaning } from './phrases.ts';
import type { Role } from './term.ts';

/** Roles of amounts, which all answer one question: which amount is this? */
export const amountRoles = [
  'Price',
  'Now',
  'Total',
  'Discounted',
  'Was',
  'Regular',
  'From',
  'Gross',
  'NetOfTax',
  'Basket',
  'Members',
  'NonMembers',
  'OtherCondition',
  'PaymentMethod',
  'Bid',
  'Worth',
  'PerUnit',
  'Instalment',
  'Rent',
  'Tier',
  'Approximate',
  'Saving',
  'Shipping',
  'FreeFrom',
  'Threshold',
  'Deposit',
  'Surcharge',
  'Tax',
  'Piece',
  'Bargain',
] as const;
const before = matcherOf(amountRoles, 'before');
const behind = matcherOf(amountRoles, 'behind');

/** Characters allowed between the last word before an amount and its digits. */
const noWord = /^[\s.:：]*\p{Sc}?\s*$/u;
/** Characters allowed between an amount and the first word behind it. */
const punctuation = /^[\s,;:.()*+'’/–-]{0,4}$/;

const meansBefore =
  (text: string, { end }: Hit) =>
  ({ position }: Meaning): boolean =>
    position !== 'last' || noWord.test(text.slice(end));

/** Words of some roles before an amount: in front of it, or in its label. */
export interface WordsBefore {
  test(text: string): boolean;
  /** Start of the last one; -1 if none. */
  lastIn(text: string): number;
  /** The text after the last one; `undefined` if none. */
  tailOf(text: string): string | undefined;
  /** True if one of them ends the text. */
  endsIn(text: string): boolean;
  without(text: string, instead: string): string;
}

export const wordsBefore = (...roles: readonly Role[]): WordsBefore => {
  const hitsIn = (text: string): Hit[] =>
    before.hits(text).filter((hit) => {
      const isMeant = meansBefore(text, hit);
      return hit.meanings.some((meaning) => roles.includes(meaning.role) && isMeant(meaning));
    });
  const tailOf = (text: string): string | undefined => {
    const last = hitsIn(text).at(-1);
    return last && text.slice(last.end);
  };
  return {
    test: (text) => hitsIn(text).length > 0,
    lastIn: (text) => hitsIn(text).at(-1)?.start ?? -1,
    tailOf,
    endsIn: (text) => endsLine.test(tailOf(text) ?? '-'),
    without: (text, instead) => withoutHits(text, hitsIn(text), instead),
  };
};

/** Words of some roles directly after an amount. */
export interface WordsBehind {
  test(text: string): boolean;
  /** Their end, counted from the amount; `undefined` if none. */
  endIn(text: string): number | undefined;
}

const isNoun = ({ meanings }: Hit): boolean => meanings.every(({ role }) => role === 'Price');

const wordsBehindThat = (isMeant: (meaning: Meaning) => boolean): WordsBehind => {
  const endIn = (text: string): number | undefined => {
    const [first, second] = behind.hits(text);
    if (!first || !punctuation.test(text.slice(0, first.start))) return undefined;
    if (first.meanings.some(isMeant)) return first.end;
    // "price with code": the noun says nothing, what follows it does.
    const isNamed =
      second !== undefined && isNoun(first) && text.slice(first.end, second.start).trim() === '';
    return isNamed && second.meanings.some(isMeant) ? second.end : undefined;
  };
  return { test: (text) => endIn(text) !== undefined, endIn };
};

export const wordsBehind = (...roles: readonly Role[]): WordsBehind =>
  wordsBehindThat(({ role }) => roles.includes(role));

/**
 * Only words marked as `behind`. If a role's words mostly precede the amount, one that follows it usually
 * labels the next: "12,00 € Grundpreis 3,00 €".
 */
export const wordsOnlyBehind = (...roles: readonly Role[]): WordsBehind =>
  wordsBehindThat(({ role, position }) => position === 'behind' && roles.includes(role));

/** Matches either a pattern of numbers and measures or the words of a language. */
export const behindByEither = (pattern: RegExp, words: WordsBehind): WordsBehind => {
  const endIn = (text: string): number | undefined => pattern.exec(text)?.[0].length ?? words.endIn(text);
  return { test: (text) => endIn(text) !== undefined, endIn };
};
