import { compareDecimals } from '../../../domain/money/decimals.ts';
import type { Condition } from '../../../domain/result/site-result.ts';
import { readNamedGtin } from '../../../domain/site/gtin.ts';
import { readAvailabilityUrl } from '../../text/availability-text.ts';
import type { PriceHints } from '../../text/parse-price-text.ts';
import { distinctSizes, maxSizes, regionalSize, regionOf, sizesInText } from '../../text/regional-sizes.ts';
import type { Claim, MoneyClaim, OfferClaim } from '../claims.ts';
import { readMoneyClaim } from './claim-money.ts';
import {
  cached,
  firstThingOf,
  isoTime,
  type SchemaReading,
  Thing,
  textOfProperty,
  textOfValue,
  thingsOfProperty,
  type VariantMarks,
} from './thing.ts';

const conditionNames: readonly (readonly [RegExp, Condition])[] = [
  [/refurbished|renewed|reconditioned/i, 'Refurbished'],
  [/open-?box|like-?new/i, 'OpenBox'],
  [/damaged/i, 'Damaged'],
  // `FOR_PARTS_OR_NOT_WORKING`; only as the whole text, since guarantees are for parts too.
  [
    /^(?:for[\s_-]?parts(?:[\s_/-]{0,3}(?:or[\s_-]?)?not[\s_-]?working)?|not[\s_-]?working|defective)$/i,
    'Damaged',
  ],
  [/used|pre-?owned|second-?hand/i, 'Used'],
  [/new/i, 'New'],
];

/** Reads `https://schema.org/NewCondition`, `new`, `http://purl.org/…/refurbished` and the like. */
export const readCondition = (text: string): Condition | undefined =>
  conditionNames.find(([pattern]) => pattern.test(text))?.[1];

export const claimOf = (thing: Thing, property: string): Claim<string> | undefined => {
  const value = textOfProperty(thing, property);
  return value === undefined ? undefined : { value, raw: value, path: thing.pathOf(property) };
};

/** Drops the product's name from a SKU field ("TE502 Chair cover"). */
export const skuOf = (claim: Claim<string> | undefined): Claim<string> | undefined => {
  // A number and a name; longer texts are prose, and slow to match.
  if (!claim || claim.value.length > 200) return claim;
  const number = /^(\S*\d\S*)\s+\p{L}[\p{L}\s,.'’()-]{5,}$/u.exec(claim.value)?.[1];
  return number ? { ...claim, value: number } : claim;
};

export const gtinProperties = [
  'gtin',
  'gtin13',
  'gtin14',
  'gtin12',
  'gtin8',
  'isbn',
  'ean',
  'productID',
] as const;

export const gtinClaim = (thing: Thing): Claim<string> | undefined => {
  for (const property of gtinProperties)
    for (const each of thing.properties.get(property) ?? []) {
      const raw = textOfValue(each);
      const gtin = raw === undefined ? undefined : readNamedGtin(property, raw);
      if (raw !== undefined && gtin !== undefined) return { value: gtin, raw, path: thing.pathOf(property) };
    }
  return undefined;
};

/** The value of an enumeration, also if given as a thing: `{"@id": "schema:InStock"}`. */
export const enumOf = (thing: Thing, property: string): string | undefined =>
  textOfProperty(thing, property) ?? firstThingOf(thing, property)?.id;

/** Most values of one property searched for an amount, and levels of nested things, which may be cyclic. */
const maxAmounts = 10;
const maxMoneyDepth = 2;

const moneyOf = (
  thing: Thing,
  property: string,
  currency: string | undefined,
  hints: PriceHints,
  depth = 0,
): MoneyClaim | undefined => {
  const values = thing.properties.get(property) ?? [];
  for (let index = 0; index < Math.min(values.length, maxAmounts); index += 1) {
    const value = values[index]!;
    const money =
      value instanceof Thing
        ? moneyWithin(value, currency, hints, depth + 1)
        : readMoneyClaim(value, currency, thing.pathOf(property, index), hints);
    if (money) return money;
  }
  return undefined;
};

/** Reads `price: { "@type": "MonetaryAmount", value, currency }` and the like. */
const moneyWithin = (
  amount: Thing,
  outerCurrency: string | undefined,
  hints: PriceHints,
  depth: number,
): MoneyClaim | undefined => {
  if (depth > maxMoneyDepth) return undefined;
  const currency = currencyOf(amount) ?? outerCurrency;
  return moneyOf(amount, 'value', currency, hints, depth) ?? moneyOf(amount, 'price', currency, hints, depth);
};

const currencyOf = (thing: Thing): string | undefined => textOfProperty(thing, 'priceCurrency');

/** The thing's own currency, else that of its offer or product. */
const inheritedCurrency = (thing: Thing): string | undefined => {
  let node: Thing | undefined = thing;
  for (let step = 0; node && step < 5; step += 1) {
    const currency = currencyOf(node);
    if (currency !== undefined) return currency;
    node = node.parent;
  }
  return undefined;
};

/** True for a price or offer for members of a loyalty programme only. */
export const isForMembers = (thing: Thing): boolean => thing.properties.has('validForMemberTier');

/** Kind of a price specification. */
type PriceRole = 'current' | 'list' | 'part' | 'shipping' | 'member' | 'tier';

const roleOfSpecification = (specification: Thing): PriceRole => {
  if (specification.is('DeliveryChargeSpecification', 'PaymentChargeSpecification')) return 'shipping';
  if (specification.properties.has('priceComponentType')) return 'part';
  if (isForMembers(specification)) return 'member';
  const priceType = enumOf(specification, 'priceType') ?? '';
  if (/list|strikethrough|srp|suggested|regular/i.test(priceType)) return 'list';
  if (/invoice|minimumadvertised/i.test(priceType)) return 'part';
  return leastQuantity(specification) > 1 ? 'tier' : 'current';
};

/** Minimum quantity of an offer or a price specification. */
export const leastQuantity = (thing: Thing): number => {
  const quantity = firstThingOf(thing, 'eligibleQuantity');
  return quantity
    ? Number(textOfProperty(quantity, 'minValue') ?? textOfProperty(quantity, 'value') ?? 1)
    : 1;
};

/** UN/CEFACT codes for pieces, and words for one. */
const pieceUnit =
  /^(?:C62|H87|EA|PCE?|NMB|PR|SET|XPK|(?:1 )?(?:pieces?|pcs|units?|items?|each|stück|st|stk))$/i;

/** True if a price is per unit of measure, or per period. */
const isPerMeasure = (specification: Thing): boolean => {
  const { properties } = specification;
  if (properties.has('referenceQuantity') || properties.has('billingDuration')) return true;
  const unit = textOfProperty(specification, 'unitCode') ?? textOfProperty(specification, 'unitText');
  return unit !== undefined && !pieceUnit.test(unit.trim());
};

interface Specification {
  thing: Thing;
  role: PriceRole;
  money: MoneyClaim | undefined;
  /** Its price type is a sale price. */
  isSale: boolean;
  /** Of several current prices, the highest rank wins. */
  rank: number;
  /** It applies to everybody and the whole product, and so may be lower than the offer's own price. */
  mayReduce: boolean;
}

const readSpecification = (
  thing: Thing,
  outerCurrency: string | undefined,
  hints: PriceHints,
): Specification => {
  const withTax = textOfProperty(thing, 'valueAddedTaxIncluded');
  const isSale = /sale/i.test(enumOf(thing, 'priceType') ?? '');
  const isForMeasure = isPerMeasure(thing);
  // Points for members suggest a member price if another price is beside it.
  const hasPoints = thing.properties.has('membershipPointsEarned');
  return {
    thing,
    role: roleOfSpecification(thing),
    money: moneyOf(thing, 'price', currencyOf(thing) ?? outerCurrency, hints),
    isSale,
    rank: (taxRanks.get(withTax) ?? 0) + (isSale ? 2 : 0) - (isForMeasure ? 3 : 0) - (hasPoints ? 8 : 0),
    mayReduce: withTax !== 'false' && !hasPoints && !isForMeasure,
  };
};

const taxRanks: ReadonlyMap<string | undefined, number> = new Map([
  ['true', 4],
  ['false', -4],
]);

interface SpecifiedPrices {
  current: Specification | undefined;
  list: MoneyClaim | undefined;
  shipping: MoneyClaim | undefined;
  low: MoneyClaim | undefined;
  high: MoneyClaim | undefined;
  asides: MoneyClaim[];
}

/**
 * Reads the price specifications of an offer. Of several current prices, one with tax precedes one without, a
 * sale price precedes others, and one for the whole product precedes one per unit of measure.
 *
 * @see https://schema.org/priceSpecification
 * @see https://developers.google.com/search/docs/appearance/structured-data/merchant-listing
 */
const readSpecifications = (
  offer: Thing,
  outerCurrency: string | undefined,
  hints: PriceHints,
): SpecifiedPrices => {
  const all = thingsOfProperty(offer, 'priceSpecification').map((thing) =>
    readSpecification(thing, outerCurrency, hints),
  );
  const priced = all.filter(({ money }) => money !== undefined);
  const inRole = (role: PriceRole): Specification[] => priced.filter((each) => each.role === role);
  const endOf = ({ thing }: Specification, end: string): MoneyClaim | undefined =>
    moneyOf(thing, end, currencyOf(thing) ?? outerCurrency, hints);
  const range = all.find((each) => each.role === 'current' && !each.money && endOf(each, 'minPrice'));
  const current = inRole('current').toSorted((left, right) => right.rank - left.rank)[0];
  const lists = inRole('list');
  // A regular price without a reduced one is the price.
  const regular =
    current || range || offer.properties.has('price')
      ? undefined
      : lists.find(({ thing }) => /regular|list/i.test(enumOf(thing, 'priceType') ?? ''));
  return {
    current: current ?? regular,
    list: regular ? undefined : lists[0]?.money,
    shipping: inRole('shipping')[0]?.money,
    low: range && endOf(range, 'minPrice'),
    high: range && endOf(range, 'maxPrice'),
    asides: priced.flatMap(({ role, money }) => (role === 'list' || role === 'current' ? [] : [money!])),
  };
};

/** Most rates read from one shipping description. */
const maxRates = 100;

/** Shipping rates of one description, which is often shared by all offers of a page. */
const ratesOf = (details: Thing, { hints, rates }: SchemaReading): readonly MoneyClaim[] =>
  cached(rates, details, () => {
    const rateIn = (rate: Thing, property: string): MoneyClaim | undefined =>
      moneyOf(rate, property, currencyOf(rate), hints);
    const destination = firstThingOf(details, 'shippingDestination');
    const there = destination && textOfProperty(destination, 'addressCountry');
    const isElsewhere = hints.country !== undefined && there?.length === 2 && there !== hints.country;
    return isElsewhere
      ? []
      : thingsOfProperty(details, 'shippingRate')
          .slice(0, maxRates)
          .map((rate) => rateIn(rate, 'value') ?? rateIn(rate, 'maxValue'))
          .filter((rate) => rate !== undefined);
  });

const shippingOf = (offer: Thing, reading: SchemaReading): MoneyClaim | undefined => {
  const rates = thingsOfProperty(offer, 'shippingDetails').flatMap((details) => ratesOf(details, reading));
  // Rates that depend on unknown conditions are no answer.
  return new Set(rates.map(({ amount }) => amount)).size === 1 ? rates[0] : undefined;
};

/** The value of an enumeration, if known, as a claim. */
const enumClaim = <T>(
  thing: Thing,
  property: string,
  read: (text: string) => T | undefined,
): Claim<T> | undefined => {
  const raw = enumOf(thing, property);
  const value = raw === undefined ? undefined : read(raw);
  return value === undefined ? undefined : { value, raw: raw!, path: thing.pathOf(property) };
};

/** The condition stated by an offer or a product. */
export const conditionOf = (thing: Thing): Claim<Condition> | undefined =>
  enumClaim(thing, 'itemCondition', readCondition);

/** End of the offer's validity. */
const validUntilOf = (offer: Thing): Claim<string> | undefined => {
  const claim = claimOf(offer, 'priceValidUntil') ?? claimOf(offer, 'validThrough');
  return claim && isoTime.test(claim.value) ? claim : undefined;
};

/** The unit price among an offer's specifications, if its unit has a code. */
const unitPriceOf = (
  offer: Thing,
  currency: string | undefined,
  hints: PriceHints,
): OfferClaim['unitPrice'] => {
  for (const specification of thingsOfProperty(offer, 'priceSpecification')) {
    const reference = firstThingOf(specification, 'referenceQuantity');
    const unitCode = textOfProperty(reference ?? specification, 'unitCode');
    const quantity = (reference && textOfProperty(reference, 'value')) ?? '1';
    const money = moneyOf(specification, 'price', currencyOf(specification) ?? currency, hints);
    const isMeasured =
      unitCode !== undefined && /^[A-Z0-9]{2,3}$/.test(unitCode) && !pieceUnit.test(unitCode);
    if (money && isMeasured && /^\d{1,6}(?:\.\d{1,4})?$/.test(quantity))
      return { money, per: { Raw: `${quantity} ${unitCode}`, Quantity: quantity, UnitCode: unitCode } };
  }
  return undefined;
};

const addressOf = (thing: Thing): string | undefined =>
  textOfProperty(thing, 'url') ?? (/^https?:/.test(thing.id ?? '') ? thing.id : undefined);

/** Reads an `Offer` or `AggregateOffer` from any syntax; each is read once. */
export const readOffer = (offer: Thing, reading: SchemaReading): OfferClaim =>
  cached(reading.offers, offer, () => parseOffer(offer, reading));

/** Offers of one product do not number thousands, nor differ a hundredfold: it is a category. */
const maxOffers = 1_000;
const maxSpread = 100;

/** True if an aggregate sums up a category that is marked up as a product. */
const isOfCategory = (offer: Thing, low: MoneyClaim | undefined, high: MoneyClaim | undefined): boolean =>
  !offer.properties.has('offers') &&
  ((countOf(textOfProperty(offer, 'offerCount')) ?? 0) >= maxOffers ||
    (low !== undefined &&
      high !== undefined &&
      Number(low.amount) > 0 &&
      Number(high.amount) / Number(low.amount) >= maxSpread));

const parseOffer = (offer: Thing, reading: SchemaReading): OfferClaim => {
  const { hints } = reading;
  const currency = inheritedCurrency(offer);
  const specified = readSpecifications(offer, currency, hints);
  const isAggregate = offer.is('AggregateOffer') || offer.properties.has('lowPrice');
  const moneyAt = (property: string): MoneyClaim | undefined => moneyOf(offer, property, currency, hints);
  const plain = moneyAt('price');
  const isReduced = plain !== undefined && isReducedBy(plain, specified);
  const isPlain = !isReduced && textOfProperty(offer, 'valueAddedTaxIncluded') !== 'false';
  const [low, high] = isAggregate
    ? [moneyAt('lowPrice'), moneyAt('highPrice')]
    : [specified.low, specified.high];
  if (isAggregate && isOfCategory(offer, low, high)) return { path: offer.path };
  const shipping = shippingOf(offer, reading) ?? specified.shipping;
  return {
    path: offer.path,
    price: (isPlain ? plain : undefined) ?? specified.current?.money ?? plain,
    listPrice: specified.list ?? moneyAt('listPrice') ?? (isReduced ? plain : undefined),
    low,
    high,
    shipping,
    asides: shipping ? [...specified.asides, shipping] : specified.asides,
    availability: enumClaim(offer, 'availability', readAvailabilityUrl),
    condition: conditionOf(offer),
    seller: claimOf(offer, 'seller') ?? claimOf(offer, 'offeredBy'),
    sku: skuOf(claimOf(offer, 'sku')) ?? claimOf(offer, 'mpn'),
    gtin: gtinClaim(offer),
    url: addressOf(offer),
    validUntil: validUntilOf(offer),
    offerCount: isAggregate ? countOf(textOfProperty(offer, 'offerCount')) : undefined,
    unitPrice: unitPriceOf(offer, currency, hints),
    name: textOfProperty(offer, 'name'),
    ...variantMarks(offer, reading),
  };
};

/**
 * True if an offer's own price is the one before a reduction: its specifications contain a lower sale price,
 * or a lower unspecified one while the own price is also stated as the list price.
 */
const isReducedBy = (plain: MoneyClaim, { current, list }: SpecifiedPrices): boolean =>
  current?.money !== undefined &&
  current.mayReduce &&
  compareDecimals(current.money.amount, plain.amount) < 0 &&
  (current.isSale || (list !== undefined && compareDecimals(list.amount, plain.amount) === 0));

/** The sizes of a product or offer in several systems, as things or in one text. */
const sizesOf = (thing: Thing, size: string | undefined): OfferClaim['sizes'] => {
  const stated = thingsOfProperty(thing, 'size')
    .slice(0, maxSizes)
    .flatMap((each) => {
      const name = textOfProperty(each, 'name') ?? textOfProperty(each, 'value');
      return name === undefined ? [] : (regionalSize(name, enumOf(each, 'sizeSystem')) ?? []);
    });
  return stated.length > 1 ? distinctSizes(stated) : sizesInText(size ?? '');
};

const countOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;

/** Size and colour of a product or offer; `size` may be a `SizeSpecification` with a system. */
export const variantMarks = (thing: Thing, { marks }: SchemaReading): VariantMarks =>
  cached(marks, thing, () => parseVariantMarks(thing));

const parseVariantMarks = (thing: Thing): VariantMarks => {
  let size = textOfProperty(thing, 'size');
  let color = textOfProperty(thing, 'color');
  const specification = firstThingOf(thing, 'size');
  const system = specification && textOfProperty(specification, 'sizeSystem');
  for (const property of thingsOfProperty(thing, 'additionalProperty')) {
    const name = textOfProperty(property, 'name') ?? textOfProperty(property, 'propertyID') ?? '';
    const value = textOfValue(property.properties.get('value')?.[0]);
    if (/^(?:shoe )?size$|^größe$|^taille$|^talla$|^taglia$/i.test(name)) size ??= value;
    if (/^colou?r$|^farbe$|^couleur$|^colore$/i.test(name)) color ??= value;
  }
  const region = system === undefined ? undefined : regionOf(system);
  return { size, sizeRegion: region, sizes: sizesOf(thing, size), color };
};
