import type { MoneyClaim, OfferClaim, ProductClaim } from '../claims.ts';
import { readMoneyClaim } from '../markup/claim-money.ts';
import { isJsonObject, JsonNumber, type JsonObject, type JsonValue } from '../markup/loose-json.ts';
import { below, claimAt, gtinAt, labelOf, type Place, stockOf } from './members.ts';
import { fromMinorUnits } from './state-money.ts';
import { colorName, sizeName } from './state-variants.ts';

/**
 * True if an object is a product of Shopify's AJAX API, whose prices are whole numbers of minor units.
 *
 * @see https://shopify.dev/docs/api/ajax/reference/product
 */
export const isShopifyProduct = (object: JsonObject): boolean =>
  Array.isArray(object.variants) &&
  object.variants.length > 0 &&
  (Object.hasOwn(object, 'price_min') ||
    Object.hasOwn(object, 'compare_at_price_min') ||
    object.variants.slice(0, 20).some((variant) => isJsonObject(variant) && isShopifyVariant(variant)));

/** True if an object is a single Shopify variant without its product. */
export const isLoneShopifyVariant = (object: JsonObject): boolean =>
  object.price instanceof JsonNumber &&
  isShopifyVariant(object) &&
  ['inventory_management', 'requires_shipping', 'compare_at_price'].some((key) => Object.hasOwn(object, key));

const isShopifyVariant = (variant: JsonObject): boolean => {
  if (Object.hasOwn(variant, 'public_title')) return true;
  if (!Object.hasOwn(variant, 'option1')) return false;
  if (Array.isArray(variant.options) || Object.hasOwn(variant, 'requires_shipping')) return true;
  // Themes omit members; the title still consists of the option values.
  const values = [variant.option1, variant.option2, variant.option3].filter(
    (each) => typeof each === 'string',
  );
  return values.length > 1 && variant.title === values.join(' / ');
};

const moneyOf = (value: JsonValue | undefined, { path, reading }: Place): MoneyClaim | undefined => {
  // Texts, and numbers with a decimal point ("19.99"), are in major units: themes write both.
  if (!(value instanceof JsonNumber) || value.text.includes('.'))
    return readMoneyClaim(value, undefined, path, reading.hints);
  const amount = fromMinorUnits(value.text, 2);
  return amount === undefined ? undefined : { amount, currency: null, raw: value.text, path };
};

const maxVariants = 500;

/** Reads a product of Shopify's AJAX API with its variants. */
export const shopifyProduct = (object: JsonObject, place: Place, isRelated: boolean): ProductClaim => {
  const { path } = place;
  const options = Array.isArray(object.options)
    ? object.options.map((option) => labelOf(isJsonObject(option) ? option.name : option) ?? '')
    : [];
  const listed = (object.variants as JsonValue[]).slice(0, maxVariants);
  const variants = listed.flatMap((variant, index): OfferClaim[] => {
    if (!isJsonObject(variant)) return [];
    const own = below(place, `variants[${index}]`);
    const optionOf = (pattern: RegExp): string | undefined =>
      labelOf(variant[`option${options.findIndex((option) => pattern.test(option)) + 1}`]);
    return [
      {
        path: own.path,
        price: moneyOf(variant.price, below(own, 'price')),
        listPrice: moneyOf(variant.compare_at_price, below(own, 'compare_at_price')),
        availability: stockOf(variant.available, `${own.path}.available`),
        id: labelOf(variant.id),
        sku: claimAt(variant, ['sku'], own.path),
        gtin: gtinAt(variant, own.path),
        name: labelOf(variant.public_title) ?? labelOf(variant.title),
        size: optionOf(sizeName),
        color: optionOf(colorName),
      },
    ];
  });
  const sole = variants.length === 1 ? variants : [];
  const identifiers = [
    labelOf(object.id),
    labelOf(object.handle),
    ...variants.map((variant) => variant.sku?.value),
  ];
  return {
    source: 'EmbeddedState',
    path,
    name: claimAt(object, ['title', 'name'], path),
    sku: sole[0]?.sku,
    identifiers: identifiers.filter((each) => each !== undefined),
    offers: sole,
    variants: sole.length > 0 ? [] : variants,
    isRelated,
    certainty: 'guessed',
  };
};
