import { matcherOf, wordsOf } from '../lexicon/lexicon.ts';
import supplyNumbers from './supply-numbers.json' with { type: 'json' };

const goods = matcherOf(['Goods']);
/** The beginning of a compound with a hyphen: what it is stands last, "akku-" of "akku-bohrschrauber". */
const compound = /(?<![\p{L}\p{N}])[\p{L}-]{1,30}-$/u;

/** Nouns for the product in a plain title: "cordless drill". */
export const nounsIn = (plain: string): string[] =>
  goods.hits(plain).map(({ start, end }) => {
    const before = compound.exec(plain.slice(0, start))?.[0] ?? '';
    return before + plain.slice(start, end);
  });

/** Features of the product in a plain title, whichever model it is. */
export const featuresIn = wordsOf('Feature').in;

/** Supplies in a plain text: "toner". */
export const suppliesIn = wordsOf('Supply').in;

const supplyNumber = new RegExp(`^(?:${supplyNumbers.map(({ number }) => number).join('|')})$`);

/** True if makers give numbers of this form to what a device uses up, "TN-2420", and none to the device. */
export const isSupplyNumber = (number: string): boolean =>
  supplyNumber.test(number.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''));
