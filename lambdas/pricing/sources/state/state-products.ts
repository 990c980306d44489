import type { Element } from 'domhandler';
import { cssPath, type Page } from '../../page/page.ts';
import { isPricedJson } from '../../page/read-page.ts';
import { parentOf } from '../../page/walk.ts';
import type { PriceHints } from '../../text/currency-lexicon.ts';
import type { Claim, MoneyClaim, OfferClaim, ProductClaim } from '../claims.ts';
import { readJsonLd } from '../markup/json-ld.ts';
import {
  isJsonContainer,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseLooseJson,
} from '../markup/loose-json.ts';
import { productsOfGraph } from '../markup/schema-products.ts';
import {
  isLoneShopifyVariant,
  isShopifyProduct,
  linkCache,
  pixelProduct,
  shopifyProduct,
} from './framework-state.ts';
import {
  below,
  claimAt,
  gtinAt,
  labelAt,
  labelOf,
  members,
  namesOtherProducts,
  namesOthers,
  namesPrice,
  namesSellers,
  type Place,
  type Reading,
  readOnce,
  reportsList,
  startReading,
  stockOf,
} from './members.ts';
import { readScriptLiterals, readStreamedState } from './script-literals.ts';
import { namesCurrency, readPrices, readStateMoney, within } from './state-money.ts';
import { hasSoleItem, namesSoleItem, readSellers, readStock } from './state-sellers.ts';
import {
  colorName,
  readMarket,
  readVariants,
  type StateVariants,
  sizeName,
  variantKeys,
} from './state-variants.ts';

const meaning = { price: 1, currency: 2, away: 4, item: 8 } as const;

const meaningOf = (key: string, { meanings }: Reading): number => {
  let bits = meanings.get(key);
  if (bits === undefined) {
    bits =
      (namesPrice.test(key) ? meaning.price : 0) |
      (namesCurrency(key) ? meaning.currency : 0) |
      (namesOtherProducts.test(key) ? meaning.away : 0) |
      (namesSoleItem(key) ? meaning.item : 0);
    meanings.set(key, bits);
  }
  return bits;
};

const maxVisited = 150_000;
const maxProducts = 200;

type Prices = NonNullable<ReturnType<typeof readPrices>>;

const sellerLists = new Set(members.sellerLists);

/** Members that identify a product. An `id` or `styleId` may be a row's or a template's, and is no SKU. */
const identifying = [...members.sku, ...members.alsoCalled];

/** Database identifiers; a variant's SKU means more to buyers. */
const internalIds = new Set(members.internalId);

const skuOf = (
  object: JsonObject,
  path: string,
  { variants, chosen }: StateVariants,
): Claim<string> | undefined => {
  const key = labelAt(object, members.sku)?.key;
  const own = claimAt(object, members.sku, path);
  if (key !== undefined && !internalIds.has(key)) return own;
  const sole = variants.length === 1 ? variants[0] : undefined;
  // `gid://shopify/Product/1` is not a product number.
  return chosen?.sku ?? sole?.sku ?? (own?.value.includes('://') ? undefined : own);
};

const maxOfferDepth = 3;
const maxOffers = 20;

interface NestedOffer {
  prices: Prices;
  availability: OfferClaim['availability'];
}

/** The price of an offer, or of offers nested in it. */
const offerWithin = (offer: JsonObject, place: Place, depth: number): NestedOffer | undefined =>
  readOnce(offer, `offer ${depth}`, place, () => {
    const prices = readPrices(offer, within(offer, place));
    if (prices) return { prices, availability: readStock(offer, place) };
    return depth < maxOfferDepth ? readNestedOffer(offer, place, depth + 1) : undefined;
  });

/** The price of the offers nested in a product, as in schema.org and VTEX, if they agree. */
const readNestedOffer = (object: JsonObject, place: Place, depth = 0): NestedOffer | undefined => {
  for (const key of members.offers) {
    const value = object[key];
    const own = below(place, key);
    const entries: [JsonValue | undefined, Place][] = Array.isArray(value)
      ? value.slice(0, maxOffers).map((each, index) => [each, below(own, index)])
      : [[value, own]];
    const found = entries
      .map(([each, at]) => (isJsonObject(each) ? offerWithin(each, at, depth) : undefined))
      .filter((each) => each !== undefined);
    if (new Set(found.map(({ prices }) => prices.price?.amount)).size === 1) return found[0];
  }
  return undefined;
};

/** Headless shops keep the first variant separate. */
const withVariant = (object: JsonObject, variant: JsonObject): JsonObject => ({
  ...object,
  variants: [variant, ...(Array.isArray(object.variants) ? object.variants : [])],
});

/** Reads the offers of the object as a whole, and its variants. */
const readOffers = (
  given: JsonObject,
  place: Place,
): Pick<ProductClaim, 'offers' | 'variants' | 'sku'> | undefined => {
  const { path } = place;
  const master = isJsonObject(given.masterVariant) ? given.masterVariant : undefined;
  const object = master ? withVariant(given, master) : given;
  const nested = readNestedOffer(object, place);
  const prices =
    readPrices(object, place) ??
    nested?.prices ??
    (master && readPrices(master, below(place, 'masterVariant'))) ??
    lowestAskOf(object, place);
  // It has prices, but none is known to apply here: another variant's would be wrong.
  if (!prices && Array.isArray(master?.prices) && master.prices.length > 0) return undefined;
  const stated = readVariants(object, place, prices);
  const { variants, chosen } = stated;
  const sku = skuOf(object, path, stated);
  const availability = readStock(object, place) ?? nested?.availability ?? chosen?.availability;
  const sole = soleOf(variants);
  if (sole) {
    const listPrice = prices?.listPrice ?? sole.listPrice;
    const offer = { ...sole, ...prices, listPrice, availability: availability ?? sole.availability };
    return { sku, variants: [], offers: [offer] };
  }
  const offer = prices ?? pricesOf(chosen);
  if (!offer) return variants.length > 0 ? { sku, variants, offers: [] } : undefined;
  const listPrice = listPriceOf(offer, variants);
  return { sku, variants, offers: [{ path, ...offer, listPrice, availability }] };
};

const lowestAskOf = (object: JsonObject, place: Place): Prices | undefined => {
  const { lowestAsk } = readMarket(object, place);
  return lowestAsk && { price: lowestAsk, listPrice: undefined };
};

const pricesOf = (offer: OfferClaim | undefined): Prices | undefined =>
  offer && { price: offer.price, listPrice: offer.listPrice, low: offer.low, high: offer.high };

/** A single variant without size or colour is the product itself. */
const soleOf = (variants: readonly OfferClaim[]): OfferClaim | undefined =>
  variants.length === 1 && variants[0]!.size === undefined && variants[0]!.color === undefined
    ? variants[0]
    : undefined;

/** An offer's own list price, or the one that all variants share. */
const listPriceOf = (
  { price, listPrice }: Prices,
  variants: readonly OfferClaim[],
): MoneyClaim | undefined => {
  const isCommon = new Set(variants.map((variant) => variant.listPrice?.amount)).size === 1;
  return listPrice ?? (price && isCommon ? variants[0]!.listPrice : undefined);
};

const readProduct = (object: JsonObject, place: Place, isRelated: boolean): ProductClaim | undefined => {
  const { path } = place;
  if (isShopifyProduct(object)) return shopifyProduct(object, place, isRelated);
  if (isLoneShopifyVariant(object)) {
    const product = { id: object.id ?? null, title: object.name ?? object.title ?? null, variants: [object] };
    return shopifyProduct(product, place, isRelated);
  }
  const name = claimAt(object, members.name, path);
  if (!name || !/\p{L}/u.test(name.value)) return undefined;
  const sellers = readSellers(object, place);
  const offered =
    readOffers(object, place) ?? (sellers.length > 0 ? { offers: [], variants: [] } : undefined);
  if (!offered) return undefined;
  return {
    source: 'EmbeddedState',
    path,
    name,
    identifiers: identifying.map((key) => labelAt(object, [key])?.text).filter((each) => each !== undefined),
    gtin: gtinAt(object, path),
    mpn: claimAt(object, members.mpn, path),
    brand: claimAt(object, members.brand, path),
    ...offered,
    ...(sellers.length > 0 && { sellers }),
    isRelated,
    certainty: 'guessed',
  };
};

/** Applies the only currency named in a state to its amounts. */
const inCurrency = (product: ProductClaim, currency: string): ProductClaim => {
  const money = (claim: MoneyClaim | undefined): MoneyClaim | undefined =>
    claim && { ...claim, currency: claim.currency ?? currency };
  const offer = (claim: OfferClaim): OfferClaim => ({
    ...claim,
    price: money(claim.price),
    listPrice: money(claim.listPrice),
    ...(claim.shipping && { shipping: money(claim.shipping) }),
    ...(claim.highestBid && { highestBid: money(claim.highestBid) }),
    ...(claim.lastSale && { lastSale: money(claim.lastSale) }),
    low: money(claim.low),
    high: money(claim.high),
  });
  return {
    ...product,
    offers: product.offers.map(offer),
    variants: product.variants.map(offer),
    ...(product.sellers && { sellers: product.sellers.map(offer) }),
  };
};

interface Visit {
  value: JsonValue;
  place: Place;
  isRelated: boolean;
}

/** Results collected while traversing a state. */
interface Found {
  products: ProductClaim[];
  /** Currencies named by objects. */
  codes: Set<string>;
}

/** @returns the nested values to visit. */
const visitObject = (
  object: JsonObject,
  { place, isRelated }: Visit,
  { products, codes }: Found,
): Visit[] => {
  const { reading } = place;
  const entries = Object.entries(object);
  const bits = entries.reduce((all, [key]) => all | meaningOf(key, reading), 0);
  const inner = (bits & meaning.currency) === 0 ? place : within(object, place);
  if (inner.currency !== undefined) codes.add(inner.currency);
  const maySell = (bits & meaning.price) !== 0 || ((bits & meaning.item) !== 0 && hasSoleItem(object));
  const product = maySell ? readProduct(object, inner, isRelated) : undefined;
  if (product) products.push(product);
  if (product && isShopifyProduct(object)) return [];
  const isOfOthers = isRelated || reportsList(object);
  return (
    entries
      .filter(([key, value]) => isJsonContainer(value) && !(product && variantKeys.has(key)))
      // A seller's name for the product is not another product.
      .filter(([key]) => !(product?.sellers && sellerLists.has(key)))
      .map(([key, value]) => ({
        value,
        place: below(inner, key),
        isRelated: isOfOthers || (meaningOf(key, reading) & meaning.away) !== 0,
      }))
  );
};

const visitList = (list: readonly JsonValue[], { place, isRelated }: Visit): Visit[] =>
  list.flatMap((value, index) =>
    isJsonContainer(value) ? [{ value, place: below(place, index), isRelated }] : [],
  );

/** Finds products in application state by shape: objects with a name and a price, whosever they are. */
export const productsOfState = (value: JsonValue, place: Place): ProductClaim[] => {
  const found: Found = { products: [], codes: new Set() };
  const seen = new Set<JsonValue>();
  const stack: Visit[] = [{ value, place, isRelated: namesOthers(place.path) }];
  for (let visited = 0; visited < maxVisited && found.products.length < maxProducts; visited += 1) {
    const visit = stack.pop();
    if (!visit) break;
    if (!isJsonContainer(visit.value) || seen.has(visit.value)) continue;
    seen.add(visit.value);
    const inner = Array.isArray(visit.value)
      ? visitList(visit.value, visit)
      : visitObject(visit.value, visit, found);
    for (const each of inner.toReversed()) stack.push(each);
  }
  const [code, ...others] = found.codes;
  return code !== undefined && others.length === 0 && /^[A-Z]{3}$/.test(code)
    ? found.products.map((product) => inCurrency(product, code))
    : found.products;
};

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
const maxRead = 500;
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
    if (products.length >= maxRead) break;
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
