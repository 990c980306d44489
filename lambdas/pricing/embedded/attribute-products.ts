import type { Element } from 'domhandler';
import type { ProductClaim } from '../claims.ts';
import { lineageOf, parentOf } from '../page/ancestors.ts';
import { cssPath, type Page } from '../page/page.ts';
import { readMoneyClaim } from '../structured/claim-money.ts';
import { isJsonObject, JsonNumber, type JsonValue, parseLooseJson } from '../structured/loose-json.ts';
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

/** WooCommerce's `data-product_variations`: the variants of the form's product. */
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
      // The form itself is named "cart" for its button; where it stands tells whose it is.
      element: parentOf(form) ?? form,
      standing: 'stated',
    },
  ];
};

/** Magento's price box: `data-price-type="finalPrice" data-price-amount="12.9"`. */
const priceBox = (element: Element, { hints }: Reading): ProductClaim | undefined => {
  const { 'data-price-type': type, 'data-price-amount': amount } = element.attribs;
  if (type !== 'finalPrice' || amount === undefined) return undefined;
  const path = `${cssPath(element)} @data-price-amount`;
  const price = readMoneyClaim(new JsonNumber(amount), undefined, path, hints);
  const id = lineageOf(element, 4).map(({ attribs }) => attribs['data-product-id']);
  return (
    price && {
      source: 'EmbeddedState',
      path,
      identifiers: id.filter((each) => each !== undefined && each !== '').slice(0, 1) as string[],
      offers: [{ path, price }],
      variants: [],
      isRelated: false,
      element,
      standing: 'stated',
    }
  );
};

const isPricedJson = (value: string): boolean =>
  (value.startsWith('{') || value.startsWith('[')) && /price|amount/i.test(value);

/** A list of sellers of a product that is named elsewhere: `data-offers="[…]"`. */
const sellersAlone = (element: Element, sellers: ProductClaim['sellers'], { path }: Place): ProductClaim => ({
  source: 'EmbeddedState',
  path,
  identifiers: [],
  offers: [],
  variants: [],
  sellers,
  isRelated: false,
  element,
  standing: 'guessed',
});

/** Reads the JSON in one attribute. */
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
  if (sellers.length > 0) return [sellersAlone(element, sellers, place)];
  const state = element.name === 'astro-island' ? unwrapAstroProps(value) : value;
  return productsOfState(state, place).map((product) => ({ ...product, element }));
};

/** Reads the products that attributes of the page's elements hold. */
export const readAttributeProducts = (page: Page, reading: Reading): ProductClaim[] => {
  const products: ProductClaim[] = [];
  let budget = maxAttributeText;
  let box: ProductClaim | undefined;
  for (const element of new Set(page.attributed.slice(0, maxAttributes))) {
    if (!box) {
      box = priceBox(element, reading);
      if (box) products.push(box);
    }
    for (const [name, value] of Object.entries(element.attribs)) {
      if (value.length > budget || !isPricedJson(value)) continue;
      budget -= value.length;
      const parsed = parseLooseJson(value);
      if (parsed?.complete) products.push(...productsOfAttribute(element, name, parsed.value, reading));
    }
  }
  return products;
};
