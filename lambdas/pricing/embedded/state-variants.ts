import type { OfferClaim } from '../claims.ts';
import { sizesInText } from '../regional-sizes.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../structured/loose-json.ts';
import { claimAt, gtinAt, labelAt, labelOf, members } from './members.ts';
import { colorMember, colorName, looksLikeSize, sizeMember, sizeName } from './option-names.ts';
import { below, membersOf, type Place, type Reading } from './reading.ts';
import { isOnMarket, readMarket } from './state-market.ts';
import { within } from './state-money.ts';
import { readPrices } from './state-prices.ts';
import { readSizes } from './state-sizes.ts';
import { readStock } from './state-stock.ts';

/** Members that contain the object's own variants. */
export const variantKeys: ReadonlySet<string> = new Set([...members.variants, ...members.chosenVariant]);

const maxVariants = 500;
const maxMembers = 60;
const maxOptions = 20;

/**
 * The entries of a list, a connection (`nodes`, `edges[].node`) or an object keyed by id, with their
 * positions.
 */
const entriesOf = (value: JsonValue | undefined, place: Place): readonly [Place, JsonObject][] => {
  const { reading } = place;
  if (isJsonObject(value))
    for (const key of ['nodes', 'edges'])
      if (Array.isArray(value[key])) return entriesOf(value[key], below(place, key));
  const most = Math.max(0, Math.min(maxVariants, reading.variants));
  const entries: [Place, JsonValue][] = [];
  if (Array.isArray(value))
    entries.push(
      ...value.slice(0, most).map((each, index): [Place, JsonValue] => [below(place, index), each]),
    );
  else if (isJsonObject(value))
    for (const key of membersOf(value, reading).slice(0, most))
      entries.push([below(place, key), value[key]!]);
  reading.variants -= entries.length;
  return entries.flatMap(([own, each]): [Place, JsonObject][] => {
    if (!isJsonObject(each)) return [];
    return isJsonObject(each.node) ? [[below(own, 'node'), each.node]] : [[own, each]];
  });
};

/** The text of an option value or name: itself, or a member of an object. */
const optionText = (value: JsonValue | undefined, keys: readonly string[]): string | undefined =>
  isJsonObject(value) ? labelAt(value, keys)?.text : labelOf(value);

/** The names of a product's options, in order: `["Size"]`, `[{"name":"Size"}]`. */
const optionNamesOf = ({ options }: JsonObject): string[] =>
  Array.isArray(options)
    ? options.slice(0, maxOptions).map((option) => optionText(option, members.variantName) ?? '')
    : [];

/** The options in one member of a variant: a list, or an object of values by name. */
const optionsIn = (
  options: JsonValue | undefined,
  names: readonly string[],
  reading: Reading,
): [string | undefined, JsonValue | undefined][] => {
  if (isJsonObject(options))
    return membersOf(options, reading)
      .slice(0, maxOptions)
      .map((name) => [name, options[name]]);
  if (!Array.isArray(options)) return [];
  return options
    .slice(0, maxOptions)
    .map((option, index) =>
      isJsonObject(option)
        ? [labelAt(option, members.optionName)?.text, option.value ?? option.valueName ?? option.label]
        : [names[index], option],
    );
};

/** A variant's options as pairs of name and value; the name is empty if unknown. */
const optionsOf = (variant: JsonObject, names: readonly string[], reading: Reading): [string, string][] =>
  [
    ...members.optionList.flatMap((key) => optionsIn(variant[key], names, reading)),
    // {"attributeName": "Size", "attributeValue": "S"}
    ...['attribute', 'option', 'variation', 'property'].map(
      (kind) => [labelOf(variant[`${kind}Name`]), variant[`${kind}Value`]] as const,
    ),
    ...[1, 2, 3].map((place) => [names[place - 1], variant[`option${place}`]] as const),
  ].flatMap(([name = '', value]): [string, string][] => {
    const text = optionText(value, members.optionValue);
    return text === undefined ? [] : [[name, text]];
  });

const marksOf = (
  variant: JsonObject,
  names: readonly string[],
  reading: Reading,
): Pick<OfferClaim, 'size' | 'sizeRegion' | 'sizes' | 'color'> => {
  const keys = membersOf(variant, reading).slice(0, maxMembers);
  const member = (pattern: RegExp): string | undefined => {
    for (const key of keys) {
      const isNamed = key.length <= 30 && pattern.test(key);
      const text = isNamed ? optionText(variant[key], members.optionValue) : undefined;
      if (text !== undefined) return text;
    }
    return undefined;
  };
  const options = optionsOf(variant, names, reading);
  const sizes = readSizes(variant, reading);
  const option = (pattern: RegExp): string | undefined =>
    options.find(([name]) => name !== '' && name.length <= 60 && pattern.test(name))?.[1];
  const size =
    member(sizeMember) ??
    option(sizeName) ??
    options.find(([name, text]) => name === '' && looksLikeSize(text))?.[1];
  const [first] = sizes;
  return {
    ...(size === undefined ? { size: first?.size, sizeRegion: first?.region } : { size }),
    sizes: sizes.length > 0 ? sizes : sizesInText(size ?? ''),
    color: member(colorMember) ?? option(colorName),
  };
};

/** Properties that a variant inherits from its product. */
interface Own {
  /** The product's own price. */
  prices: Pick<OfferClaim, 'price' | 'listPrice'> | undefined;
  /** Each variant has its own ask or is unavailable: the product's price is that of another. */
  isMarket: boolean;
}

/**
 * Reads one variant with its own price. Without one it takes the product's, provided that it has a size or
 * colour and an identifier or stock state; never on a resale market.
 */
const readVariant = (
  variant: JsonObject,
  names: readonly string[],
  place: Place,
  { prices: own, isMarket }: Own,
): OfferClaim | undefined => {
  const { path, reading } = place;
  const { lowestAsk, ...market } = readMarket(variant, place);
  const prices =
    readPrices(variant, within(variant, place)) ?? (lowestAsk && { price: lowestAsk, listPrice: undefined });
  const marks = marksOf(variant, names, reading);
  const isMarked = marks.size !== undefined || marks.color !== undefined;
  if (!prices && (!isMarked || !(own?.price || isMarket))) return undefined;
  const offer: OfferClaim = {
    path,
    ...(prices ?? (isMarket ? {} : { price: own?.price, listPrice: own?.listPrice })),
    availability: readStock(variant, place),
    // `gid://shopify/ProductVariant/21` is variant 21.
    id: labelAt(variant, members.variantId)?.text.replace(/^gid:\/\/.*\//, ''),
    sku: claimAt(variant, members.variantSku, path),
    gtin: gtinAt(variant, path),
    name: labelAt(variant, members.variantName)?.text,
    ...marks,
    ...market,
  };
  return prices || (offer.id ?? offer.sku ?? offer.availability) !== undefined ? offer : undefined;
};

const none: Own = { prices: undefined, isMarket: false };

const isPriced = ({ price, low }: OfferClaim): boolean => (price ?? low) !== undefined;

export interface StateVariants {
  variants: readonly OfferClaim[];
  /** The variant that the page preselects. */
  chosen: OfferClaim | undefined;
}

/**
 * Reads the variants of an object in application state, from the first list that has any.
 *
 * @param own - the product's own price.
 */
export const readVariants = (
  product: JsonObject,
  place: Place,
  own: Pick<OfferClaim, 'price' | 'listPrice'> | undefined,
): StateVariants => {
  const names = optionNamesOf(product);
  let variants: OfferClaim[] = [];
  const selected: OfferClaim[] = [];
  for (const key of members.variants) {
    if (!Object.hasOwn(product, key) || variants.length > 0) continue;
    const entries = entriesOf(product[key], below(place, key));
    const isMarket = entries.some(([at, each]) => isOnMarket(each, at));
    variants = entries.flatMap(([at, each]) => {
      const variant = readVariant(each, names, at, { prices: own, isMarket });
      if (variant && (each.selected === true || each.isSelected === true)) selected.push(variant);
      return variant ?? [];
    });
    // Bids alone are not offers.
    if (!own && !variants.some(isPriced)) variants = [];
  }
  if (selected.length === 1) return { variants, chosen: selected.find(isPriced) };
  for (const key of members.chosenVariant) {
    const value = product[key];
    const chosen = isJsonObject(value) ? readVariant(value, names, below(place, key), none) : undefined;
    if (chosen) return { variants, chosen };
  }
  return { variants, chosen: undefined };
};
