import { matcherOf, withoutHits, wordsOf } from '../words/lexicon.ts';
import { contrastRoles } from '../words/term.ts';
import { plainTitle } from '../words/tokens.ts';
import { longestOf } from '../words/word-lists.ts';
import sizes from './sizes.json' with { type: 'json' };
import supplyNumbers from './supply-numbers.json' with { type: 'json' };

/** A product's values per attribute in any language: "schwarz" and "noir" are both `Colour` "black". */
export type Contrasts = ReadonlyMap<string, ReadonlySet<string>>;

const { hits } = matcherOf(contrastRoles);

/** @param plain - a plain title. */
export const readContrasts = (plain: string): Contrasts => {
  const found = new Map<string, Set<string>>();
  for (const { role, value = '' } of hits(plain).flatMap(({ meanings }) => meanings))
    found.set(role, (found.get(role) ?? new Set()).add(value));
  return found;
};

/** Removes the words for these values. */
export const withoutContrasts = (plain: string): string => withoutHits(plain, hits(plain), ' ');

/** True if both state an attribute and have no value in common. */
export const areContrary = (first: Contrasts, second: Contrasts): boolean =>
  [...first].some(([axis, values]) => second.get(axis)?.isDisjointFrom(values) ?? false);

/** True if a product has every requested value: a page that omits the colour does not confirm it. */
export const hasContrasts = (found: Contrasts, wanted: Contrasts): boolean =>
  [...wanted].every(([axis, values]) => values.isSubsetOf(found.get(axis) ?? new Set()));

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
