import type { Condition } from '../../domain/site-result.ts';
import { readAvailabilityUrl } from '../availability-text.ts';
import type { Claim, MoneyClaim, OfferClaim } from '../claims.ts';
import { readGtin } from '../gtin.ts';
import { compareAmounts } from '../money/amounts.ts';
import type { PriceHints } from '../money/parse-price-text.ts';
import { readMoneyClaim } from './claim-money.ts';
import { Thing, textOfProperty, textOfValue, thingsOfProperty } from './thing.ts';

const conditionNames: readonly (readonly [RegExp, Condition])[] = [
  [/refurbished|renewed|reconditioned/i, 'Refurbished'],
  [/open-?box|like-?new/i, 'OpenBox'],
  [/damaged/i, 'Damaged'],
  [/used|pre-?owned|second-?hand/i, 'Used'],
  [/new/i, 'New'],
];

/** Reads `https://schema.org/NewCondition`, `new`, `http://purl.org/…/refurbished` and alike. */
export const readCondition = (text: string): Condition | undefined =>
  conditionNames.find(([pattern]) => pattern.test(text))?.[1];

export const claimOf = (thing: Thing, property: string): Claim<string> | undefined => {
  const value = textOfProperty(thing, property);
  return value === undefined ? undefined : { value, raw: value, path: thing.pathOf(property) };
};

/** An SKU whose field also holds the product's name ("TE502 Chair cover"): the number alone. */
export const skuOf = (claim: Claim<string> | undefined): Claim<string> | undefined => {
  // A number and a name; longer texts are prose, and would be searched for long.
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
      const gtin = raw === undefined ? undefined : readGtin(raw);
      if (raw !== undefined && gtin !== undefined) return { value: gtin, raw, path: thing.pathOf(property) };
    }
  return undefined;
};

/** A member of an enumeration, also where it is given as a thing: `{"@id": "schema:InStock"}`. */
export const enumOf = (thing: Thing, property: string): string | undefined =>
  textOfProperty(thing, property) ?? thingsOfProperty(thing, property)[0]?.id;

const moneyOf = (
  thing: Thing,
  property: string,
  currency: string | undefined,
  hints: PriceHints,
): MoneyClaim | undefined => {
  const values = thing.properties.get(property) ?? [];
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index]!;
    // `price: { "@type": "MonetaryAmount", value, currency }` and alike.
    const money =
      value instanceof Thing
        ? (moneyOf(value, 'value', currencyOf(value) ?? currency, hints) ??
          moneyOf(value, 'price', currencyOf(value) ?? currency, hints))
        : readMoneyClaim(value, currency, thing.pathOf(property, index), hints);
    if (money) return money;
  }
  return undefined;
};

const currencyOf = (thing: Thing): string | undefined => textOfProperty(thing, 'priceCurrency');

/** The thing's own currency, else that of the offer or product that it belongs to. */
const inheritedCurrency = (thing: Thing): string | undefined => {
  let node: Thing | undefined = thing;
  for (let step = 0; node && step < 5; step += 1) {
    const currency = currencyOf(node);
    if (currency !== undefined) return currency;
    node = node.parent;
  }
  return undefined;
};

/** A price or offer for the members of a loyalty programme alone: nobody else pays it. */
export const isForMembers = (thing: Thing): boolean => thing.properties.has('validForMemberTier');

/** What a price specification says its price is. */
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

/** How many pieces must be bought, of an offer or a price specification. */
export const leastQuantity = (thing: Thing): number => {
  const [quantity] = thingsOfProperty(thing, 'eligibleQuantity');
  return quantity
    ? Number(textOfProperty(quantity, 'minValue') ?? textOfProperty(quantity, 'value') ?? 1)
    : 1;
};

/** UN/CEFACT's codes of pieces, and words for one. */
const pieceUnit =
  /^(?:C62|H87|EA|PCE?|NMB|PR|SET|XPK|(?:1 )?(?:pieces?|pcs|units?|items?|each|stück|st|stk))$/i;

/** Whether a price holds for a measure of the product, or for a time. */
const isPerMeasure = (specification: Thing): boolean => {
  const { properties } = specification;
  if (properties.has('referenceQuantity') || properties.has('billingDuration')) return true;
  const unit = textOfProperty(specification, 'unitCode') ?? textOfProperty(specification, 'unitText');
  return unit !== undefined && !pieceUnit.test(unit.trim());
};

interface SpecifiedPrices {
  current?: MoneyClaim | undefined;
  /** The current price is one for everybody and the whole product, and so may be lower than the offer's own. */
  mayReduce: boolean;
  /** It is called a sale price. */
  isSale: boolean;
  list?: MoneyClaim | undefined;
  shipping?: MoneyClaim | undefined;
  low?: MoneyClaim | undefined;
  high?: MoneyClaim | undefined;
  asides: MoneyClaim[];
}

/**
 * Reads the price specifications of an offer. Of several prices that hold now, the one with tax goes before one
 * without, a sale price before others, and one for the whole offer before one per measure.
 *
 * @see https://schema.org/priceSpecification
 * @see https://developers.google.com/search/docs/appearance/structured-data/merchant-listing
 */
const readSpecifications = (
  offer: Thing,
  outerCurrency: string | undefined,
  hints: PriceHints,
): SpecifiedPrices => {
  const found: SpecifiedPrices = { asides: [], mayReduce: false, isSale: false };
  let best = Number.NEGATIVE_INFINITY;
  let regular: MoneyClaim | undefined;
  for (const specification of thingsOfProperty(offer, 'priceSpecification')) {
    const currency = currencyOf(specification) ?? outerCurrency;
    const role = roleOfSpecification(specification);
    const money = moneyOf(specification, 'price', currency, hints);
    const low = moneyOf(specification, 'minPrice', currency, hints);
    const high = moneyOf(specification, 'maxPrice', currency, hints);
    if (role === 'current' && !money && low) {
      found.low ??= low;
      found.high ??= high;
    }
    if (!money) continue;
    if (role !== 'list' && role !== 'current') found.asides.push(money);
    if (role === 'list') {
      found.list ??= money;
      if (/regular|list/i.test(enumOf(specification, 'priceType') ?? '')) regular ??= money;
    } else if (role === 'shipping') found.shipping ??= money;
    else if (role === 'current') {
      const withTax = textOfProperty(specification, 'valueAddedTaxIncluded');
      const isSale = /sale/i.test(enumOf(specification, 'priceType') ?? '');
      // Points for members speak for a member's price, where another one stands beside it.
      const hasPoints = specification.properties.has('membershipPointsEarned');
      const rank =
        (withTax === 'true' ? 4 : withTax === 'false' ? -4 : 0) +
        (isSale ? 2 : 0) -
        (isPerMeasure(specification) ? 3 : 0) -
        (hasPoints ? 8 : 0);
      if (rank > best) {
        best = rank;
        found.current = money;
        found.isSale = isSale;
        found.mayReduce = withTax !== 'false' && !hasPoints && !isPerMeasure(specification);
      }
    }
  }
  // A regular price without a reduced one is what everybody pays.
  if (!found.current && !found.low && regular && !offer.properties.has('price'))
    return { ...found, current: regular, list: undefined };
  return found;
};

const shippingOf = (offer: Thing, hints: PriceHints): MoneyClaim | undefined => {
  const rates: MoneyClaim[] = [];
  for (const details of thingsOfProperty(offer, 'shippingDetails')) {
    const [destination] = thingsOfProperty(details, 'shippingDestination');
    const country = destination ? textOfProperty(destination, 'addressCountry') : undefined;
    if (
      country !== undefined &&
      hints.country !== undefined &&
      country.length === 2 &&
      country !== hints.country
    )
      continue;
    for (const rate of thingsOfProperty(details, 'shippingRate')) {
      const money =
        moneyOf(rate, 'value', currencyOf(rate), hints) ?? moneyOf(rate, 'maxValue', currencyOf(rate), hints);
      if (money) rates.push(money);
    }
  }
  // Rates that depend on what the page does not say are no answer.
  return rates.length > 0 && rates.every((rate) => rate.amount === rates[0]!.amount) ? rates[0] : undefined;
};

/** The condition that an offer or a product states. */
export const conditionOf = (thing: Thing): Claim<Condition> | undefined => {
  const raw = enumOf(thing, 'itemCondition');
  const value = raw === undefined ? undefined : readCondition(raw);
  return value && { value, raw: raw!, path: thing.pathOf('itemCondition') };
};

/** Reads an `Offer` or `AggregateOffer`, whatever syntax stated it. */
export const readOffer = (offer: Thing, hints: PriceHints): OfferClaim => {
  const currency = inheritedCurrency(offer);
  const specified = readSpecifications(offer, currency, hints);
  const isAggregate = offer.is('AggregateOffer') || offer.properties.has('lowPrice');
  const plain = moneyOf(offer, 'price', currency, hints);
  const isReduced = plain !== undefined && isReducedBy(plain, specified);
  const price = plain && !isReduced && !isWithoutTax(offer) ? plain : (specified.current ?? plain);
  const shipping = shippingOf(offer, hints) ?? specified.shipping;
  const availabilityRaw = enumOf(offer, 'availability');
  const availability = availabilityRaw === undefined ? undefined : readAvailabilityUrl(availabilityRaw);
  const seller = claimOf(offer, 'seller') ?? claimOf(offer, 'offeredBy');
  return {
    path: offer.path,
    price,
    listPrice:
      specified.list ?? moneyOf(offer, 'listPrice', currency, hints) ?? (isReduced ? plain : undefined),
    low: isAggregate ? moneyOf(offer, 'lowPrice', currency, hints) : specified.low,
    high: isAggregate ? moneyOf(offer, 'highPrice', currency, hints) : specified.high,
    shipping,
    asides: shipping ? [...specified.asides, shipping] : specified.asides,
    availability: availability && {
      value: availability,
      raw: availabilityRaw!,
      path: offer.pathOf('availability'),
    },
    condition: conditionOf(offer),
    seller,
    sku: skuOf(claimOf(offer, 'sku')) ?? claimOf(offer, 'mpn'),
    gtin: gtinClaim(offer),
    url: textOfProperty(offer, 'url') ?? (/^https?:/.test(offer.id ?? '') ? offer.id : undefined),
    name: textOfProperty(offer, 'name'),
    ...variantMarks(offer),
  };
};

/**
 * Whether an offer's own price is the one before a reduction: a lower sale price stands among its specifications, or a
 * lower one of no kind where the offer's own is called the list price as well.
 */
const isReducedBy = (plain: MoneyClaim, { current, list, isSale, mayReduce }: SpecifiedPrices): boolean =>
  current !== undefined &&
  mayReduce &&
  compareAmounts(current.amount, plain.amount) < 0 &&
  (isSale || (list !== undefined && compareAmounts(list.amount, plain.amount) === 0));

const isWithoutTax = (offer: Thing): boolean => textOfProperty(offer, 'valueAddedTaxIncluded') === 'false';

/** Size and colour as a product or offer names them; `size` may be a `SizeSpecification` with a system. */
export const variantMarks = (thing: Thing): Pick<OfferClaim, 'size' | 'sizeRegion' | 'color'> => {
  let size = textOfProperty(thing, 'size');
  let color = textOfProperty(thing, 'color');
  const [specification] = thingsOfProperty(thing, 'size');
  const system = specification && textOfProperty(specification, 'sizeSystem');
  for (const property of thingsOfProperty(thing, 'additionalProperty')) {
    const name = textOfProperty(property, 'name') ?? textOfProperty(property, 'propertyID') ?? '';
    const value = textOfValue(property.properties.get('value')?.[0]);
    if (/^(?:shoe )?size$|^größe$|^taille$|^talla$|^taglia$/i.test(name)) size ??= value;
    if (/^colou?r$|^farbe$|^couleur$|^colore$/i.test(name)) color ??= value;
  }
  const region = /(?:WearableSizeSystem|SizeSystem)?([A-Z]{2,3})$/.exec(system ?? '')?.[1];
  return { size, sizeRegion: region, color };
};
