import type { Page } from '../page/page.ts';
import { samePrice } from '../sources/amounts.ts';
import { type MoneyClaim, type OfferClaim, offersOf, type ProductClaim } from '../sources/claims.ts';
import { readJsonLd } from '../sources/markup/json-ld.ts';
import { readMicrodata, readRdfa } from '../sources/markup/microdata.ts';
import { readOpenGraph } from '../sources/markup/open-graph.ts';
import { productsOfGraph } from '../sources/markup/schema-products.ts';
import { maxRepeatedOffers, maxThings, type ThingGraph, withoutLapsed } from '../sources/markup/thing.ts';
import { readEmbeddedProducts } from '../sources/state/state-products.ts';
import type { PriceHints } from '../text/currency-lexicon.ts';
import { digitsOfCurrency } from '../text/currency-lexicon.ts';
import { decimalAtHome, findNumbers } from '../text/number-token.ts';
import { isAside, type ScoredPrice } from './scored-price.ts';

export interface StatedProducts {
  products: ProductClaim[];
  /** About data that were not read. */
  warnings: string[];
}

/** Returns every product stated in the page's data: standards first, then guesses from application state. */
export const findStatedProducts = (
  page: Page,
  hints: PriceHints,
  fetchedAtMs: number | undefined,
): StatedProducts => {
  const openGraph = readOpenGraph(page, hints);
  const graphs: ThingGraph[] = [readJsonLd(page), readMicrodata(page), readRdfa(page)];
  const ofGraphs = graphs.map((graph) => productsOfGraph(withoutLapsed(graph, fetchedAtMs), hints));
  return {
    products: [
      ...ofGraphs.flatMap(({ products }) => products),
      ...(openGraph ? [openGraph] : []),
      ...readEmbeddedProducts(page, hints),
    ],
    warnings: [
      ...(graphs.some(({ isCut }) => isCut)
        ? [
            `DataTruncated: the page has more structured data than the ${maxThings} items that are read; ` +
              'the product may be in the unread part.',
          ]
        : []),
      ...(ofGraphs.some(({ isCut }) => isCut)
        ? [
            `DataTruncated: the page's products share more than the ${maxRepeatedOffers} offers that are read ` +
              "repeatedly; the product's may be in the unread part.",
          ]
        : []),
    ],
  };
};

/** The distinct ISO codes of the products' prices. */
export const currenciesOf = (claims: readonly ProductClaim[]): string[] => {
  const offers = claims.flatMap(offersOf);
  const codes = offers.flatMap((offer) => [offer.price?.currency, offer.low?.currency]);
  return [...new Set(codes.filter((code): code is string => typeof code === 'string'))];
};

const priceMembers = ['price', 'listPrice', 'low', 'high', 'shipping'] as const;

const otherReading = ({ otherwise, ...money }: MoneyClaim): MoneyClaim =>
  otherwise === undefined ? money : { ...money, amount: otherwise };

const listsOf = ({ offers, variants, sellers = [] }: ProductClaim): OfferClaim[] => [
  ...offers,
  ...variants,
  ...sellers,
];

const threeBehind = /\d[.,]\d{3}(?!\d)/;

/** The other reading of a shown amount with one separator before three digits. */
interface OpenReading {
  amount: string;
  separator: '.' | ',';
}

/**
 * A stated amount as the page prints it, where their digits differ by a fault of the data: floating point
 * ("198.99996"), or thousands taken for decimals in a currency without ("1599.000").
 */
const asPrinted = (money: MoneyClaim, shown: readonly ScoredPrice[]): MoneyClaim => {
  const fraction = money.amount.split('.')[1] ?? '';
  const digits = money.currency === null ? 2 : digitsOfCurrency(money.currency);
  const amounts = [
    ...(fraction.length > 3 ? [Number(money.amount).toFixed(digits)] : []),
    ...(fraction.length === 3 && digits === 0 ? [money.amount.replace('.', '')] : []),
  ];
  const amount = amounts.find((each) => shown.some((price) => samePrice(price, { ...money, amount: each })));
  return amount === undefined ? money : { ...money, amount };
};

const otherOfShown = ({ raw, amount }: ScoredPrice): OpenReading | undefined => {
  if (!threeBehind.test(raw)) return undefined;
  const token = findNumbers(raw).find(({ loneSeparator }) => loneSeparator !== undefined);
  if (token?.loneSeparator === undefined || token.whole.length > 3) return undefined;
  const [grouped, split] = [`${token.whole}${token.fraction}`, `${token.whole}.${token.fraction}`];
  if (amount !== grouped && amount !== split) return undefined;
  return { amount: amount === grouped ? split : grouped, separator: token.loneSeparator };
};

/** A source with all its amounts read in another way. */
const reread = (claim: ProductClaim, read: (money: MoneyClaim) => MoneyClaim): ProductClaim => {
  const ofOffer = (offer: OfferClaim): OfferClaim => {
    const changed = { ...offer };
    for (const member of priceMembers) if (offer[member]) changed[member] = read(offer[member]);
    return changed;
  };
  return {
    ...claim,
    offers: claim.offers.map(ofOffer),
    variants: claim.variants.map(ofOffer),
    ...(claim.sellers && { sellers: claim.sellers.map(ofOffer) }),
  };
};

const isFaulty = ({ amount }: MoneyClaim): boolean => /\.\d{3}/.test(amount);

const statedIn = (claims: readonly ProductClaim[]): MoneyClaim[] =>
  claims
    .flatMap(listsOf)
    .flatMap((offer) => priceMembers.map((member) => offer[member]))
    .filter((money) => money !== undefined);

const groupsByComma = (money: MoneyClaim, price: ScoredPrice): boolean => {
  const currency = price.currency ?? money.currency;
  return currency !== null && decimalAtHome(currency) === '.';
};

/**
 * Rereads shown amounts with one separator before three digits to agree with the data. A page prints all its
 * amounts alike: if a source states one of them in the other reading, and none as read, all are reread. Data
 * that are ambiguous themselves ("1.255") count only beside a different separator ("1,255 €"): no shop groups
 * by both.
 */
export const shownAsStated = (
  scored: readonly ScoredPrice[],
  claims: readonly ProductClaim[],
): readonly ScoredPrice[] => {
  const others = new Map(scored.map((price) => [price, otherOfShown(price)] as const));
  const open = scored.filter((price) => !isAside(price) && others.get(price) !== undefined);
  if (open.length === 0) return scored;
  const stated = statedIn(claims);
  /** A comma on the page and a point in the data: neither is a grouping separator. */
  const areDecimals = (money: MoneyClaim, price: ScoredPrice): boolean =>
    money.otherwise !== undefined && others.get(price)!.separator === ',' && !groupsByComma(money, price);
  const isStated = (price: ScoredPrice, amount: string, isSettled: boolean): boolean =>
    stated.some((money) => {
      if (!areDecimals(money, price))
        return (isSettled || money.otherwise === undefined) && samePrice({ ...price, amount }, money);
      return [money, otherReading(money)].some(
        (each) => amount.includes('.') && samePrice({ ...price, amount }, each),
      );
    });
  const isConfirmed = (price: ScoredPrice): boolean => isStated(price, price.amount, true);
  const isMeant = (price: ScoredPrice): boolean => isStated(price, others.get(price)!.amount, false);
  const areOtherwise = !open.some(isConfirmed) && open.some(isMeant);
  if (!areOtherwise) return scored;
  return scored.map((price) => ({ ...price, amount: others.get(price)?.amount ?? price.amount }));
};

/** True if an amount of the source is shown in its other reading, and none as read. */
const isShownOtherwise = (claim: ProductClaim, shown: readonly ScoredPrice[]): boolean => {
  const open = listsOf(claim)
    .flatMap((offer) => [offer.price, offer.low])
    .filter((money) => money?.otherwise !== undefined) as MoneyClaim[];
  const isShown = (money: MoneyClaim): boolean => shown.some((price) => samePrice(price, money));
  return open.length > 0 && open.some((money) => isShown(otherReading(money))) && !open.some(isShown);
};

/**
 * Rereads sources with ambiguous digits ("30.000") to agree with the page. A source writes all its amounts
 * alike: if one is shown in its other reading, and none as read, all are reread.
 */
export const readAsShown = (
  claims: readonly ProductClaim[],
  scored: readonly ScoredPrice[],
): readonly ProductClaim[] => {
  const shown = scored.filter((price) => !isAside(price));
  return claims.map((claim) => {
    if (isShownOtherwise(claim, shown)) return reread(claim, otherReading);
    return statedIn([claim]).some(isFaulty) ? reread(claim, (money) => asPrinted(money, shown)) : claim;
  });
};
