import type { Element } from 'domhandler';
import { cssPath, type Page } from '../../page/page.ts';
import { isPricedJson } from '../../page/read-page.ts';
import { parentOf } from '../../page/walk.ts';
import type { PriceHints } from '../../text/currency-lexicon.ts';
import type { ProductClaim } from '../claims.ts';
import { readJsonLd } from '../markup/json-ld.ts';
import { isJsonObject, type JsonValue, parseLooseJson } from '../markup/loose-json.ts';
import { productsOfGraph } from '../markup/schema-products.ts';
import { linkCache, pixelProduct } from './framework-state.ts';
import {
  below,
  claimAt,
  labelOf,
  namesSellers,
  type Place,
  type Reading,
  startReading,
  stockOf,
} from './members.ts';
import { readScriptLiterals, readStreamedState } from './script-literals.ts';
import { readStateMoney } from './state-money.ts';
import { productsOfState } from './state-products.ts';
import { readSellers } from './state-sellers.ts';
import { colorName, sizeName } from './state-variants.ts';

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
  return productsOfState(value, place).map((product) => ({ ...product, element }));
};

/** Reads the products in element attributes. */
const readAttributeProducts = (page: Page, reading: Reading): ProductClaim[] => {
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

/** Most products read from one page's application state. */
const maxProducts = 500;
const ldType = 'application/ld+json';

/** Reads JSON-LD that a script will insert, unless the page has some already. */
const streamedJsonLd = (page: Page, texts: ReadonlySet<string>, hints: PriceHints): ProductClaim[] => {
  const [lead] = page.scripts;
  if (!lead || texts.size === 0 || page.scripts.some(({ type }) => type === ldType)) return [];
  const scripts = [...texts].map((text) => ({ ...lead, id: '', type: ldType, text }));
  return productsOfGraph(readJsonLd({ ...page, scripts }), hints).products;
};

/** Reads the products in application state: data scripts and element attributes. */
export const readEmbeddedProducts = (page: Page, hints: PriceHints): ProductClaim[] => {
  const reading = startReading(hints);
  const products = readAttributeProducts(page, reading);
  const streamed = readStreamedState(page);
  const literals = [...streamed.literals, ...readScriptLiterals(page)];
  for (const { name, value } of literals) {
    if (products.length >= maxProducts) break;
    products.push(...productsOfState(linkCache(value), { path: name, reading }));
  }
  // Tracking events are less reliable than the page's own state: some omit tax, or describe a bundle.
  if (products.length === 0)
    for (const { name, value } of literals) {
      const product = pixelProduct(value, { path: name, reading });
      if (product) products.push(product);
    }
  return [...streamedJsonLd(page, streamed.jsonLd, hints), ...products];
};
