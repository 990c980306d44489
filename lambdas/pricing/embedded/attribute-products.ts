import type { Element } from 'domhandler';
import type { OfferClaim, ProductClaim } from '../claims.ts';
import type { PriceHints } from '../money/price-hints.ts';
import { lineageOf, parentOf } from '../page/ancestors.ts';
import { cssPath, type Page } from '../page/page.ts';
import { readMoneyClaim } from '../structured/claim-money.ts';
import { isJsonObject, JsonNumber, type JsonValue, parseLooseJson } from '../structured/loose-json.ts';
import { unwrapAstroProps } from './astro-props.ts';
import { colorName, labelOf, sizeName } from './option-names.ts';
import type { Reading } from './reading.ts';
import { readStateMoney } from './state-money.ts';
import { productsOfState } from './state-products.ts';

const maxAttributes = 300;
const maxAttributeText = 1_000_000;

/** WooCommerce's `data-product_variations`: the variants of the form's product. */
const wooVariations = (
  element: Element,
  list: readonly JsonValue[],
  reading: Reading,
): ProductClaim | undefined => {
  const path = `${cssPath(element)} @data-product_variations`;
  const variants = list.slice(0, 500).flatMap((each, index): OfferClaim[] => {
    if (!isJsonObject(each) || !Object.hasOwn(each, 'display_price')) return [];
    const own = `${path}[${index}]`;
    const attributes = isJsonObject(each.attributes) ? Object.entries(each.attributes) : [];
    const attribute = (pattern: RegExp): string | undefined =>
      labelOf(attributes.find(([name]) => pattern.test(name))?.[1]);
    const sku = labelOf(each.sku);
    return [
      {
        path: own,
        id: labelOf(each.variation_id),
        sku: sku === undefined ? undefined : { value: sku, raw: sku, path: `${own}.sku` },
        price: readStateMoney(each.display_price, undefined, `${own}.display_price`, reading),
        listPrice: readStateMoney(
          each.display_regular_price,
          undefined,
          `${own}.display_regular_price`,
          reading,
        ),
        availability:
          typeof each.is_in_stock === 'boolean'
            ? {
                value: each.is_in_stock ? 'InStock' : 'OutOfStock',
                raw: String(each.is_in_stock),
                path: `${own}.is_in_stock`,
              }
            : undefined,
        size: attribute(sizeName),
        color: attribute(colorName),
      },
    ];
  });
  if (variants.length === 0) return undefined;
  return {
    source: 'EmbeddedState',
    path,
    identifiers: [
      element.attribs['data-product_id'],
      ...variants.map((variant) => variant.sku?.value),
    ].filter((each) => each !== undefined),
    offers: [],
    variants,
    isRelated: false,
    // The form itself is named "cart" for its button; where it stands tells whose it is.
    element: parentOf(element) ?? element,
    standing: 'stated',
  };
};

/** `data-product-id` of the box that the price stands in. */
const productIdAround = (element: Element): string | undefined =>
  lineageOf(element, 4).find(({ attribs }) => attribs['data-product-id'])?.attribs['data-product-id'];

/** Magento's price box: `data-price-type="finalPrice" data-price-amount="12.9"`. */
const priceBox = (element: Element, hints: PriceHints): ProductClaim | undefined => {
  const { attribs } = element;
  if (attribs['data-price-type'] !== 'finalPrice' || attribs['data-price-amount'] === undefined)
    return undefined;
  const path = `${cssPath(element)} @data-price-amount`;
  const price = readMoneyClaim(new JsonNumber(attribs['data-price-amount']), undefined, path, hints);
  if (!price) return undefined;
  return {
    source: 'EmbeddedState',
    path,
    identifiers: [productIdAround(element)].filter((each) => each !== undefined),
    offers: [{ path, price }],
    variants: [],
    isRelated: false,
    element,
    standing: 'stated',
  };
};

/** Reads the products that attributes of the page's elements hold. */
export const readAttributeProducts = (page: Page, reading: Reading): ProductClaim[] => {
  const products: ProductClaim[] = [];
  let budget = maxAttributeText;
  let hasBox = false;
  for (const element of new Set(page.attributed.slice(0, maxAttributes))) {
    const box: ProductClaim | undefined = hasBox ? undefined : priceBox(element, reading.hints);
    if (box) {
      hasBox = true;
      products.push(box);
    }
    for (const [name, value] of Object.entries(element.attribs)) {
      if (
        !(value.startsWith('{') || value.startsWith('[')) ||
        value.length > budget ||
        !/price|amount/i.test(value)
      )
        continue;
      budget -= value.length;
      const parsed = parseLooseJson(value);
      if (!parsed?.complete) continue;
      if (name === 'data-product_variations' && Array.isArray(parsed.value)) {
        const form = wooVariations(element, parsed.value, reading);
        if (form) products.push(form);
      } else {
        const state = element.name === 'astro-island' ? unwrapAstroProps(parsed.value) : parsed.value;
        for (const product of productsOfState(state, `${cssPath(element)} @${name}`, reading))
          products.push({ ...product, element });
      }
    }
  }
  return products;
};
