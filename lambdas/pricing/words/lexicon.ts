import { phraseTable } from '#phrase-table';
import { createMatcher, type Hit, type Matcher } from './matcher.ts';
import { lazy } from './memoize.ts';
import { type Meaning, Phrases } from './phrases.ts';
import type { Role } from './term.ts';

/** Every phrase of every language. */
export const allPhrases = lazy(() => new Phrases(phraseTable()));

/** Position of a text relative to its subject. */
export type Side = 'before' | 'behind';

const countsAt = ({ position }: Meaning, side: Side | undefined): boolean =>
  side === undefined || position === undefined || (position === 'behind') === (side === 'behind');

/**
 * Returns a matcher for the terms of some roles. Roles that answer the same question belong in one matcher:
 * of nested phrases only the longest matches, so "discounted price" is not a discount.
 *
 * @param side - excludes terms that only count on the other side.
 */
export const matcherOf = (roles: readonly Role[], side?: Side): Matcher =>
  createMatcher(allPhrases, (meaning) => roles.includes(meaning.role) && countsAt(meaning, side));

/** Words of some roles, anywhere in a text. */
export interface Words {
  test(text: string): boolean;
  /** True if one of them is the whole text. */
  is(text: string): boolean;
  /** All of them, as written. */
  in(text: string): string[];
  /** The first, as written; `undefined` if none. */
  firstIn(text: string): string | undefined;
  /** True if one of them ends the text, ignoring a colon. */
  endsIn(text: string): boolean;
  without(text: string, instead: string): string;
}

export const withoutHits = (text: string, hits: readonly Hit[], instead: string): string =>
  hits.reduceRight((rest, { start, end }) => rest.slice(0, start) + instead + rest.slice(end), text);

/** Characters allowed after the last word of a text. */
export const endsLine = /^[\s.:：]*$/;

export const wordsOf = (...roles: readonly Role[]): Words => {
  const { hits, atStart } = matcherOf(roles);
  return {
    test: (text) => hits(text).length > 0,
    is: (text) => atStart(text)?.end === text.length,
    in: (text) => hits(text).map(({ start, end }) => text.slice(start, end)),
    firstIn: (text) => {
      const [first] = hits(text);
      return first && text.slice(first.start, first.end);
    },
    endsIn: (text) => {
      const last = hits(text).at(-1);
      return last !== undefined && endsLine.test(text.slice(last.end));
    },
    without: (text, instead) => withoutHits(text, hits(text), instead),
  };
};

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

/** Roles of number labels; of nested phrases the longest matches. */
const labelRoles = [
  'SkuLabel',
  'MpnLabel',
  'GtinLabel',
  'ModelLabel',
  'CodeLabel',
  'NumberLabel',
  'OtherNumber',
] as const satisfies readonly Role[];

export type NumberLabel = (typeof labelRoles)[number];

const labels = matcherOf(labelRoles);
const makers = matcherOf(['MakerNoun']);

/** Normalizes "n°", "N.º", "№" and "#" to one word, and full-width letters; keeps Hebrew points. */
const alike = (text: string): string =>
  text
    .replace(/(?<![\p{L}\p{N}])n\s?\.?\s?[º°]/giu, 'no ')
    .replace(/[#№＃]/gu, ' no ')
    .normalize('NFKC');

/** Parts between a label and its number: punctuation, a remark in brackets, a word for "number". */
const behindLabel = /^[\s.:/)*°-]*(?:no[\s.]*)?(?:\([^()]*\)?[\s.]*)?[\s.:*°-]*$/u;

/** True if a text contains a number label. */
export const hasNumberLabel = (text: string): boolean => labels.hits(alike(text)).length > 0;

/** True if a text mentions the manufacturer. */
export const namesMaker = (text: string): boolean => makers.hits(text).length > 0;

/**
 * Returns the labels at the end of a text, whose number follows: "Art.-Nr.:", "Código (interno)". For a label
 * in brackets after another, "Product code (UPC)", both are returned.
 */
export const numberLabelsEnding = (text: string): readonly NumberLabel[] => {
  const plain = alike(text);
  return labels
    .hits(plain)
    .filter(
      ({ start, end }) =>
        !/[\p{L}\p{M}\p{N}]/u.test(plain[start - 1] ?? '') && behindLabel.test(plain.slice(end)),
    )
    .flatMap(({ meanings }) => meanings.map(({ role }) => role as NumberLabel));
};
