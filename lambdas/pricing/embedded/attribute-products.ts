import type { Element } from 'domhandler';
import type { OfferClaim, ProductClaim } from '../claims.ts';
import type { PriceHints } from '../money/price-hints.ts';
import { cssPath, type Page } from '../page/page.ts';
import { readMoneyClaim } from '../structured/claim-money.ts';
import { isJsonObject, JsonNumber, type JsonValue, parseLooseJson } from '../structured/loose-json.ts';
import { readStateMoney } from './state-money.ts';
import { productsOfState } from './state-products.ts';

const maxAttributes = 300;
const maxAttributeText = 1_000_000;

const textOf = (value: JsonValue | undefined): string | undefined =>
  value instanceof JsonNumber ? value.text : typeof value === 'string' && value !== '' ? value : undefined;

/** WooCommerce's `data-product_variations`: the variants of the form's product. */
const wooVariations = (
  element: Element,
  list: readonly JsonValue[],
  hints: PriceHints,
): ProductClaim | undefined => {
  const path = `${cssPath(element)} @data-product_variations`;
  const variants = list.slice(0, 500).flatMap((each, index): OfferClaim[] => {
    if (!isJsonObject(each) || !Object.hasOwn(each, 'display_price')) return [];
    const own = `${path}[${index}]`;
    const attributes = isJsonObject(each.attributes) ? Object.entries(each.attributes) : [];
    const attribute = (pattern: RegExp): string | undefined =>
      textOf(attributes.find(([name]) => pattern.test(name))?.[1]);
    const sku = textOf(each.sku);
    return [
      {
        path: own,
        id: textOf(each.variation_id),
        sku: sku === undefined ? undefined : { value: sku, raw: sku, path: `${own}.sku` },
        price: readStateMoney(each.display_price, undefined, `${own}.display_price`, hints),
        listPrice: readStateMoney(
          each.display_regular_price,
          undefined,
          `${own}.display_regular_price`,
          hints,
        ),
        availability:
          typeof each.is_in_stock === 'boolean'
            ? {
                value: each.is_in_stock ? 'InStock' : 'OutOfStock',
                raw: String(each.is_in_stock),
                path: `${own}.is_in_stock`,
              }
            : undefined,
        size: attribute(/size|groesse|größe|taille|talla|taglia|maat|rozmiar/i),
        color: attribute(/colou?r|farbe|couleur|colore|kleur|kolor/i),
      },
    ];
  });
  if (variants.length === 0) return undefined;
  return {
    source: 'EmbeddedState',
    path,
    identifiers: [],
    offers: [],
    variants,
    isRelated: false,
    element,
    standing: 'stated',
  };
};

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
    identifiers: [],
    offers: [{ path, price }],
    variants: [],
    isRelated: false,
    element,
    standing: 'stated',
  };
};

/** Reads the products that attributes of the page's elements hold. */
export const readAttributeProducts = (page: Page, hints: PriceHints): ProductClaim[] => {
  const products: ProductClaim[] = [];
  let budget = maxAttributeText;
  let hasBox = false;
  for (const element of page.attributed.slice(0, maxAttributes)) {
    const box: ProductClaim | undefined = hasBox ? undefined : priceBox(element, hints);
    if (box) {
      hasBox = true;
      products.push(box);
    }
    for (const [name, value] of Object.entries(element.attribs)) {
      if (
        !(value.startsWith('{') || value.startsWith('[')) ||
        value.length > budget ||
        !value.includes('price')
      )
        continue;
      budget -= value.length;
      const parsed = parseLooseJson(value);
      if (!parsed?.complete) continue;
      if (name === 'data-product_variations' && Array.isArray(parsed.value)) {
        const form = wooVariations(element, parsed.value, hints);
        if (form) products.push(form);
      } else
        for (const product of productsOfState(parsed.value, `${cssPath(element)} @${name}`, hints))
          products.push({ ...product, element });
    }
  }
  return products;
};
