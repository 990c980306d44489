import { toGtin14 } from '../../domain/gtin.ts';
import type { Expectation } from '../../domain/selling-site.ts';
import type { Extraction, Identity, IdentityGround } from '../../domain/site-result.ts';
import { sameIdentifier } from '../identifiers.ts';
import { plainTitle } from '../lexicon/plain-title.ts';
import brands from './brands.json' with { type: 'json' };
import { compareTitles, namesAccessory, namesOneOf, type Verdict } from './compare-titles.ts';
import { haveConflictingMarks } from './number-marks.ts';
import { mayBeOfMarket } from './number-suffix.ts';
import { compareWanted } from './quantities.ts';

/** The product as a page states it. */
export type StatedProduct = Pick<Extraction, 'Sku' | 'Gtin' | 'Mpn' | 'Brand' | 'Title'> &
  Partial<Pick<Extraction, 'Condition'>> & {
    /** How much of it is in a pack, where its title may leave that out. */
    Content?: string | undefined;
  };

const brandKey = (name: string): string =>
  plainTitle(name)
    .replace(
      /\b(?:inc|ltd|llc|gmbh|ag|co|kg|corp|corporation|company|s\.?a|s\.?p\.?a|bv|ab|oy|plc)\b\.?/g,
      '',
    )
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .replace(/([aou])e/g, '$1');

const spellings = new Map<string, string>();
for (const names of brands) for (const name of names) spellings.set(brandKey(name), brandKey(names[0]!));

/** "Robert Bosch GmbH" holds "Bosch". */
const holdsWords = (whole: string, part: string): boolean => {
  const [held, words] = [whole, part].map(
    (name) =>
      ` ${plainTitle(name)
        .split(/[^\p{L}\p{N}]+/u)
        .join(' ')
        .trim()} `,
  );
  return held!.includes(words!);
};

const compareBrands = (expected: string, stated: string): Verdict => {
  const [wanted, found] = [expected, stated].map(
    (name) => spellings.get(brandKey(name)) ?? brandKey(name),
  ) as [string, string];
  if (wanted === '' || found === '') return 'Unknown';
  if (wanted === found) return 'Same';
  // "Nike" and "Nike Sportswear", "Bosch" and "Bosch Professional": a line of the brand, or another.
  const isBeginning = wanted.startsWith(found) || found.startsWith(wanted);
  return isBeginning || holdsWords(expected, stated) || holdsWords(stated, expected)
    ? 'Unknown'
    : 'Different';
};

const compareGtins = (expected: string, stated: string): Verdict => {
  const [wanted, found] = [toGtin14(expected), toGtin14(stated)];
  return wanted === undefined || found === undefined ? 'Unknown' : wanted === found ? 'Same' : 'Different';
};

/** The page's GTIN; a shop that has none in its data may number its products by it, and where it does not, that says nothing. */
const compareGtin = (expected: string, { Gtin, Sku }: StatedProduct): Verdict => {
  if (Gtin !== null) return compareGtins(expected, Gtin);
  return Sku !== null && compareGtins(expected, Sku) === 'Same' ? 'Same' : 'Unknown';
};

/** "100" is a number of many makers. */
const isDistinctive = (mpn: string): boolean => mpn.replace(/[^\p{L}\p{N}]/gu, '').length >= 4;

/**
 * The maker's number, where a page states it: as such, as the shop's own number, or in a title that is about its product.
 * Shops number accessories by their device, so that an accessory's word leaves it open.
 */
const compareMpn = (expected: string, expect: Expectation, stated: StatedProduct): Verdict => {
  const { Mpn, Sku, Title, Brand } = stated;
  const alike = [Mpn, Sku].filter((each) => each !== null && sameIdentifier(each, expected)) as string[];
  if (alike.length > 0) {
    const isOpen =
      alike.every((each) => haveConflictingMarks(each, expected)) ||
      !isDistinctive(expected) ||
      (Title !== null && namesAccessory(Title, expect.Title));
    return isOpen ? 'Unknown' : 'Same';
  }
  if (Mpn !== null) return mayBeOfMarket(Mpn, expected) ? 'Unknown' : 'Different';
  const isNumber = expected.length >= 4 && /\d/.test(expected);
  const names = [expect.Brand, Brand].filter((name) => typeof name === 'string');
  const known = { title: expect.Title, brands: [...names, ...brands.flat()] };
  return isNumber && Title !== null && namesOneOf(Title, expected, known) ? 'Same' : 'Unknown';
};

type Comparison = (expect: Expectation, stated: StatedProduct) => Verdict;

const both = (
  expected: string | undefined,
  stated: string | null,
  compare: (expected: string, stated: string) => Verdict,
): Verdict => (expected === undefined || stated === null ? 'Unknown' : compare(expected, stated));

/** Compared members, the surest first. */
const comparisons: readonly { ground: IdentityGround; compare: Comparison }[] = [
  {
    ground: 'Gtin',
    compare: ({ Gtin }, stated) => (Gtin === undefined ? 'Unknown' : compareGtin(Gtin, stated)),
  },
  {
    ground: 'Mpn',
    compare: (expect, stated) =>
      expect.Mpn === undefined ? 'Unknown' : compareMpn(expect.Mpn, expect, stated),
  },
  {
    ground: 'Quantity',
    compare: ({ Quantity }, { Title, Content }) => {
      const ofTitle = both(Quantity, Title, compareWanted);
      return ofTitle === 'Unknown' ? both(Quantity, Content ?? null, compareWanted) : ofTitle;
    },
  },
  {
    ground: 'Title',
    compare: ({ Title, Brand }, stated) =>
      both(Title, stated.Title, (wanted, title) => {
        const names = [Brand, stated.Brand].filter((name) => typeof name === 'string');
        const verdict = compareTitles(wanted, title, names);
        const isNew = (stated.Condition ?? 'New') === 'New';
        // Titles of used and refurbished pieces are often those of new ones.
        return verdict === 'Same' && !isNew ? 'Unknown' : verdict;
      }),
  },
  { ground: 'Brand', compare: ({ Brand }, stated) => both(Brand, stated.Brand, compareBrands) },
];

/** Contrasts that an agreeing number outweighs: shops write titles and brands as they like, but not how much is in a pack. */
const outweighedBy: Partial<Record<IdentityGround, readonly IdentityGround[]>> = {
  Gtin: ['Mpn', 'Title', 'Brand'],
};

/**
 * Judges whether a page's product is the one that is expected. Pure.
 *
 * A number, a title or a quantity that differs makes it another product; a GTIN, a maker's number or a whole title that
 * agrees makes it the same; a brand or a quantity alone makes it neither.
 */
export const judgeIdentity = (expect: Expectation, stated: StatedProduct): Identity => {
  const verdicts = new Map(comparisons.map(({ ground, compare }) => [ground, compare(expect, stated)]));
  const groundsOf = (verdict: Verdict): IdentityGround[] =>
    [...verdicts].filter(([, each]) => each === verdict).map(([ground]) => ground);
  const same = groundsOf('Same');
  const outweighed = new Set(same.flatMap((ground) => outweighedBy[ground] ?? []));
  const different = groundsOf('Different').filter((ground) => !outweighed.has(ground));
  if (different.length > 0) return { Verdict: 'Different', By: different };
  const isDecided = same.some((ground) => ground === 'Gtin' || ground === 'Mpn' || ground === 'Title');
  return isDecided ? { Verdict: 'Same', By: same } : { Verdict: 'Unknown', By: [] };
};
