import type { OfferClaim, ProductClaim } from '../claims.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../structured/loose-json.ts';
import { claimAt, labelOf } from './members.ts';
import { colorName, sizeName } from './option-names.ts';
import { below, membersOf, type Place } from './reading.ts';
import { readStateMoney } from './state-money.ts';

const maxVariants = 500;

const objectsIn = (value: JsonValue | undefined): JsonObject[] => {
  if (Array.isArray(value)) return value.filter(isJsonObject);
  return isJsonObject(value) ? Object.values(value).filter(isJsonObject) : [];
};

const pricesOf = (prices: JsonValue | undefined, place: Place): OfferClaim =>
  isJsonObject(prices)
    ? {
        path: place.path,
        price: readStateMoney(prices.finalPrice, below(place, 'finalPrice')),
        listPrice: readStateMoney(prices.oldPrice, below(place, 'oldPrice')),
      }
    : { path: place.path };

/** What tells each child product apart: `attributes: { 93: { code: "color", options: [{ label, products }] } }`. */
const marksOf = (attributes: JsonObject): [product: string, Pick<OfferClaim, 'size' | 'color'>][] =>
  objectsIn(attributes).flatMap(({ code, options }) => {
    const name = labelOf(code) ?? '';
    const mark = sizeName.test(name) ? 'size' : colorName.test(name) ? 'color' : undefined;
    if (mark === undefined || !Array.isArray(options)) return [];
    return objectsIn(options).flatMap(({ label, products }) =>
      (Array.isArray(products) ? products : []).map((product): ReturnType<typeof marksOf>[number] => [
        labelOf(product) ?? '',
        { [mark]: labelOf(label) },
      ]),
    );
  });

/**
 * Reads the configuration of a configurable product (`jsonConfig`, `spConfig`): one variant per child product
 * with its options and final price.
 */
export const magentoConfiguration = (
  { optionPrices, attributes, sku, prices, productId }: JsonObject,
  around: Place,
): ProductClaim | undefined => {
  if (!isJsonObject(optionPrices) || !isJsonObject(attributes)) return undefined;
  const place = { ...around, currency: undefined };
  const { path, reading } = place;
  const variants = new Map<string, OfferClaim>();
  for (const id of membersOf(optionPrices, reading).slice(0, maxVariants))
    if (isJsonObject(optionPrices[id]))
      variants.set(id, {
        ...pricesOf(optionPrices[id], below(place, `optionPrices.${id}`)),
        id,
        sku: isJsonObject(sku) ? claimAt(sku, [id], `${path}.sku`) : undefined,
      });
  if (variants.size === 0) return undefined;
  for (const [id, marks] of marksOf(attributes)) Object.assign(variants.get(id) ?? {}, marks);
  const offer = pricesOf(prices, below(place, 'prices'));
  return {
    source: 'EmbeddedState',
    path,
    identifiers: [labelOf(productId)].filter((each) => each !== undefined),
    offers: offer.price ? [offer] : [],
    variants: [...variants.values()],
    isRelated: false,
    standing: 'stated',
  };
};
