import { matcherOf, wordsOf } from '../lexicon/lexicon.ts';
import supplyNumbers from './supply-numbers.json' with { type: 'json' };

const goods = matcherOf(['Goods']);
/** The start of a hyphenated compound: "akku-" in "akku-bohrschrauber". */
const compound = /(?<![\p{L}\p{N}])[\p{L}-]{1,30}-$/u;

/** Product nouns in a plain title: "cordless drill". */
export const nounsIn = (plain: string): string[] =>
  goods.hits(plain).map(({ start, end }) => {
    const before = compound.exec(plain.slice(0, start))?.[0] ?? '';
    return before + plain.slice(start, end);
  });

/** Product features in a plain title. */
export const featuresIn = wordsOf('Feature').in;

/** Supplies in a plain text: "toner". */
export const suppliesIn = wordsOf('Supply').in;

const supplyNumber = new RegExp(`^(?:${supplyNumbers.map(({ number }) => number).join('|')})$`);

/** True if numbers of this form are used for supplies, "TN-2420", and never for devices. */
export const isSupplyNumber = (number: string): boolean =>
  supplyNumber.test(number.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''));
