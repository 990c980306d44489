import type { OfferClaim } from '../claims.ts';
import { readGtin } from '../gtin.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../structured/loose-json.ts';
import { spellings } from './key-spellings.ts';
import { colorMember, colorName, labelOf, looksLikeSize, sizeMember, sizeName } from './option-names.ts';
import { membersOf, type Reading } from './reading.ts';
import { currencyOfState } from './state-money.ts';
import { readPrices } from './state-prices.ts';
import { readStock } from './state-stock.ts';

const listKeys = spellings([
  'variants',
  'productVariants',
  'variations',
  'skus',
  'sizes',
  'childProducts',
  'combinations',
  'colors',
  'colours',
]);
const chosenKeys = spellings([
  'selectedVariant',
  'selectedOrFirstAvailableVariant',
  'currentVariant',
  'defaultVariant',
  'masterVariant',
  'selectedSku',
  'defaultSku',
]);
/** Members below which the variants of the object itself stand. */
export const variantKeys: ReadonlySet<string> = new Set([...listKeys, ...chosenKeys]);

const skuKeys = spellings(['sku', 'skuCode', 'itemCode', 'articleNumber', 'partNumber']);
const idKeys = spellings(['id', 'variantId', 'skuId', 'productId', 'objectId']);
const gtinKeys = spellings(['gtin', 'gtin13', 'ean', 'ean13', 'upc', 'barcode']);
const nameKeys = spellings(['title', 'name', 'label']);

/** Most variants of one product. */
const maxVariants = 500;
const maxMembers = 60;
const maxOptions = 20;

const labelAt = (object: JsonObject, keys: readonly string[]): { key: string; text: string } | undefined => {
  for (const key of keys) {
    const text = Object.hasOwn(object, key) ? labelOf(object[key]) : undefined;
    if (text !== undefined) return { key, text };
  }
  return undefined;
};

/** What stands in a list, in a connection (`nodes`, `edges[].node`), or in an object by id. */
const entriesOf = (value: JsonValue | undefined, reading: Reading): readonly [string, JsonObject][] => {
  const isConnection = isJsonObject(value) && (Array.isArray(value.nodes) || Array.isArray(value.edges));
  const [list, at] = isConnection
    ? Array.isArray(value.nodes)
      ? [value.nodes, '.nodes']
      : [value.edges, '.edges']
    : [value, ''];
  const most = Math.min(maxVariants, reading.variants);
  if (most <= 0) return [];
  const entries: [string, JsonValue][] = [];
  if (Array.isArray(list))
    for (let index = 0; index < Math.min(list.length, most); index += 1)
      entries.push([`${at}[${index}]`, list[index]!]);
  else if (isJsonObject(list))
    for (const key of membersOf(list, reading).slice(0, most)) entries.push([`.${key}`, list[key]!]);
  reading.variants -= entries.length;
  return entries.flatMap(([place, each]): [string, JsonObject][] => {
    if (!isJsonObject(each)) return [];
    return isJsonObject(each.node) ? [[`${place}.node`, each.node]] : [[place, each]];
  });
};

/** The value of an option: a text, or an object with its label. */
const optionText = (value: JsonValue | undefined): string | undefined =>
  isJsonObject(value)
    ? labelAt(value, ['label', 'displayName', 'name', 'title', 'value', 'text'])?.text
    : labelOf(value);

/** Names of a product's options, in their order: `["Size"]`, `[{"name":"Size"}]`. */
const optionNamesOf = (product: JsonObject): string[] =>
  Array.isArray(product.options)
    ? product.options
        .slice(0, maxOptions)
        .map((option) => (isJsonObject(option) ? labelAt(option, nameKeys)?.text : labelOf(option)) ?? '')
    : [];

/** What tells a variant apart, as pairs of name and value; the name is empty where none is given. */
const optionsOf = (variant: JsonObject, names: readonly string[], reading: Reading): [string, string][] => {
  const pairs: [string, string][] = [];
  const add = (name: string, value: JsonValue | undefined): void => {
    const text = optionText(value);
    if (text !== undefined) pairs.push([name, text]);
  };
  for (const key of ['selectedOptions', 'selected_options', 'attributes', 'optionValues', 'options']) {
    const options = variant[key];
    if (Array.isArray(options))
      options.slice(0, maxOptions).forEach((option, index) => {
        if (isJsonObject(option))
          add(
            labelAt(option, ['name', 'optionName', 'code', 'key', 'id', 'attribute', 'label'])?.text ?? '',
            option.value ?? option.valueName ?? option.label,
          );
        else add(names[index] ?? '', option);
      });
    else if (isJsonObject(options))
      for (const name of membersOf(options, reading).slice(0, maxOptions)) add(name, options[name]);
  }
  // {"attributeName": "Size", "attributeValue": "S"}
  for (const kind of ['attribute', 'option', 'variation', 'property'])
    add(labelOf(variant[`${kind}Name`]) ?? '', variant[`${kind}Value`]);
  for (let place = 1; place <= 3; place += 1) add(names[place - 1] ?? '', variant[`option${place}`]);
  return pairs;
};

const marksOf = (
  variant: JsonObject,
  names: readonly string[],
  reading: Reading,
): Pick<OfferClaim, 'size' | 'color'> => {
  const members = membersOf(variant, reading).slice(0, maxMembers);
  const member = (pattern: RegExp): string | undefined => {
    for (const key of members) {
      const text = key.length <= 30 && pattern.test(key) ? optionText(variant[key]) : undefined;
      if (text !== undefined) return text;
    }
    return undefined;
  };
  const options = optionsOf(variant, names, reading);
  const option = (pattern: RegExp): string | undefined =>
    options.find(([name]) => name !== '' && name.length <= 60 && pattern.test(name))?.[1];
  return {
    size:
      member(sizeMember) ??
      option(sizeName) ??
      options.find(([name, text]) => name === '' && looksLikeSize(text))?.[1],
    color: member(colorMember) ?? option(colorName),
  };
};

const readVariant = (
  variant: JsonObject,
  names: readonly string[],
  currency: string | undefined,
  path: string,
  reading: Reading,
): OfferClaim | undefined => {
  const prices = readPrices(variant, currencyOfState(variant) ?? currency, path, reading);
  const marks = marksOf(variant, names, reading);
  if (!prices && marks.size === undefined && marks.color === undefined) return undefined;
  const sku = labelAt(variant, skuKeys);
  const gtin = labelAt(variant, gtinKeys);
  const validGtin = gtin && readGtin(gtin.text);
  return {
    path,
    ...prices,
    availability: readStock(variant, path),
    // `gid://shopify/ProductVariant/21` is the variant 21.
    id: labelAt(variant, idKeys)?.text.replace(/^gid:\/\/.*\//, ''),
    sku: sku && { value: sku.text, raw: sku.text, path: `${path}.${sku.key}` },
    gtin: validGtin && gtin ? { value: validGtin, raw: gtin.text, path: `${path}.${gtin.key}` } : undefined,
    name: labelAt(variant, nameKeys)?.text,
    ...marks,
  };
};

const isPriced = (offer: OfferClaim): boolean => offer.price !== undefined || offer.low !== undefined;
const isMarked = (offer: OfferClaim): boolean => offer.size !== undefined || offer.color !== undefined;

export interface StateVariants {
  variants: readonly OfferClaim[];
  /** The variant that the page shows first. */
  chosen: OfferClaim | undefined;
}

/**
 * Reads the variants that an object of application state lists as its own: of the first list with members that
 * have a price, or a size or colour with an identifier or stock (their price is the product's).
 *
 * @param own - the product's own price.
 */
export const readVariants = (
  product: JsonObject,
  currency: string | undefined,
  path: string,
  reading: Reading,
  own: Pick<OfferClaim, 'price' | 'listPrice'> | undefined,
): StateVariants => {
  const names = optionNamesOf(product);
  let variants: OfferClaim[] = [];
  let selected: OfferClaim[] = [];
  for (const key of listKeys) {
    if (!Object.hasOwn(product, key)) continue;
    const entries = entriesOf(product[key], reading);
    const read = entries.map(([place, each]) =>
      readVariant(each, names, currency, `${path}.${key}${place}`, reading),
    );
    const kept = read.flatMap((variant, index) => {
      const chosen = entries[index]![1].selected === true || entries[index]![1].isSelected === true;
      if (!variant) return [];
      if (isPriced(variant)) return [{ variant, chosen }];
      const isVariant =
        isMarked(variant) && (variant.id ?? variant.sku ?? variant.availability) !== undefined;
      if (!isVariant || !own?.price) return [];
      return [{ variant: { ...variant, price: own.price, listPrice: own.listPrice }, chosen }];
    });
    variants = kept.map(({ variant }) => variant);
    selected = kept.filter(({ chosen }) => chosen).map(({ variant }) => variant);
    if (variants.length > 0) break;
  }
  if (selected.length === 1 && isPriced(selected[0]!)) return { variants, chosen: selected[0] };
  for (const key of chosenKeys) {
    const value = product[key];
    if (!isJsonObject(value)) continue;
    const chosen = readVariant(value, names, currency, `${path}.${key}`, reading);
    if (chosen && isPriced(chosen)) return { variants, chosen };
  }
  return { variants, chosen: undefined };
};
