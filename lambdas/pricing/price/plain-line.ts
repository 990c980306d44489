import { buyWords } from '../page/page-words.ts';
import type { ParsedPrice } from '../text/parse-price-text.ts';
import { wordsBefore } from '../words/amount-words.ts';
import { anyOf } from '../words/word-lists.ts';

/** Roles that label a price without turning it into something else. */
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

/** A line without its amounts. */
export const wordsBeside = (line: string, prices: readonly ParsedPrice[]): string => {
  let rest = line;
  for (const { start, end } of [...prices].reverse()) rest = `${rest.slice(0, start)} ${rest.slice(end)}`;
  return rest;
};

/** True if the words beside an amount are only price labels; other words may turn it into anything. */
export const arePlain = (words: string): boolean => {
  // "(6 offers)" is a count. The Turkish dotted capital İ is no Latin capital.
  const rest = words.replaceAll('İ', 'i').replace(/\(\s?\d{1,6}\s\p{L}{1,20}\s?\)/gu, ' ');
  if (!/\p{L}{2}/u.test(rest)) return true;
  return !/\p{L}{2}/u.test(buyWords.without(plainWords.without(rest, ' '), ' '));
};

/** Removes labels of amounts from a text. */
export const withoutLabels = (text: string): string => knownWords.without(text, ' ');

/** True if a text consists of labels of amounts. */
export const isKnownLabel = (label: string): boolean => !/\p{L}{2}/u.test(withoutLabels(label));

/** A line that only states the quantity of the next price: "Bis 99", "ab 500 Stück", "10+", "1-9". */
const quantity = new RegExp(
  [
    String.raw`^(?:${anyOf('upTo')} \d{1,6}|${anyOf('fromPieces')} (\d{1,6})|(\d{1,6})\s?(?:\+|[-–—]\s?\d{1,6}))`,
    String.raw`(?:\s?${anyOf('pieces')})?\s?:?$`,
  ].join(''),
  'iu',
);

/** True if a line only states a number of pieces. */
export const isQuantity = (text: string): boolean => quantity.test(text.trim());

/** True if a line only states a minimum above one: "ab 6 Stück", but not "1-5". */
export const isOfSeveral = (text: string): boolean => {
  const [, from, least] = quantity.exec(text.trim()) ?? [];
  return Number(from ?? least ?? 0) > 1;
};
