import {
  distinctSizes,
  maxSizes,
  type RegionalSize,
  regionalSize,
  regionOf,
  sizesInText,
} from '../../text/regional-sizes.ts';
import { anyOf } from '../../words/word-lists.ts';
import { isZero } from '../amounts.ts';
import type { MoneyClaim, OfferClaim } from '../claims.ts';
import { isJsonObject, JsonNumber, type JsonObject, type JsonValue } from '../markup/loose-json.ts';
import {
  below,
  claimAt,
  gtinAt,
  labelAt,
  labelOf,
  members,
  membersOf,
  type Place,
  type Reading,
} from './members.ts';
import { findMoney, readPrices, within } from './state-money.ts';
import { readStock } from './state-sellers.ts';

/** Figures of a product or variant on a resale market. */
type Market = Pick<OfferClaim, 'highestBid' | 'lastSale' | 'offerCount'> & {
  /** The lowest price it is currently offered for. */
  lowestAsk: MoneyClaim | undefined;
};

/** Most nested objects searched; markets nest their figures twice. */
const maxHolders = 8;

const countOf = (object: JsonObject): number | undefined => {
  for (const key of members.offerCount) {
    const value = object[key];
    if (value instanceof JsonNumber && /^\d{1,9}$/.test(value.text)) return Number(value.text);
  }
  return undefined;
};

/** The object and nested ones that may contain market figures, outermost first, without duplicates. */
const holdersOf = (object: JsonObject, place: Place): readonly (readonly [JsonObject, Place])[] => {
  const found = new Map([[object, within(object, place)]]);
  for (const [holder, at] of found) {
    for (const key of members.marketHolder) {
      const value = Object.hasOwn(holder, key) ? holder[key] : undefined;
      if (isJsonObject(value) && !found.has(value) && found.size < maxHolders)
        found.set(value, within(value, below(at, key)));
    }
  }
  return [...found];
};

/** Reads lowest ask, highest bid, last sale and number of offers. */
export const readMarket = (object: JsonObject, place: Place): Market => {
  const holders = holdersOf(object, place);
  const money = (keys: readonly string[]): MoneyClaim | undefined => {
    for (const [holder, at] of holders) {
      const found = findMoney(holder, keys, at)?.money;
      // Markets write 0 if there are no asks or bids.
      if (found && !isZero(found.amount)) return found;
    }
    return undefined;
  };
  const counts = holders.flatMap(([holder]) => countOf(holder) ?? []);
  return {
    lowestAsk: money(members.lowestAsk),
    highestBid: money(members.highestBid),
    lastSale: money(members.lastSale),
    offerCount: counts[0],
  };
};

const figures = [...members.lowestAsk, ...members.highestBid];

/** A figure or null; `buyNow: true` and `buyNow: "/checkout"` are neither. */
const isFigure = (value: JsonValue | undefined): boolean =>
  value === null ||
  value instanceof JsonNumber ||
  isJsonObject(value) ||
  (typeof value === 'string' && /^\P{L}{0,5}\d/u.test(value));

/** True if an object has asks or bids of its own, even if empty: its price is the ask, or it has none. */
const isOnMarket = (object: JsonObject, place: Place): boolean =>
  holdersOf(object, place).some(([holder]) =>
    figures.some((key) => Object.hasOwn(holder, key) && isFigure(holder[key])),
  );

const sizes = anyOf('sizes');
const colors = anyOf('colors');

/** Option names for the size, such as "Shoe size" or "attribute_pa_groesse". */
export const sizeName = new RegExp(`(?<!\\p{L})\\p{L}{0,12}(?:${sizes})(?!\\p{Ll})`, 'iu');
/** Option names for the colour. */
export const colorName = new RegExp(
  `(?<!\\p{L})(?:\\p{L}{0,12}(?:farbe|colou?r)|${colors})(?!\\p{Ll})`,
  'iu',
);

/** Member names of a variant's own size and colour; stricter, to exclude `sizeChart` and `colorId`. */
const sizeMember = new RegExp(
  `^(?:(?:display|shoe)[-_]?)?(?:${sizes})(?:[-_]?(?:name|label|value|code))?$`,
  'iu',
);
const colorMember = new RegExp(`^(?:display[-_]?)?(?:${colors})(?:[-_]?(?:name|label|value))?$`, 'iu');

/** Values that are sizes even if the option has no name: `XL`, `42`, `42.5`, `EU 42`, `90x200`. */
const sizeText =
  /^(?:(?:eu|uk|us|fr|it|de)\s?)?(?:\d{1,3}(?:[.,]5|½)?|[2-6]?x{0,4}[sl]|m|\d{2,3}\s?x\s?\d{2,3}|one size)$/i;
const looksLikeSize = (text: string): boolean => sizeText.test(text);

const maxMembers = 60;
/** A size chart may contain the list of sizes. */
const maxDepth = 2;

const sizeOfEntry = (entry: JsonValue): RegionalSize | undefined => {
  if (!isJsonObject(entry)) {
    const text = labelOf(entry);
    return text === undefined ? undefined : regionalSize(text, undefined);
  }
  const text = labelAt(entry, members.sizeValue)?.text;
  return text === undefined ? undefined : regionalSize(text, labelAt(entry, members.sizeSystem)?.text);
};

/** Members named after a size system: `{"eu": "42", "us": 8.5}`, `sizeUS`, `uk_size`. */
const sizesByName = (
  object: JsonObject,
  isNamed: (key: string) => boolean,
  reading: Reading,
): RegionalSize[] =>
  membersOf(object, reading)
    .slice(0, maxMembers)
    .filter((key) => key.length <= 30 && isNamed(key))
    .flatMap((key) => {
      const text = labelOf(object[key]);
      // `sizeUS`: member names have no spaces between words.
      const system = key.replace(/([a-z])([A-Z])/g, '$1 $2');
      return text === undefined || regionOf(system) === undefined ? [] : (regionalSize(text, system) ?? []);
    });

const sizesOf = (value: JsonValue | undefined, reading: Reading, depth = 0): RegionalSize[] => {
  if (Array.isArray(value)) return value.slice(0, maxSizes).flatMap((each) => sizeOfEntry(each) ?? []);
  if (!isJsonObject(value)) return [];
  const named = sizesByName(value, () => true, reading);
  return named.length > 0 || depth >= maxDepth ? named : listedSizes(value, reading, depth + 1);
};

/** The first list of sizes among an object's members. */
const listedSizes = (object: JsonObject, reading: Reading, depth: number): RegionalSize[] => {
  for (const key of members.sizeLists) {
    const found = Object.hasOwn(object, key) ? sizesOf(object[key], reading, depth) : [];
    if (found.length > 0) return found;
  }
  return [];
};

/** Reads the sizes of a variant in every size system that its object names. */
const readSizes = (variant: JsonObject, reading: Reading): RegionalSize[] =>
  distinctSizes([
    ...sizesByName(variant, (key) => /size/i.test(key), reading),
    ...listedSizes(variant, reading, 0),
  ]);

/** Members that contain the object's own variants. */
export const variantKeys: ReadonlySet<string> = new Set([...members.variants, ...members.chosenVariant]);

const maxVariants = 500;
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
