import type { Element } from 'domhandler';
import { isPriced, type ProductClaim } from '../claims.ts';
import type { ExtractionContext } from '../extraction-context.ts';
import { sameIdentifier } from '../identifiers.ts';
import { findTitleHeading } from '../page/landmarks.ts';
import { contains, type Page } from '../page/page.ts';
import { productRanker, type RankedProduct } from './rank-product.ts';

/** The claims about the page's own product, best first, and products that might be it as well. */
export interface ChosenProduct {
  claims: readonly ProductClaim[];
  /** Stated products that nothing tells apart from the chosen one: the page may be a list. */
  rivals: readonly ProductClaim[];
  /** Where the page's markup describes other products. */
  elsewhere: readonly Element[];
}

/** A product with this score, named by the page, is the page's own. */
const sure = 50;
/** A product with less than this score is not the page's. */
const minScore = -20;
/** Other products' markup that visible prices are held against. */
const maxElsewhere = 500;

const isSameProduct = (first: ProductClaim, second: ProductClaim): boolean => {
  if (first.identifiers.some((each) => second.identifiers.some((other) => sameIdentifier(each, other))))
    return true;
  return first.name !== undefined && first.name.value.toLowerCase() === second.name?.value.toLowerCase();
};

/** Where one source names the page's product, what another names otherwise is another product. */
const withStrangersAsOthers = (all: readonly RankedProduct[]): readonly RankedProduct[] => {
  const named = all.filter(
    ({ claim, isNamed, score }) => isNamed && claim.name && isPriced(claim) && score >= sure,
  );
  if (named.length === 0) return all;
  return all.map((each) =>
    each.isStranger && !named.some(({ claim }) => isSameProduct(claim, each.claim))
      ? { ...each, isOther: true }
      : each,
  );
};

/** True if a source's best product may be the page's. Guesses from application state must name it. */
const mayBeOwn = ({ score, isOther, isNamed, claim }: RankedProduct): boolean =>
  score >= minScore && !isOther && (isNamed || claim.certainty !== 'guessed');

/** Of one source's products, best first, the page's own with all that is said of it, and those that might be it as well. */
const chooseOfSource = ([best, ...others]: readonly RankedProduct[]): {
  chosen: RankedProduct[];
  rivals: ProductClaim[];
} => {
  if (!best || !mayBeOwn(best)) return { chosen: [], rivals: [] };
  const equals =
    best.isNamed || !isPriced(best.claim)
      ? []
      : others.filter(
          ({ claim, score }) =>
            score >= best.score - 5 && isPriced(claim) && claim.name?.value !== best.claim.name?.value,
        );
  const same = others.filter(
    ({ claim, score }) => score >= best.score - 30 && score > minScore && isSameProduct(claim, best.claim),
  );
  return {
    chosen: [best, ...same],
    rivals: equals.length > 0 ? [best, ...equals].map(({ claim }) => claim) : [],
  };
};

/**
 * Finds the page's own product among all that its sources state: of each source the one that most speaks for,
 * as {@link productRanker} weighs it, and what the source says elsewhere about the same product.
 *
 * A product that has another name than the page and another address is not the page's, nor is one that has another
 * name where a second source names the page's, or whose markup stands apart from the page's title.
 */
export const chooseProduct = (
  claims: readonly ProductClaim[],
  page: Page,
  context: ExtractionContext,
): ChosenProduct => {
  const ranked = withStrangersAsOthers(claims.map(productRanker(page, context)));
  const bySource = [...Map.groupBy(ranked, ({ claim }) => claim.source).values()].map((own) =>
    chooseOfSource(own.sort((a, b) => b.score - a.score)),
  );
  const chosen = bySource.flatMap((each) => each.chosen).sort((a, b) => b.score - a.score);
  const heading = findTitleHeading(page);
  const elsewhere = ranked
    .filter(({ claim, isOther }) => claim.isRelated || isOther)
    .flatMap(({ claim }) => claim.element ?? [])
    .filter((element) => !(heading && contains(element, heading.element)));
  return {
    claims: chosen.map(({ claim }) => claim),
    rivals: bySource.flatMap((each) => each.rivals),
    elsewhere: chosen.length > 0 ? elsewhere.slice(0, maxElsewhere) : [],
  };
};
