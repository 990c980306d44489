import type { MoneyClaim, OfferClaim, ProductClaim } from '../claims.ts';
import type { PriceHints } from '../money/price-hints.ts';
import { readMoneyClaim } from '../structured/claim-money.ts';
import { isJsonObject, JsonNumber, type JsonObject, type JsonValue } from '../structured/loose-json.ts';
import { fromMinorUnits } from './minor-units.ts';
import { colorName, labelOf, sizeName } from './option-names.ts';

/**
 * Whether an object is a product of Shopify's AJAX form, whose prices are whole numbers of the smallest unit.
 *
 * @see https://shopify.dev/docs/api/ajax/reference/product
 */
export const isShopifyProduct = (object: JsonObject): boolean =>
  Array.isArray(object.variants) &&
  object.variants.length > 0 &&
  (Object.hasOwn(object, 'price_min') ||
    Object.hasOwn(object, 'compare_at_price_min') ||
    object.variants.slice(0, 20).some((variant) => isJsonObject(variant) && isShopifyVariant(variant)));

/** Whether an object is one variant of such a product, put into the page by itself. */
export const isShopifyVariantAlone = (object: JsonObject): boolean =>
  object.price instanceof JsonNumber &&
  isShopifyVariant(object) &&
  ['inventory_management', 'requires_shipping', 'compare_at_price'].some((key) => Object.hasOwn(object, key));

const isShopifyVariant = (variant: JsonObject): boolean => {
  if (Object.hasOwn(variant, 'public_title')) return true;
  if (!Object.hasOwn(variant, 'option1')) return false;
  if (Array.isArray(variant.options) || Object.hasOwn(variant, 'requires_shipping')) return true;
  // Themes leave members out; the title is still the options' values.
  const values = [variant.option1, variant.option2, variant.option3].filter(
    (each) => typeof each === 'string',
  );
  return values.length > 1 && variant.title === values.join(' / ');
};

const moneyOf = (value: JsonValue | undefined, path: string, hints: PriceHints): MoneyClaim | undefined => {
  // Texts with a decimal point ("19.99") are whole units: themes write both.
  if (typeof value === 'string') return readMoneyClaim(value, undefined, path, hints);
  if (!(value instanceof JsonNumber)) return undefined;
  if (value.text.includes('.')) return readMoneyClaim(value, undefined, path, hints);
  const amount = fromMinorUnits(value.text, 2);
  return amount === undefined ? undefined : { amount, currency: null, raw: value.text, path };
};

/** Reads a product of Shopify's AJAX form with its variants. */
export const shopifyProduct = (
  object: JsonObject,
  path: string,
  isRelated: boolean,
  hints: PriceHints,
): ProductClaim => {
  const options = Array.isArray(object.options)
    ? object.options.map((option) => (isJsonObject(option) ? labelOf(option.name) : labelOf(option)) ?? '')
    : [];
  const variants = (object.variants as JsonValue[]).slice(0, 500).flatMap((variant, index): OfferClaim[] => {
    if (!isJsonObject(variant)) return [];
    const own = `${path}.variants[${index}]`;
    const optionOf = (pattern: RegExp): string | undefined => {
      const place = options.findIndex((option) => pattern.test(option));
      return place < 0 ? undefined : labelOf(variant[`option${place + 1}`]);
    };
    const sku = labelOf(variant.sku);
    return [
      {
        path: own,
        price: moneyOf(variant.price, `${own}.price`, hints),
        listPrice: moneyOf(variant.compare_at_price, `${own}.compare_at_price`, hints),
        availability:
          typeof variant.available === 'boolean'
            ? {
                value: variant.available ? 'InStock' : 'OutOfStock',
                raw: String(variant.available),
                path: `${own}.available`,
              }
            : undefined,
        id: labelOf(variant.id),
        sku: sku === undefined ? undefined : { value: sku, raw: sku, path: `${own}.sku` },
        name: labelOf(variant.public_title) ?? labelOf(variant.title),
        size: optionOf(sizeName),
        color: optionOf(colorName),
      },
    ];
  });
  const title = labelOf(object.title) ?? labelOf(object.name);
  const sku = variants.length === 1 ? variants[0]!.sku : undefined;
  return {
    source: 'EmbeddedState',
    path,
    name: title === undefined ? undefined : { value: title, raw: title, path: `${path}.title` },
    sku,
    identifiers: [
      labelOf(object.id),
      labelOf(object.handle),
      ...variants.map((variant) => variant.sku?.value),
    ].filter((each) => each !== undefined),
    brand: undefined,
    offers: variants.length === 1 ? variants : [],
    variants: variants.length === 1 ? [] : variants,
    isRelated,
    standing: 'guessed',
  };
};
