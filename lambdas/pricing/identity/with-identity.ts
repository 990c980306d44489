import { noPriceTerms } from '../../domain/empty-extraction.ts';
import type { Extraction, Identity, IdentityGround } from '../../domain/site-result.ts';
import { atMostMedium } from '../confidence.ts';
import { type ExtractionContext, requestedSkuOf } from '../extraction-context.ts';
import { sameIdentifier } from '../identifiers.ts';
import type { Page } from '../page/page.ts';
import { readShownContent } from '../visible/shown-facts.ts';
import { judgeIdentity } from './judge-identity.ts';

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
