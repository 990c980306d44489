import { plainTitle } from '../lexicon/plain-title.ts';
import { longestOf } from '../lexicon/word-lists.ts';
import sizes from './sizes.json' with { type: 'json' };

/** Plain words before a size, "Größe" and "Gr.", without meaning of their own. */
export const sizeHeads: readonly string[] = [...new Set(sizes.heads.map(plainTitle))];

const sizeOf = new Map(
  sizes.sizes.flatMap(([size = '', ...others]) => [size, ...others].map((each) => [each, size])),
);

const letters = String.raw`(?<size>${longestOf([...sizeOf.keys()])})(?![\p{L}\p{N}'’.-]*[\p{L}\p{N}])`;

/** "Größe M", "Gr. M", "size: medium". */
const behindHead = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:${longestOf(sizeHeads)})[.:]?\s?${letters}`,
  'gu',
);

/** "2XL" is a size anywhere, except after a number: "PG 545 XL" is a grade. */
const alone = /(?<![\p{L}\p{N}.-]|\d\s)(?<size>[2-8]xl|x{1,4}l|x{2,3}s|[23]xs)(?![\p{L}\p{N}-])/gu;

/** "T-Shirt S", "Sweater (M)"; after a number "l" is a litre. */
const atEnd = /(?:\((?<inside>[sml])\)|(?<=\p{L}[,;/|-]? [-|/]? ?)(?<behind>[sml]))$/gu;

/**
 * Returns the clothing sizes in a plain title, normalized: "xxl" for "2XL".
 *
 * @param plain - a plain title.
 */
export const readLetterSizes = (plain: string): ReadonlySet<string> =>
  new Set(
    [behindHead, alone, atEnd].flatMap((pattern) =>
      [...plain.matchAll(pattern)].map(({ groups: { size, inside, behind } = {} }) => {
        const printed = size ?? inside ?? behind ?? '';
        return sizeOf.get(printed) ?? printed;
      }),
    ),
  );

/** Removes sizes that follow a size word. */
export const withoutHeadedSizes = (plain: string): string => plain.replace(behindHead, ' ');
