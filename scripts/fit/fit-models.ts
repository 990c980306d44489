import { featureNames } from '../../lambdas/pricing/price/rank-prices.ts';
import { ownerFeatures } from '../../lambdas/pricing/price/scored-price.ts';
import { fitLogistic, type LogisticModel } from './logistic-regression.ts';
import { type ExamplePage, examplesOf, type Models, type PlaceExample, placesOf } from './price-examples.ts';
import prior from './prior.json' with { type: 'json' };

/** Weights with a prior keep it: refitting them on other pages raised the number of false prices. */
const kept = 1e4;
/** How strongly the others are shrunk to 0. */
const ridge = 1;

const ownerNames = ownerFeatures.map(({ name }) => name);
const priorOfPlace: Readonly<Record<string, number>> = prior.place;
const priorOfPrice: Readonly<Record<string, number>> = prior.price;

/** Names of all features. */
export const allNames: readonly string[] = [...Object.keys(priorOfPlace), ...ownerNames, ...featureNames];

/** The score by the prior is divided by this, so that its weight is learned like the others. */
const pointsPerUnit = 60;

/**
 * Fits the points of an amount's owner, given those of its place: which of a page's current prices is the product's.
 *
 * @param without - a feature to leave out.
 */
export const fitPlaces = (places: readonly PlaceExample[], without?: string): Models['place'] => {
  const points = Object.entries(priorOfPlace).filter(([name]) => name !== without);
  const names = ownerNames.filter((name) => name !== without);
  const { weights } = fitLogistic(
    places.map(({ values, isPositive }) => ({
      values: [
        points.reduce((sum, [name, weight]) => sum + weight * (values.get(name) ?? 0), 0) / pointsPerUnit,
        ...names.map((name) => values.get(name) ?? 0),
      ],
      isPositive,
      weight: 1,
    })),
    { ridge: [ridge / 1000, ...names.map(() => ridge)], centre: [0, ...names.map(() => 0)] },
  );
  const [ofPrior = 1, ...ofOwner] = weights;
  if (ofPrior <= 0) throw new Error('The prior does not tell prices from other amounts on these pages.');
  return {
    ...Object.fromEntries(points),
    ...Object.fromEntries(names.map((name, index) => [name, (ofOwner[index]! * pointsPerUnit) / ofPrior])),
  };
};

/** Fits the weights of the ranking. */
export const fitPrices = (
  pages: readonly ExamplePage[],
  place: Models['place'],
  without?: string,
): LogisticModel =>
  fitLogistic(
    pages.flatMap((page) => examplesOf(page, place)),
    {
      // A feature whose weight is kept at 0 is left out.
      ridge: featureNames.map((name) => (name === without ? 1e9 : name in priorOfPrice ? kept : ridge)),
      centre: featureNames.map((name) => (name === without ? 0 : (priorOfPrice[name] ?? 0))),
    },
  );

/**
 * Fits both regressions.
 *
 * @param made - generated pages, from which only places are learned.
 * @param without - a feature to leave out.
 */
export const fitModels = (
  pages: readonly ExamplePage[],
  made: readonly ExamplePage[],
  thresholds: Models['price']['thresholds'],
  without?: string,
): Models => {
  const place = fitPlaces([...pages, ...made].flatMap(placesOf), without);
  const { bias, weights } = fitPrices(pages, place, without);
  return {
    place,
    price: {
      thresholds,
      bias,
      weights: Object.fromEntries(featureNames.map((name, index) => [name, weights[index]!])),
    },
  };
};
