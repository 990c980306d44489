import type { Availability } from '../../domain/result/site-result.ts';
import { matcherOf } from '../words/lexicon.ts';
import type { Role } from '../words/term.ts';
import { anyOf } from '../words/word-lists.ts';
import { commonSigns } from './currency-lexicon.ts';

/** In order of precedence when a text names several states. */
const states = [
  'Discontinued',
  'PreOrder',
  'BackOrder',
  'OutOfStock',
  'LimitedAvailability',
  'InStock',
] as const satisfies readonly (Role & Availability)[];
const stock = matcherOf([...states, 'NotOfStock', 'Reminder', 'OtherService']);
const future = matcherOf(['NotYet']);
const labels = matcherOf(['StockLabel']);
const prices = matcherOf(['PriceNoun']);
const otherSubjects = matcherOf(['NotProduct']);
const parts = matcherOf(['OnePart']);
const options = matcherOf(['OnePart', 'Colour']);
const sizeAlone = /(?<![\p{L}\p{N}])(?:X{0,4}[SL]|M|\d{2,3}(?:[.,]5)?)(?![\p{L}\p{N}])/u;
const products = matcherOf(['ThisProduct']);

const countWords = (text: string): number => text.match(/\p{L}+/gu)?.length ?? 0;

const lowest = 'from|over|above|ab|über|dès|desde|da|vanaf|od|fra|från|от|від';
/** An amount of money, with a preceding word that makes it a minimum or a maximum. */
const amount = new RegExp(
  [
    String.raw`(?:(?<![\p{L}\p{N}])(?:now|for|at|only|für|pour|por|per|voor|za|för|за|${lowest})\s)?`,
    String.raw`(?:\p{Sc}\s?\d[\d.,]{0,12}|\d[\d.,]{0,12}\s?(?:${commonSigns}))`,
  ].join(''),
  'iu',
);
const least = new RegExp(String.raw`^(?:${lowest})\s|^\P{L}{0,20}(?:and (?:up|more|over)|以上|이상)`, 'iu');
const clauseEnd = /[.!?;,•·|\n](?=\s)|\s[–—-]\s/u;

/** Drops clauses that name an amount, except a bare state beside one: "In stock $19.99". */
const withoutOffers = (text: string): string =>
  text
    .split(clauseEnd)
    .filter((clause) => {
      const found = amount.exec(clause);
      if (!found) return true;
      return !least.test(found[0]) && countWords(clause.replace(found[0], ' ')) <= 3;
    })
    .join('. ');

/** A state and the position of its words. */
interface Found {
  state: Availability;
  start: number;
  end: number;
}

const findState = (text: string): Found | undefined => {
  const hits = stock.hits(text);
  for (const state of states) {
    const hit = hits.find(({ meanings }) => meanings.some(({ role }) => role === state));
    if (hit) return { state, start: hit.start, end: hit.end };
  }
  return undefined;
};

/** Most words between a subject and its state: "Image of this product not available". */
const maxSubjectWords = 3;

/** True if the clause is about something other than the product: "Image unavailable". */
const hasOtherSubject = (text: string, { start }: Found): boolean => {
  const clause = text.slice(0, start).split(clauseEnd).at(-1)!;
  const [subject] = otherSubjects.hits(clause);
  return subject !== undefined && countWords(clause.slice(subject.end)) <= maxSubjectWords;
};

/** "Sold out? Tell me": a question states nothing. */
const isAsked = (text: string, { end }: Found): boolean => /^\s{0,2}[?？]/.test(text.slice(end));

const negatedAtEnd = new RegExp(`(?<!\\p{L})${anyOf('negations')}\\s{1,3}$`, 'iu');
/** "No pre-order needed" */
const isNotNeeded = (text: string, { state, start }: Found): boolean =>
  (state === 'PreOrder' || state === 'BackOrder') && negatedAtEnd.test(text.slice(0, start));

const stateIn = (text: string): Found | undefined => {
  const found = findState(text);
  const isOther = found && (hasOtherSubject(text, found) || isAsked(text, found) || isNotNeeded(text, found));
  return isOther ? undefined : found;
};

/** Most words between "soon" and the state: "Soon to be back in stock". */
const maxFutureWords = 3;

/** True if the clause is about the future: "Soon in stock", "Will be available again", "In stock soon". */
const isNotYet = (text: string, { start, end }: Found): boolean =>
  future.hits(text).some((hit) => {
    if (hit.start >= end) return text.slice(end, hit.start).trim() === '' && endsClause(text.slice(hit.end));
    const between = text.slice(hit.end, start);
    return !clauseEnd.test(`${between} `) && countWords(between) <= maxFutureWords;
  });
const endsClause = (rest: string): boolean => countWords(rest.split(clauseEnd, 1)[0]!) === 0;

/** The state before an announced one: soon in stock can be ordered, soon sold out is still available. */
const beforeItComes: Partial<Record<Availability, Availability>> = {
  InStock: 'BackOrder',
  LimitedAvailability: 'BackOrder',
  OutOfStock: 'LimitedAvailability',
};

const stateNow = (text: string): Found | undefined => {
  const found = stateIn(text);
  const before = found && beforeItComes[found.state];
  return before && isNotYet(text, found) ? { ...found, state: before } : found;
};

const sentenceEnd = /(?<=[.!?。！？])\s?/u;
const isAboutOther = (text: string): boolean => stock.says(text, 'NotOfStock', 'Reminder', 'OtherService');

/** Drops sentences that offer a reminder or are about something else. */
const aboutStock = (text: string): string =>
  isAboutOther(text)
    ? text
        .split(sentenceEnd)
        .filter((sentence) => !isAboutOther(sentence))
        .join(' ')
    : text;

const readState = (line: string): Found | undefined => {
  if (line.length > 200) return undefined;
  const text = aboutStock(line);
  const found = stateNow(text);
  // "The new tent, available now from £199" advertises, and "Ships free over $50" is about shipping.
  if ((found?.state === 'InStock' || found?.state === 'LimitedAvailability') && amount.test(text))
    return stateNow(withoutOffers(text));
  return found;
};

/**
 * Reads the stock state from a short text near the buy button, in the languages of most shops.
 *
 * @param text - one label or sentence, e.g. `"Nur noch 3 Stück auf Lager"`. Texts longer than 200 characters
 *   are prose and not read.
 * @returns `undefined` when it states none, only asks ("Notify me when in stock"), or is about something else
 *   ("Image unavailable").
 */
export const readAvailabilityText = (text: string): Availability | undefined => readState(text)?.state;

/** True if a text offers to notify the visitor when the product is back, so it is unavailable now. */
export const offersReminder = (text: string): boolean =>
  text.length <= maxReminder &&
  stock.says(text, 'Reminder') &&
  !otherSubjects.says(text, 'NotProduct') &&
  !prices.says(text, 'PriceNoun');
/** Longest text that counts as such an offer. */
const maxReminder = 80;

/** True if a button label means that the product is unavailable: "Sold out", "Notify me". */
export const isUnavailableLabel = (label: string): boolean => {
  const state = readAvailabilityText(label);
  return state === 'OutOfStock' || state === 'Discontinued' || offersReminder(label);
};

/** True if a text names a size, an option or a branch, so its stock state applies only to that one. */
export const isOfOnePart = (text: string): boolean => parts.says(text, 'OnePart');

/** True if a text may be about one of several options by its colour or size alone: "Red: sold out". */
export const mayBeOfOption = (text: string): boolean =>
  options.says(text, 'OnePart', 'Colour') || sizeAlone.test(text);

/**
 * Splits a stock line into its label and the value after it.
 *
 * @returns `undefined` unless the line starts with a label; `value` is empty when the label stands alone.
 */
export const splitStockLabel = (line: string): { value: string } | undefined => {
  const [label] = labels.hits(line.slice(0, 200));
  const value = label?.start === 0 ? /^\s*(?:[:：](.*))?$/su.exec(line.slice(label.end)) : null;
  return value ? { value: (value[1] ?? '').trim() } : undefined;
};

/** Reads the value after a stock label: words, or a number of pieces. */
export const readLabelledStock = (value: string): Availability | undefined => {
  const pieces = /^[<>]?\s?(\d{1,6})(?:\s\p{L}{1,8}\.?)?$/u.exec(value);
  return (
    readAvailabilityText(value) ?? (pieces ? (Number(pieces[1]) > 0 ? 'InStock' : 'OutOfStock') : undefined)
  );
};

const answered = new RegExp(
  [
    String.raw`^([^:：]{2,40}?)\s?[:：]\s?`,
    String.raw`(?:(?<no>${anyOf('noAnswers')}|0)|(?<yes>${anyOf('yesAnswers')})|[1-9]\d{0,5})\.?$`,
  ].join(''),
  'iu',
);

/**
 * Reads a state with its own value: "Sold out: no", "In stock: 12".
 *
 * @returns `undefined` unless the line is one; its `state` is absent if the answer states none.
 */
export const readAnsweredState = (line: string): { state: Availability | undefined } | undefined => {
  const found = answered.exec(line);
  const state = found ? readAvailabilityText(found[1]!) : undefined;
  if (!found || !state) return undefined;
  const isAvailable = state === 'InStock' || state === 'LimitedAvailability';
  if (found.groups!.no !== undefined) return { state: isAvailable ? 'OutOfStock' : undefined };
  // Only what is there can be counted.
  return isAvailable || found.groups!.yes !== undefined ? { state } : undefined;
};

/** Most words besides the state: "Currently out of stock", "0 in stock online". */
const maxOtherWords = 2;

/** True if a line contains only its state, or states it of the product by name. */
export const isBareState = (line: string): boolean => {
  const found = readState(line);
  if (!found) return false;
  const text = aboutStock(line);
  const rest = `${text.slice(0, found.start)} ${text.slice(found.end)}`;
  return countWords(rest) <= maxOtherWords || products.says(rest, 'ThisProduct');
};

const short = new Map<string, Availability>([
  ['instock', 'InStock'],
  ['in', 'InStock'],
  ['available', 'InStock'],
  ['instoreonly', 'InStock'],
  ['onlineonly', 'InStock'],
  ['onlineandinstore', 'InStock'],
  ['reserved', 'OutOfStock'],
  ['outofstock', 'OutOfStock'],
  ['out', 'OutOfStock'],
  ['oos', 'OutOfStock'],
  ['soldout', 'OutOfStock'],
  ['unavailable', 'OutOfStock'],
  ['notinstock', 'OutOfStock'],
  ['notavailable', 'OutOfStock'],
  ['preorder', 'PreOrder'],
  ['presale', 'PreOrder'],
  ['backorder', 'BackOrder'],
  ['availablefororder', 'BackOrder'],
  ['madetoorder', 'BackOrder'],
  ['pending', 'BackOrder'],
  ['discontinued', 'Discontinued'],
  ['limitedavailability', 'LimitedAvailability'],
  ['limited', 'LimitedAvailability'],
]);

/**
 * Reads a machine-readable stock value: schema.org URLs and short names in any spelling
 * (`http://schema.org/InStock`, `schema:OutOfStock`, `in_stock`), and the values of OpenGraph and Facebook
 * (`instock`, `oos`, `available for order`, `pending`); anything else is read as text.
 *
 * @see https://schema.org/ItemAvailability
 */
export const readAvailabilityUrl = (text: string): Availability | undefined => {
  const trimmed = text.trim();
  const name = /[^/#:]*$/.exec(trimmed.replace(/\/+$/, ''))![0];
  return short.get(name.replace(/[\s_-]/g, '').toLowerCase()) ?? readAvailabilityText(trimmed);
};
