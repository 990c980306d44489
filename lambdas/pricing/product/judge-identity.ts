import { noPriceTerms } from '../../domain/result/empty-extraction.ts';
import type { Extraction, Identity, IdentityGround } from '../../domain/result/site-result.ts';
import { toGtin14 } from '../../domain/site/gtin.ts';
import type { Expectation } from '../../domain/site/selling-site.ts';
import { readShownContent } from '../facts/shown-facts.ts';
import type { Page } from '../page/page.ts';
import { atMostMedium } from '../price/evidence-log.ts';
import type { ProductClaim } from '../sources/claims.ts';
import { readShownCondition } from '../sources/condition-text.ts';
import { type ExtractionContext, requestedSkuOf } from '../sources/extraction-context.ts';
import { sameIdentifier } from '../sources/identifiers.ts';
import { plainTitle, wordsOf } from '../words/tokens.ts';
import brands from './brands.json' with { type: 'json' };
import { compareTitles, namesAccessory, namesOneOf, type Verdict } from './compare-titles.ts';
import { compareWanted } from './quantities.ts';
import { haveConflictingMarks, mayBeOfMarket } from './signed-numbers.ts';

const maxTitle = 200;
/** Words in common with the product's name from which a text may be another name for it. */
const leastShared = 2;

export interface ProductNames {
  names: readonly string[];
  brands: readonly string[];
}

/** Collects the names of the page's product from its data and its heading. */
export const productNames = (page: Page, claims: readonly ProductClaim[]): ProductNames => ({
  names: [
    ...new Set([...claims.flatMap(({ name }) => name?.value ?? []), page.area.title?.text ?? page.title]),
  ].filter((name) => name.trim() !== ''),
  brands: claims.flatMap(({ brand }) => brand?.value ?? []),
});

/** True if a text shares enough words with the product's name to be its name, or a similar product's. */
export const namesProduct = (text: string, { names }: ProductNames): boolean => {
  if (text.length > maxTitle) return false;
  const words = wordsOf(text);
  return names
    .map(wordsOf)
    .some((name) => name.size > 0 && name.intersection(words).size >= Math.min(leastShared, name.size));
};

/** Separators between parts of a title: "PS5 Console (refurbished)", "Kettle - used, very good". */
const parts = /\s*[()[\]|•·]\s*|\s[-–—]\s|,\s/u;

/** Removes the parts of a title that state a condition. */
const withoutCondition = (title: string): string =>
  title
    .slice(0, maxTitle)
    .split(parts)
    .filter((part) => readShownCondition(part) === undefined)
    .join(' ');

/**
 * Compares an offer's title with the page's product. An offer without a title is the page's; another
 * condition does not make it another product.
 */
export const verdictOf = (title: string | undefined, { names, brands }: ProductNames): Verdict => {
  if (title === undefined || names.length === 0) return 'Same';
  const rest = withoutCondition(title);
  const verdicts = new Set(names.map((name) => compareTitles(name, rest, brands)));
  if (verdicts.has('Same')) return 'Same';
  return verdicts.has('Unknown') ? 'Unknown' : 'Different';
};

const differentProduct = (extraction: Extraction, { Verdict, By }: Identity): Extraction => ({
  ...extraction,
  Outcome: 'NotFound',
  Identity: { Verdict, By },
  Price: null,
  // The other product's stock, condition and seller do not apply to the expected one.
  Availability: 'Unknown',
  Condition: null,
  Seller: null,
  ...noPriceTerms,
  Offers: [],
  Variants: [],
  Candidates: [],
  Confidence: null,
  Evidence: extraction.Evidence.filter(({ Field }) => (By as string[]).includes(Field) || Field === 'Title'),
  Error: {
    Code: 'ProductMismatch',
    Message: `The page's product is not the expected one: different ${By.join(', ')}.`,
    Retryable: false,
  },
});

/** Numbers by which a page's product, or one of its variants, may be requested. */
const numbersOf = ({
  Sku,
  Mpn,
  Gtin,
  Variants,
}: Extraction): readonly (readonly [IdentityGround, string])[] => [
  ...(
    [
      ['Sku', Sku],
      ['Mpn', Mpn],
      ['Gtin', Gtin],
    ] as const
  ).flatMap(([ground, number]) => (number === null ? [] : [[ground, number] as const])),
  ...Variants.flatMap(({ Id }) => (Id === null ? [] : [['Sku', Id] as const])),
];

const identityByNumber = (extraction: Extraction, sku: string): Identity => {
  const by = new Set(
    numbersOf(extraction).flatMap(([ground, number]) => (sameIdentifier(number, sku) ? [ground] : [])),
  );
  return by.size > 0 ? { Verdict: 'Same', By: [...by] } : { Verdict: 'Unknown', By: [] };
};

/**
 * Lowers the confidence: shops use numbers of their own, so a different one only suggests another product.
 *
 * @param rest - end of the warning, about the expectation.
 */
const doubted = (extraction: Extraction, sku: string, rest: string): Extraction => {
  const { Sku, Mpn, Gtin, Confidence, Warnings } = extraction;
  const stated = Sku ?? Mpn ?? Gtin;
  if (stated === null) return extraction;
  const warning = `SkuDiffers: the page states ${JSON.stringify(stated.slice(0, 128))} and not "${sku}"; ${rest}`;
  return {
    ...extraction,
    Confidence: atMostMedium(Confidence),
    Warnings: [...Warnings, warning],
  };
};

/** Judges by number alone if the expectation decides nothing. */
const judgedByNumber = (extraction: Extraction, sku: string | undefined, isExpected: boolean): Extraction => {
  if (sku === undefined) return extraction;
  const identity = identityByNumber(extraction, sku);
  // An equal number does not prove the other expectations.
  const judged = isExpected ? extraction : { ...extraction, Identity: identity };
  if (identity.Verdict === 'Same') return judged;
  return doubted(
    judged,
    sku,
    isExpected ? 'too little is known to compare it with Expect.' : 'set Expect to reject other products.',
  );
};

/** Adds the verdict on whether this is the requested product; a mismatch removes the price. */
export const withIdentity = (extraction: Extraction, page: Page, context: ExtractionContext): Extraction => {
  const { Expect: expect, Condition: requested } = context.site ?? {};
  const sku = requestedSkuOf(context);
  if (expect) {
    const identity = judgeIdentity(expect, {
      ...extraction,
      // A requested condition does not indicate another product.
      Condition: requested === undefined ? extraction.Condition : null,
      Content: expect.Quantity === undefined ? undefined : readShownContent(page)?.value,
    });
    if (identity.Verdict === 'Different') return differentProduct(extraction, identity);
    const judged = { ...extraction, Identity: identity };
    return identity.Verdict === 'Same' ? judged : judgedByNumber(judged, sku, true);
  }
  return judgedByNumber(extraction, sku, false);
};

/** The product as stated by a page. */
export type StatedProduct = Pick<Extraction, 'Sku' | 'Gtin' | 'Mpn' | 'Brand' | 'Title'> &
  Partial<Pick<Extraction, 'Condition'>> & {
    /** The pack's contents, in case the title omits them. */
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

/** True if one name contains the other's words: "Robert Bosch GmbH" contains "Bosch". */
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
  // "Nike" and "Nike Sportswear", "Bosch" and "Bosch Professional": a line of the brand, or another brand.
  const isBeginning = wanted.startsWith(found) || found.startsWith(wanted);
  return isBeginning || holdsWords(expected, stated) || holdsWords(stated, expected)
    ? 'Unknown'
    : 'Different';
};

const compareGtins = (expected: string, stated: string): Verdict => {
  const [wanted, found] = [toGtin14(expected), toGtin14(stated)];
  return wanted === undefined || found === undefined ? 'Unknown' : wanted === found ? 'Same' : 'Different';
};

/** Compares the page's GTIN; without one, an equal shop number counts, but not a different one. */
const compareGtin = (expected: string, { Gtin, Sku }: StatedProduct): Verdict => {
  if (Gtin !== null) return compareGtins(expected, Gtin);
  return Sku !== null && compareGtins(expected, Sku) === 'Same' ? 'Same' : 'Unknown';
};

/** False for numbers such as "100", which many manufacturers use. */
const isDistinctive = (mpn: string): boolean => mpn.replace(/[^\p{L}\p{N}]/gu, '').length >= 4;

/**
 * Compares the manufacturer number: as stated, as the shop's own number, or in a title about its product.
 * Shops number accessories by their device, so a title with an accessory word decides nothing.
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

/** The comparisons, most reliable first. */
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
        // Titles of used and refurbished items often equal those of new ones.
        return verdict === 'Same' && !isNew ? 'Unknown' : verdict;
      }),
  },
  { ground: 'Brand', compare: ({ Brand }, stated) => both(Brand, stated.Brand, compareBrands) },
];

/** Differences outweighed by an equal number: shops vary titles and brands, but not the pack size. */
const outweighedBy: Partial<Record<IdentityGround, readonly IdentityGround[]>> = {
  Gtin: ['Mpn', 'Title', 'Brand'],
};

/**
 * Judges whether a page's product is the expected one. Pure.
 *
 * A different number, title or quantity means another product; an equal GTIN, manufacturer number or full
 * title means the same one; brand or quantity alone decide nothing.
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
