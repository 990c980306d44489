import type { Element } from 'domhandler';
import type { ProductClaim } from '../claims.ts';
import { parentOf } from '../page/ancestors.ts';
import { cssPath, type Page } from '../page/page.ts';
import { isPricedJson } from '../page/read-page.ts';
import { isJsonObject, type JsonValue, parseLooseJson } from '../structured/loose-json.ts';
import { unwrapAstroProps } from './framework-state.ts';
import { claimAt, labelOf, namesSellers, stockOf } from './members.ts';
import { colorName, sizeName } from './option-names.ts';
import { below, type Place, type Reading } from './reading.ts';
import { readStateMoney } from './state-money.ts';
import { productsOfState } from './state-products.ts';
import { readSellers } from './state-sellers.ts';

const maxAttributes = 300;
const maxAttributeText = 1_000_000;
const maxVariants = 500;

/** Reads WooCommerce's `data-product_variations`: the variants of the form's product. */
const wooVariations = (form: Element, list: readonly JsonValue[], place: Place): ProductClaim[] => {
  const variants = list.slice(0, maxVariants).flatMap((each, index) => {
    if (!isJsonObject(each) || !Object.hasOwn(each, 'display_price')) return [];
    const own = below(place, index);
    const attributes = isJsonObject(each.attributes) ? Object.entries(each.attributes) : [];
    const attribute = (pattern: RegExp): string | undefined =>
      labelOf(attributes.find(([name]) => pattern.test(name))?.[1]);
    return {
      path: own.path,
      id: labelOf(each.variation_id),
      sku: claimAt(each, ['sku'], own.path),
      price: readStateMoney(each.display_price, below(own, 'display_price')),
      listPrice: readStateMoney(each.display_regular_price, below(own, 'display_regular_price')),
      availability: stockOf(each.is_in_stock, `${own.path}.is_in_stock`),
      size: attribute(sizeName),
      color: attribute(colorName),
    };
  });
  if (variants.length === 0) return [];
  const identifiers = [form.attribs['data-product_id'], ...variants.map(({ sku }) => sku?.value)];
  return [
    {
      source: 'EmbeddedState',
      path: place.path,
      identifiers: identifiers.filter((each) => each !== undefined),
      offers: [],
      variants,
      isRelated: false,
      // The form itself is named "cart" for its button; its surroundings show whose it is.
      element: parentOf(form) ?? form,
      certainty: 'stated',
    },
  ];
};

/** A seller list for a product named elsewhere: `data-offers="[…]"`. */
const unnamedSellers = (
  element: Element,
  sellers: ProductClaim['sellers'],
  { path }: Place,
): ProductClaim => ({
  source: 'EmbeddedState',
  path,
  identifiers: [],
  offers: [],
  variants: [],
  sellers,
  isRelated: false,
  element,
  certainty: 'guessed',
});

/** Reads the JSON of one attribute. */
const productsOfAttribute = (
  element: Element,
  name: string,
  value: JsonValue,
  reading: Reading,
): ProductClaim[] => {
  const place = { path: `${cssPath(element)} @${name}`, reading };
  if (name === 'data-product_variations' && Array.isArray(value)) return wooVariations(element, value, place);
  const sellers =
    Array.isArray(value) && namesSellers.test(name) ? readSellers({ offers: value }, place) : [];
  if (sellers.length > 0) return [unnamedSellers(element, sellers, place)];
  const state = element.name === 'astro-island' ? unwrapAstroProps(value) : value;
  return productsOfState(state, place).map((product) => ({ ...product, element }));
};

/** Reads the products in element attributes. */
export const readAttributeProducts = (page: Page, reading: Reading): ProductClaim[] => {
  const products: ProductClaim[] = [];
  let budget = maxAttributeText;
  for (const element of new Set(page.attributed.slice(0, maxAttributes))) {
    for (const [name, value] of Object.entries(element.attribs)) {
      if (value.length > budget || !isPricedJson(value)) continue;
      budget -= value.length;
      const parsed = parseLooseJson(value);
      if (parsed?.complete) products.push(...productsOfAttribute(element, name, parsed.value, reading));
    }
  }
  return products;
};
