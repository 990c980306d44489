import type { PriceHints } from '../../text/parse-price-text.ts';
import type { OfferClaim, ProductClaim } from '../claims.ts';
import {
  claimOf,
  conditionOf,
  enumOf,
  gtinClaim,
  gtinProperties,
  isForMembers,
  leastQuantity,
  readOffer,
  skuOf,
  variantMarks,
} from './schema-offer.ts';
import {
  cached,
  firstThingOf,
  listFor,
  type SchemaReading,
  startSchemaReading,
  Thing,
  type ThingGraph,
  termName,
  textOfProperty,
  textOfValue,
  thingsOfProperty,
} from './thing.ts';

const productTypes = [
  'Product',
  'ProductGroup',
  'ProductModel',
  'IndividualProduct',
  'SomeProducts',
  'ProductCollection',
  'Vehicle',
  'Car',
  'Motorcycle',
  'Book',
  'SoftwareApplication',
  'MobileApplication',
  'WebApplication',
  'VideoGame',
  'Course',
  'Event',
];
/** Applications, courses and events may be free; other products are not. */
const freeTypes = [
  'SoftwareApplication',
  'MobileApplication',
  'WebApplication',
  'VideoGame',
  'Course',
  'CourseInstance',
  'EducationEvent',
  'Event',
];
const neverProducts = [
  'Organization',
  'Corporation',
  'LocalBusiness',
  'Store',
  'OnlineStore',
  'Person',
  'WebPage',
  'WebSite',
  'ItemPage',
  'BreadcrumbList',
  'AggregateRating',
  'Review',
  'Brand',
  'ImageObject',
  'Offer',
  'AggregateOffer',
  'OfferCatalog',
  'ItemList',
  'ListItem',
  'Restaurant',
];
const offerTypes = ['Offer', 'AggregateOffer', 'OfferForPurchase', 'OfferForLease'];

/** Properties that lead from a page or its product to other products. */
const leadsAway = new Set([
  'isRelatedTo',
  'isSimilarTo',
  'isAccessoryOrSparePartFor',
  'isConsumableFor',
  'itemListElement',
  'review',
  'reviews',
  'addOn',
  'hasPart',
  'subjectOf',
  'relatedLink',
  'mentions',
  'significantLink',
  'isBasedOn',
  'accessory',
  'suggestedGear',
  'hasOfferCatalog',
  'containsPlace',
  'predecessorOf',
  'successorOf',
  'workExample',
  'exampleOfWork',
  'recommendation',
  'includedInDataCatalog',
  'associatedProduct',
]);
/** Properties between the parts of one product, which are read together. */
const inner = new Set(['hasVariant', 'isVariantOf', 'itemOffered', 'model', 'hasModel', 'variesBy']);

const stating = new Set([
  ...inner,
  'offers',
  'identifier',
  'additionalProperty',
  'workExample',
  'mainEntity',
  'about',
  'itemReviewed',
  'makesOffer',
]);

/** True if a property leads from a page or its product to the product's own numbers. */
export const leadsToOwnNumbers = (property: string): boolean => stating.has(termName(property));

const isProduct = (thing: Thing): boolean =>
  thing.is(...productTypes) || (thing.properties.has('offers') && !thing.is(...neverProducts));

const placeTypes = [
  'Place',
  'Accommodation',
  'LodgingBusiness',
  'VacationRental',
  'House',
  'Apartment',
  'Hotel',
  'Residence',
];

/** True if a thing is somewhere to go, not something to buy. */
const isPlace = (thing: Thing): boolean => thing.is(...placeTypes) || thing.properties.has('geo');

const isOffer = (thing: Thing): boolean => thing.is(...offerTypes);

/** True if a thing is part of the product or offer that contains it, and read with it. */
const isInner = ({ role, parent }: Thing): boolean =>
  role !== undefined && inner.has(role) && parent !== undefined && (isProduct(parent) || isOffer(parent));

/** The thing and its ancestors, innermost first. */
const lineOf = (thing: Thing): Thing[] => {
  const line: Thing[] = [];
  for (let node: Thing | undefined = thing; node && line.length < 50; node = node.parent) line.push(node);
  return line;
};

const isRelated = (thing: Thing): boolean =>
  lineOf(thing).some(({ role }) => role !== undefined && leadsAway.has(role));

/** True if an offer is one of several by a company: its catalogue rather than the page's product. */
const isCatalogueOffer = ({ role, parent }: Thing): boolean =>
  role === 'makesOffer' && (parent?.properties.get('makesOffer')?.length ?? 0) > 1;

const purchase = /^(?:Order|OrderItem|Invoice|ParcelDelivery|\w*Reservation)$/;

/** True if a thing is part of a completed purchase. */
const isBought = (thing: Thing): boolean =>
  lineOf(thing).some(({ types }) => [...types].some((type) => purchase.test(type)));

/** Most identifiers of one thing, since each offer that references an item repeats them. */
const maxIdentifiers = 100;

const identifiersOf = (thing: Thing, { identifiers }: SchemaReading): readonly string[] =>
  cached(identifiers, thing, () => identifiersIn(thing));

const identifiersIn = (thing: Thing): string[] => {
  const found: string[] = [];
  for (const property of [
    'sku',
    'mpn',
    'productID',
    'productGroupID',
    'inProductGroupWithID',
    'identifier',
    'model',
    ...gtinProperties,
  ])
    for (const value of thing.properties.get(property) ?? []) {
      const text = value instanceof Thing ? textOfProperty(value, 'value') : textOfValue(value);
      if (text) found.push(text.replace(/^(?:sku|mpn|isbn|upc|asin|ean):/i, ''));
    }
  return [...new Set(found)].slice(0, maxIdentifiers);
};

/** The offers inside an aggregate. */
const partsOf = (offer: Thing, { parts }: SchemaReading): readonly Thing[] =>
  cached(parts, offer, () => thingsOfProperty(offer, 'offers').filter((part) => part !== offer));

/** The offers of a product, including those inside an aggregate, whose bounds are their range. */
const offersOf = (product: Thing, reading: SchemaReading): Thing[] =>
  thingsOfProperty(product, 'offers').flatMap((offer) => [
    offer,
    ...listFor(offer, partsOf(offer, reading), reading),
  ]);

/** Every offer that belongs to another thing. */
const ownedOffers = (things: readonly Thing[], reading: SchemaReading): Set<Thing> => {
  const owned = new Set(things.flatMap((thing) => thingsOfProperty(thing, 'offers')));
  for (const offer of [...owned]) for (const part of partsOf(offer, reading)) owned.add(part);
  return owned;
};

/** Business functions other than selling: https://schema.org/BusinessFunction, by GoodRelations' names. */
const otherBusiness =
  /(?:LeaseOut|Repair|Maintain|Buy|Dispose|ConstructionInstallation|ProvideService|Rent)$/i;

/** True if an offer is for renting, repair or purchase rather than a sale. */
const isNoSale = (offer: Thing): boolean => {
  const business = enumOf(offer, 'businessFunction');
  return business === undefined ? offer.is('OfferForLease') : otherBusiness.test(business);
};

/** True if an offer is for resellers and businesses only. */
const isForBusiness = (offer: Thing): boolean => {
  const types = (offer.properties.get('eligibleCustomerType') ?? []).map(
    (value) => (value instanceof Thing ? value.id : textOfValue(value)) ?? '',
  );
  return types.length > 0 && types.every((type) => /(?:Business|Reseller|PublicInstitution)$/i.test(type));
};

/** True if an offer is for other countries only. */
const isForOtherCountry = (offer: Thing, { country }: PriceHints): boolean => {
  const regions = (offer.properties.get('eligibleRegion') ?? []).map((value) =>
    value instanceof Thing ? textOfProperty(value, 'name') : textOfValue(value),
  );
  return (
    country !== undefined &&
    regions.length > 0 &&
    regions.every((region) => /^[A-Z]{2}$/.test(region ?? '') && region !== country)
  );
};

/** The offers for a person buying one piece here; all offers if there are none. */
const offersToAnyone = (offers: readonly Thing[], reading: SchemaReading): readonly Thing[] => {
  const isForSome = (offer: Thing): boolean =>
    cached(
      reading.isForSome,
      offer,
      () =>
        leastQuantity(offer) > 1 ||
        isNoSale(offer) ||
        isForBusiness(offer) ||
        isForOtherCountry(offer, reading.hints),
    );
  const left = offers.filter((offer) => !isForSome(offer));
  if (left.length === offers.length) return offers;
  // Aggregate bounds include the excluded prices.
  const single = left.filter((offer) => !offer.is('AggregateOffer'));
  return single.length > 0 ? single : offers;
};

/** The offers of one product, distinguished by their `itemOffered`. */
const readOffers = (product: Thing, reading: SchemaReading): OfferClaim[] => {
  const mayBeFree = product.is(...freeTypes) || [...product.types].some((type) => type.endsWith('Event'));
  const ownCondition = conditionOf(product);
  const stated = offersOf(product, reading);
  const open = stated.filter((offer) => !isForMembers(offer));
  const offers = offersToAnyone(open, reading).map((offer): OfferClaim => {
    const claim = withItem(readOffer(offer, reading), offer, reading);
    return { ...claim, condition: claim.condition ?? ownCondition, ...(mayBeFree && { mayBeFree }) };
  });
  const [first] = offers;
  const ofMembers = stated.filter(isForMembers).flatMap((offer) => readOffer(offer, reading).price ?? []);
  if (first && ofMembers.length > 0)
    offers[0] = { ...first, asides: [...(first.asides ?? []), ...ofMembers] };
  // A price directly on the product, as in much hand-written markup.
  if (
    offers.length === 0 &&
    (product.properties.has('price') ||
      product.properties.has('lowPrice') ||
      product.properties.has('priceSpecification'))
  )
    offers.push(readOffer(product, reading));
  return offers;
};

const longerOf = (one: OfferClaim['sizes'], other: OfferClaim['sizes']): OfferClaim['sizes'] =>
  (one?.length ?? 0) > 0 ? one : other;

const withItem = (given: OfferClaim, offer: Thing, reading: SchemaReading): OfferClaim => {
  // Some pages put the item's name in its place.
  const claim = { ...given, name: given.name ?? textOfProperty(offer, 'itemOffered') };
  const item = firstThingOf(offer, 'itemOffered');
  if (!item) return claim;
  const marks = variantMarks(item, reading);
  return {
    ...claim,
    sku: claim.sku ?? claimOf(item, 'sku'),
    gtin: claim.gtin ?? gtinClaim(item),
    size: claim.size ?? marks.size,
    sizeRegion: claim.sizeRegion ?? marks.sizeRegion,
    sizes: longerOf(claim.sizes, marks.sizes),
    color: claim.color ?? marks.color,
  };
};

const variantOffers = (variant: Thing, reading: SchemaReading): readonly OfferClaim[] =>
  cached(reading.variants, variant, () => parseVariantOffers(variant, reading));

const parseVariantOffers = (variant: Thing, reading: SchemaReading): OfferClaim[] => {
  const marks = variantMarks(variant, reading);
  const own = {
    sku: claimOf(variant, 'sku') ?? claimOf(variant, 'productID') ?? claimOf(variant, 'mpn'),
    gtin: gtinClaim(variant),
    name: textOfProperty(variant, 'name'),
    url: textOfProperty(variant, 'url'),
    id: textOfProperty(variant, 'sku') ?? textOfProperty(variant, 'productID') ?? variant.id,
  };
  const offers = readOffers(variant, reading);
  const list = offers.length > 0 ? offers : [{ path: variant.path }];
  return list.map((offer) => ({
    ...offer,
    sku: offer.sku ?? own.sku,
    gtin: offer.gtin ?? own.gtin,
    name: own.name ?? offer.name,
    url: offer.url ?? own.url,
    size: offer.size ?? marks.size,
    sizeRegion: offer.sizeRegion ?? marks.sizeRegion,
    sizes: longerOf(offer.sizes, marks.sizes),
    color: offer.color ?? marks.color,
    id: offer.id ?? own.id ?? offer.sku?.value,
  }));
};

/** Offers of one product that differ in size, colour or SKU, which are its variants. */
const variantsAmong = (offers: readonly OfferClaim[]): OfferClaim[] => {
  const single = offers.filter((offer) => offer.low === undefined && offer.price !== undefined);
  if (single.length < 2) return [];
  const keys = new Set(
    single.map((offer) => [offer.size, offer.color, offer.sku?.value ?? offer.gtin?.value ?? ''].join('|')),
  );
  if (keys.size !== single.length) return [];
  return single.map((offer) => ({ ...offer, id: offer.id ?? offer.sku?.value }));
};

/** The URL of the page about the thing. */
const mainPageOf = (thing: Thing): string | undefined =>
  textOfProperty(thing, 'mainEntityOfPage') ?? firstThingOf(thing, 'mainEntityOfPage')?.id;

/** The editions of a book or models of a product with offers. */
const editionsOf = (thing: Thing): Thing[] =>
  [...thingsOfProperty(thing, 'workExample'), ...thingsOfProperty(thing, 'model')].filter(
    (each) => thingsOfProperty(each, 'offers').length > 0,
  );

const readProduct = (thing: Thing, reading: SchemaReading, extraVariants: readonly Thing[]): ProductClaim => {
  const group = firstThingOf(thing, 'isVariantOf');
  const offers = readOffers(thing, reading);
  const variantThings = [
    ...new Set([
      ...thingsOfProperty(thing, 'hasVariant'),
      ...extraVariants,
      ...(offers.length === 0 ? editionsOf(thing) : []),
    ]),
  ].filter((each) => each !== thing);
  const variants = variantThings.flatMap((variant) =>
    listFor(variant, variantOffers(variant, reading), reading),
  );
  const name = claimOf(thing, 'name') ?? (group && claimOf(group, 'name'));
  return {
    source: thing.source,
    path: thing.path,
    name,
    sku:
      skuOf(claimOf(thing, 'sku')) ??
      offers.find((offer) => offer.sku)?.sku ??
      skuOf(claimOf(thing, 'productID')) ??
      claimOf(thing, 'mpn') ??
      (variants.length === 1 ? variants[0]!.sku : undefined) ??
      claimOf(thing, 'productGroupID'),
    identifiers: [
      ...identifiersOf(thing, reading),
      ...offers.flatMap((offer) => (offer.sku ? [offer.sku.value] : [])),
    ],
    gtin: gtinClaim(thing) ?? offers.find((offer) => offer.gtin)?.gtin,
    mpn: claimOf(thing, 'mpn'),
    brand: claimOf(thing, 'brand') ?? (group && claimOf(group, 'brand')) ?? claimOf(thing, 'manufacturer'),
    url: textOfProperty(thing, 'url') ?? offers.find((offer) => offer.url)?.url,
    namesakes: [thing.id, mainPageOf(thing)]
      .filter((each) => each !== undefined)
      .filter((each) => !each.startsWith('#')),
    offers,
    variants: variants.length > 0 ? variants : variantsAmong(offers),
    ...variantMarks(thing, reading),
    isRelated: isRelated(thing),
    element: thing.element,
    certainty: 'stated',
  };
};

/** An offer that names its product by `itemOffered`, or is independent with its own name. */
const readStandaloneOffer = (offer: Thing, reading: SchemaReading): ProductClaim => {
  const item = firstThingOf(offer, 'itemOffered');
  const claim = withItem(readOffer(offer, reading), offer, reading);
  const described = item ?? offer;
  return {
    source: offer.source,
    path: offer.path,
    name: claimOf(described, 'name') ?? claimOf(offer, 'name'),
    sku: claim.sku,
    identifiers: identifiersOf(described, reading),
    gtin: claim.gtin,
    mpn: claimOf(described, 'mpn'),
    brand: claimOf(described, 'brand'),
    url: claim.url ?? textOfProperty(described, 'url'),
    offers: [claim],
    variants: [],
    isRelated: isRelated(offer),
    element: offer.element,
    certainty: 'stated',
  };
};

/** Variants by the group that they reference. */
const variantsByGroup = (things: readonly Thing[]): Map<Thing, Thing[]> => {
  const found = new Map<Thing, Thing[]>();
  for (const thing of things)
    for (const group of thingsOfProperty(thing, 'isVariantOf')) {
      const known = found.get(group);
      if (known) known.push(thing);
      else found.set(group, [thing]);
    }
  return found;
};

/** Variants read with their group, because the page describes it too. */
const variantsOfDescribed = (
  things: readonly Thing[],
  byGroup: ReadonlyMap<Thing, readonly Thing[]>,
): Set<Thing> =>
  new Set([
    ...[...byGroup]
      .filter(([group]) => isProduct(group) && group.role !== 'isVariantOf')
      .flatMap(([group, variants]) => variants.filter((variant) => variant !== group)),
    // A group described inside its variant is read with that.
    ...things.filter((thing) => !isInner(thing)).flatMap((thing) => thingsOfProperty(thing, 'hasVariant')),
  ]);

/** Top-level things referenced by `@id` as related. If two reference each other, either may be the page's. */
const referredAway = (things: readonly Thing[]): ReadonlySet<Thing> => {
  const pairs = things.flatMap((from) =>
    [...from.properties.keys()]
      .filter((role) => leadsAway.has(role))
      .flatMap((role) => thingsOfProperty(from, role).map((to) => ({ from, to }))),
  );
  const named = new Set(pairs.map(({ to }) => to));
  return new Set(
    pairs
      .filter(({ from, to }) => isProduct(from) && !named.has(from) && to.role === undefined)
      .map(({ to }) => to),
  );
};

/** The numbers stated for the page's product, and those of related ones. */
export const numbersOfGraph = ({ things }: ThingGraph): Record<'own' | 'related', string[]> => {
  const isAside = ({ role }: Thing): boolean => role !== undefined && !leadsToOwnNumbers(role);
  const referred = referredAway(things);
  const isOwn = (thing: Thing): boolean => !lineOf(thing).some((each) => isAside(each) || referred.has(each));
  const { own = [], related = [] } = Object.groupBy(things, (thing) => (isOwn(thing) ? 'own' : 'related'));
  return { own: own.flatMap(identifiersIn), related: related.flatMap(identifiersIn) };
};

export interface GraphProducts {
  products: ProductClaim[];
  /** Products share more offers than are read repeatedly. */
  isCut: boolean;
}

/** Finds every product in a graph, with its offers and variants. */
export const productsOfGraph = ({ things }: ThingGraph, hints: PriceHints): GraphProducts => {
  const reading = startSchemaReading(hints);
  const byGroup = variantsByGroup(things);
  const variants = variantsOfDescribed(things, byGroup);
  const referred = referredAway(things);
  const usedOffers = ownedOffers(things, reading);
  const isAlone = (offer: Thing): boolean =>
    isOffer(offer) &&
    !usedOffers.has(offer) &&
    !(offer.role === 'offers' && offer.parent !== undefined) &&
    !isForMembers(offer) &&
    !isCatalogueOffer(offer);
  const places = new Set(things.filter(isPlace).map((place) => textOfProperty(place, 'name')));
  const isGoods = (thing: Thing): boolean =>
    thing.properties.size > 0 &&
    !isBought(thing) &&
    !(isProduct(thing) && places.has(textOfProperty(thing, 'name')));
  const products = things.flatMap((thing) => {
    if (!isGoods(thing)) return [];
    if (!isProduct(thing)) return isAlone(thing) ? [readStandaloneOffer(thing, reading)] : [];
    if (variants.has(thing) || isInner(thing)) return [];
    const product = readProduct(thing, reading, byGroup.get(thing) ?? []);
    return [referred.has(thing) ? { ...product, isRelated: true } : product];
  });
  return { products, isCut: reading.isCut };
};
