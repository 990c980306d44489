import type { OfferClaim, ProductClaim } from '../claims.ts';
import type { PriceHints } from '../money/price-hints.ts';
import { isJsonObject, JsonNumber, type JsonObject, type JsonValue } from '../structured/loose-json.ts';
import { readStateMoney } from './state-money.ts';

const textOf = (value: JsonValue | undefined): string | undefined =>
  value instanceof JsonNumber ? value.text : typeof value === 'string' ? value : undefined;

/**
 * Reads the configuration of a configurable product (`jsonConfig`, `spConfig`): one variant per child product
 * with its options and final price.
 */
export const magentoConfiguration = (
  object: JsonObject,
  path: string,
  hints: PriceHints,
): ProductClaim | undefined => {
  const { optionPrices, attributes } = object;
  if (!isJsonObject(optionPrices) || !isJsonObject(attributes)) return undefined;
  const variants = new Map<string, OfferClaim>();
  for (const [id, prices] of Object.entries(optionPrices).slice(0, 500)) {
    if (!isJsonObject(prices)) continue;
    const own = `${path}.optionPrices.${id}`;
    variants.set(id, {
      path: own,
      id,
      price: readStateMoney(prices.finalPrice, undefined, `${own}.finalPrice`, hints),
      listPrice: readStateMoney(prices.oldPrice, undefined, `${own}.oldPrice`, hints),
    });
  }
  for (const attribute of Object.values(attributes)) {
    if (!isJsonObject(attribute) || !Array.isArray(attribute.options)) continue;
    const code = textOf(attribute.code) ?? '';
    for (const option of attribute.options) {
      if (!isJsonObject(option) || !Array.isArray(option.products)) continue;
      for (const product of option.products) {
        const variant = variants.get(textOf(product) ?? '');
        if (!variant) continue;
        if (/size|groesse|taille|talla/i.test(code)) variant.size = textOf(option.label);
        else if (/colou?r|farbe/i.test(code)) variant.color = textOf(option.label);
      }
    }
  }
  if (variants.size === 0) return undefined;
  const main = isJsonObject(object.prices) ? object.prices : undefined;
  const price = main && readStateMoney(main.finalPrice, undefined, `${path}.prices.finalPrice`, hints);
  return {
    source: 'EmbeddedState',
    path,
    identifiers: [textOf(object.productId)].filter((each) => each !== undefined),
    offers: price
      ? [
          {
            path: `${path}.prices`,
            price,
            listPrice: main && readStateMoney(main.oldPrice, undefined, `${path}.prices.oldPrice`, hints),
          },
        ]
      : [],
    variants: [...variants.values()],
    isRelated: false,
    standing: 'stated',
  };
};
