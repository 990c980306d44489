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
  // The other product's stock, condition and seller are none of the expected one's.
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
    Message: `The page's product is another than the expected one, by its ${By.join(', ')}.`,
    Retryable: false,
  },
});

/** The numbers by which a page's product, or a variant of it, may be asked for. */
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
 * Shops have numbers of their own: another one says that the product may be another, and no more.
 *
 * @param rest - what the warning says of what was expected.
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

/** The verdict of the page's numbers alone, where nothing that is expected decides. */
const judgedByNumber = (extraction: Extraction, sku: string | undefined, isExpected: boolean): Extraction => {
  if (sku === undefined) return extraction;
  const identity = identityByNumber(extraction, sku);
  // A number that agrees is no proof of what was expected beside it.
  const judged = isExpected ? extraction : { ...extraction, Identity: identity };
  if (identity.Verdict === 'Same') return judged;
  return doubted(
    judged,
    sku,
    isExpected
      ? 'it says too little to tell whether it is what you expect (Expect).'
      : 'name what you expect (Expect) to have another product refused.',
  );
};

/**
 * Says of a page's offer whether it is that of the product that was asked for. Under an expectation that it does not meet it
 * has no price.
 */
export const withIdentity = (extraction: Extraction, page: Page, context: ExtractionContext): Extraction => {
  const { Expect: expect, Condition: wanted } = context.site ?? {};
  const sku = requestedSkuOf(context);
  if (expect) {
    const identity = judgeIdentity(expect, {
      ...extraction,
      // A condition that was asked for is no sign of another product.
      Condition: wanted === undefined ? extraction.Condition : null,
      Content: expect.Quantity === undefined ? undefined : readShownContent(page)?.value,
    });
    if (identity.Verdict === 'Different') return differentProduct(extraction, identity);
    const judged = { ...extraction, Identity: identity };
    return identity.Verdict === 'Same' ? judged : judgedByNumber(judged, sku, true);
  }
  return judgedByNumber(extraction, sku, false);
};
