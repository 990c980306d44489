import type { OfferClaim, ProductClaim } from '../claims.ts';
import { isJsonObject, JsonNumber, type JsonObject, type JsonValue } from '../structured/loose-json.ts';
import { colorName, sizeName } from './option-names.ts';
import { membersOf, type Reading } from './reading.ts';
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
  reading: Reading,
): ProductClaim | undefined => {
  const { optionPrices, attributes } = object;
  if (!isJsonObject(optionPrices) || !isJsonObject(attributes)) return undefined;
  const variants = new Map<string, OfferClaim>();
  for (const id of membersOf(optionPrices, reading).slice(0, 500)) {
    const prices = optionPrices[id];
    if (!isJsonObject(prices)) continue;
    const own = `${path}.optionPrices.${id}`;
    variants.set(id, {
      path: own,
      id,
      price: readStateMoney(prices.finalPrice, undefined, `${own}.finalPrice`, reading),
      listPrice: readStateMoney(prices.oldPrice, undefined, `${own}.oldPrice`, reading),
    });
  }
  if (variants.size === 0) return undefined;
  for (const attribute of Object.values(attributes)) {
    if (!isJsonObject(attribute) || !Array.isArray(attribute.options)) continue;
    const code = textOf(attribute.code) ?? '';
    for (const option of attribute.options) {
      if (!isJsonObject(option) || !Array.isArray(option.products)) continue;
      for (const product of option.products) {
        const variant = variants.get(textOf(product) ?? '');
        if (!variant) continue;
        if (sizeName.test(code)) variant.size = textOf(option.label);
        else if (colorName.test(code)) variant.color = textOf(option.label);
      }
    }
  }
  if (isJsonObject(object.sku))
    for (const [id, variant] of variants) {
      const sku = textOf(object.sku[id]);
      if (sku) variant.sku = { value: sku, raw: sku, path: `${path}.sku.${id}` };
    }
  const main = isJsonObject(object.prices) ? object.prices : undefined;
  const price = main && readStateMoney(main.finalPrice, undefined, `${path}.prices.finalPrice`, reading);
  return {
    source: 'EmbeddedState',
    path,
    identifiers: [textOf(object.productId)].filter((each) => each !== undefined),
    offers: price
      ? [
          {
            path: `${path}.prices`,
            price,
            listPrice: main && readStateMoney(main.oldPrice, undefined, `${path}.prices.oldPrice`, reading),
          },
        ]
      : [],
    variants: [...variants.values()],
    isRelated: false,
    standing: 'stated',
  };
};
