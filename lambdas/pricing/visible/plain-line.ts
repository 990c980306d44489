import { wordsBefore } from '../lexicon/amount-words.ts';
import { anyOf } from '../lexicon/word-lists.ts';
import type { ParsedPrice } from '../money/parse-price-text.ts';
import { buyWords } from '../page/page-words.ts';

/** Roles that name a price without changing what it is. */
const plainRoles = [
  'Price',
  'Now',
  'Was',
  'Regular',
  'Total',
  'Discounted',
  'Gross',
  'NetOfTax',
  'From',
  'Saving',
  'Shipping',
  'Instalment',
  'Members',
  'NonMembers',
  'PerUnit',
  'Threshold',
  'Deposit',
  'Surcharge',
  'Approximate',
  'Basket',
  'Piece',
  'Bargain',
] as const;
const plainWords = wordsBefore(...plainRoles);
const knownWords = wordsBefore(...plainRoles, 'Bid', 'Worth', 'PaymentMethod', 'OtherCondition', 'FreeFrom');

/** Text of a line without its amounts. */
export const wordsBeside = (line: string, prices: readonly ParsedPrice[]): string => {
  let rest = line;
  for (const { start, end } of [...prices].reverse()) rest = `${rest.slice(0, start)} ${rest.slice(end)}`;
  return rest;
};

/**
 * True if words beside an amount say no more than what prices are called: what is said of an amount in other words
 * may make anything of it.
 */
export const arePlain = (words: string): boolean => {
  // Turkish capitals are no capitals of the Latin i.
  // "(6 offers)" counts.
  const rest = words.replaceAll('İ', 'i').replace(/\(\s?\d{1,6}\s\p{L}{1,20}\s?\)/gu, ' ');
  if (!/\p{L}{2}/u.test(rest)) return true;
  return !/\p{L}{2}/u.test(buyWords.without(plainWords.without(rest, ' '), ' '));
};

/** A text without the words that say which amount is which. */
export const withoutLabels = (text: string): string => knownWords.without(text, ' ');

/** True if a label holds nothing but words that say which amount it labels. */
export const isKnownLabel = (label: string): boolean => !/\p{L}{2}/u.test(withoutLabels(label));

/** A line that says nothing but for how many pieces the price behind it is: "Bis 99", "ab 500 Stück", "10+", "1-9". */
const quantity = new RegExp(
  [
    String.raw`^(?:${anyOf('upTo')} \d{1,6}|${anyOf('fromPieces')} (\d{1,6})|(\d{1,6})\s?(?:\+|[-–—]\s?\d{1,6}))`,
    String.raw`(?:\s?${anyOf('pieces')})?\s?:?$`,
  ].join(''),
  'iu',
);

/** True if a line names a number of pieces and nothing else. */
export const isQuantity = (text: string): boolean => quantity.test(text.trim());

/** True if a line says nothing but that several pieces have to be bought: "ab 6 Stück", and not "1-5". */
export const isOfSeveral = (text: string): boolean => {
  const [, from, least] = quantity.exec(text.trim()) ?? [];
  return Number(from ?? least ?? 0) > 1;
};
