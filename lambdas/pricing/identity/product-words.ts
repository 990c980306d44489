import { plainTitle } from './plain-title.ts';
import productWords from './product-words.json' with { type: 'json' };
import supplyNumbers from './supply-numbers.json' with { type: 'json' };

/** Words of one language for what a product is ("headphones") and does ("cordless"), plain. */
interface ProductWords {
  /** ISO 639-1. */
  from: string;
  /** Things that are sold as such, and hardly as a part or accessory of another. */
  nouns: readonly string[];
  /** What compounds of the language end in: "Schlagbohrschrauber". */
  ends?: readonly string[];
  features: readonly string[];
  /**
   * What is used up. Beside a number it is the thing that has it, or what the device of that number takes; beside a
   * measure, "engine oil 5 l", it is what is sold.
   */
  supplies?: readonly string[];
}

const words: readonly ProductWords[] = productWords;

/** Scripts that write no spaces between words. */
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;

const anyOf = (phrases: readonly string[]): string =>
  [...new Set(phrases)]
    .toSorted((a, b) => b.length - a.length)
    .map((phrase) => RegExp.escape(phrase))
    .join('|');

/** @param ends - of words that are longer. */
const patternOf = (phrases: readonly string[], ends: readonly string[] = []): RegExp => {
  const { joined = [], apart = [] } = Object.groupBy(phrases.map(plainTitle), (phrase) =>
    unspaced.test(phrase) ? 'joined' : 'apart',
  );
  const compound = ends.length === 0 ? '' : `|[\\p{L}-]{2,30}(?:${anyOf(ends.map(plainTitle))})`;
  const spaced = `(?<![\\p{L}\\p{N}])(?:${anyOf(apart)}${compound})(?![\\p{L}\\p{N}])`;
  return new RegExp([spaced, anyOf(joined)].filter(Boolean).join('|'), 'gu');
};

const nounPattern = patternOf(
  words.flatMap(({ nouns }) => nouns),
  words.flatMap(({ ends = [] }) => ends),
);
const featurePattern = patternOf(words.flatMap(({ features }) => features));
const supplyPattern = patternOf(words.flatMap(({ supplies = [] }) => supplies));

/** What a plain title calls its product: "cordless drill". */
export const nounsIn = (plain: string): string[] => [...plain.matchAll(nounPattern)].map(([noun]) => noun);

/** What a plain title says that its product does, whichever model it is. */
export const featuresIn = (plain: string): string[] =>
  [...plain.matchAll(featurePattern)].map(([feature]) => feature);

const supplyNumber = new RegExp(`^(?:${supplyNumbers.map(({ number }) => number).join('|')})$`);

/** Whether makers give numbers of this form to what a device uses up, "TN-2420", and none to the device. */
export const isSupplyNumber = (number: string): boolean =>
  supplyNumber.test(number.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''));

/** What a plain text calls a thing that is used up: "toner". */
export const suppliesIn = (plain: string): string[] =>
  [...plain.matchAll(supplyPattern)].map(([supply]) => supply);
