import { type PhraseFinder, phraseFinder } from '../lexicon/phrase-finder.ts';
import { longestOf } from '../lexicon/word-lists.ts';
import { plainTitle } from './plain-title.ts';
import productWords from './product-words.json' with { type: 'json' };
import supplyNumbers from './supply-numbers.json' with { type: 'json' };

/** Words of one language for what a product is ("headphones") and does ("cordless"), plain. */
interface ProductWords {
  /** ISO 639-1. */
  from: string;
  /** Things that are sold as such, and hardly as a part or accessory of another. */
  nouns: readonly string[];
  /** Endings of compounds of the language: "Schlagbohrschrauber". */
  ends?: readonly string[];
  features: readonly string[];
  /**
   * Things that are used up. Beside a number such a thing bears it, or is for the device that does; beside a measure,
   * "engine oil 5 l", it is the thing sold.
   */
  supplies?: readonly string[];
}

const words: readonly ProductWords[] = productWords;

const finderOf = (kind: 'nouns' | 'features' | 'supplies', longer?: RegExp): PhraseFinder =>
  phraseFinder(() => words.flatMap((ofLanguage) => ofLanguage[kind] ?? []).map(plainTitle), longer);

const compounds = new RegExp(
  `[\\p{L}-]{2,30}(?:${longestOf(words.flatMap(({ ends = [] }) => ends).map(plainTitle))})(?![\\p{L}\\p{N}])`,
  'uy',
);

/** Nouns for the product in a plain title: "cordless drill". */
export const nounsIn = finderOf('nouns', compounds).in;

/** Features of the product in a plain title, whichever model it is. */
export const featuresIn = finderOf('features').in;

/** Supplies in a plain text: "toner". */
export const suppliesIn = finderOf('supplies').in;

const supplyNumber = new RegExp(`^(?:${supplyNumbers.map(({ number }) => number).join('|')})$`);

/** True if makers give numbers of this form to what a device uses up, "TN-2420", and none to the device. */
export const isSupplyNumber = (number: string): boolean =>
  supplyNumber.test(number.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''));
