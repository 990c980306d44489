import type { Element } from 'domhandler';
import { contains, type Page } from '../page/page.ts';
import { isPriced, type ProductClaim } from '../sources/claims.ts';
import type { ExtractionContext } from '../sources/extraction-context.ts';
import { sameIdentifier } from '../sources/identifiers.ts';
import { productRanker, type RankedProduct } from './rank-product.ts';

/** The claims about the page's own product, best first, and its rivals. */
export interface ChosenProduct {
  claims: readonly ProductClaim[];
  /** Products indistinguishable from the chosen one: the page may be a list. */
  rivals: readonly ProductClaim[];
  /** Elements that describe other products. */
  elsewhere: readonly Element[];
}

/** A product with this score that the page names is its own. */
const sure = 50;
/** A product with a lower score is not the page's own. */
const minScore = -20;
/** Elements of other products that are checked for visible prices. */
const maxElsewhere = 500;

const isSameProduct = (first: ProductClaim, second: ProductClaim): boolean => {
  if (first.identifiers.some((each) => second.identifiers.some((other) => sameIdentifier(each, other))))
    return true;
  return first.name !== undefined && first.name.value.toLowerCase() === second.name?.value.toLowerCase();
};

/**
 * Where one source names the page's product, a differently named one of another source is another product.
 */
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

/** True if a source's best product may be the page's own. Guesses also have to be named by the page. */
const mayBeOwn = ({ score, isOther, isNamed, claim }: RankedProduct): boolean =>
  score >= minScore && !isOther && (isNamed || claim.certainty !== 'guessed');

/** Chooses the page's own product from one source's products, best first; also returns its rivals. */
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
 * Finds the page's own product among all stated ones: per source the best by {@link productRanker}, with the
 * source's other claims about it.
 *
 * A product is excluded if both its name and its URL differ from the page's, or if its name differs and
 * either a second source names the page's product or its markup does not contain the page's title.
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
  const heading = page.area.title;
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
