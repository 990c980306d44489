import { anyOf } from '../lexicon/word-lists.ts';

const sizes = anyOf('sizes');
const colors = anyOf('colors');

/** Option names for the size, such as "Shoe size" or "attribute_pa_groesse". */
export const sizeName = new RegExp(`(?<!\\p{L})\\p{L}{0,12}(?:${sizes})(?!\\p{Ll})`, 'iu');
/** Option names for the colour. */
export const colorName = new RegExp(
  `(?<!\\p{L})(?:\\p{L}{0,12}(?:farbe|colou?r)|${colors})(?!\\p{Ll})`,
  'iu',
);

/** Member names of a variant's own size and colour; stricter, to exclude `sizeChart` and `colorId`. */
export const sizeMember = new RegExp(
  `^(?:(?:display|shoe)[-_]?)?(?:${sizes})(?:[-_]?(?:name|label|value|code))?$`,
  'iu',
);
export const colorMember = new RegExp(`^(?:display[-_]?)?(?:${colors})(?:[-_]?(?:name|label|value))?$`, 'iu');

/** Values that are sizes even if the option has no name: `XL`, `42`, `42.5`, `EU 42`, `90x200`. */
const sizeText =
  /^(?:(?:eu|uk|us|fr|it|de)\s?)?(?:\d{1,3}(?:[.,]5|½)?|[2-6]?x{0,4}[sl]|m|\d{2,3}\s?x\s?\d{2,3}|one size)$/i;
export const looksLikeSize = (text: string): boolean => sizeText.test(text);
