import { anyOf } from '../lexicon/word-lists.ts';
import { samePrice } from '../money/amounts.ts';
import { zone } from '../page/page-zones.ts';
import type { Finding, PriceScene } from './price-relation.ts';
import { blockReach, isAside, payable, type ScoredPrice } from './scored-price.ts';

/** Most that a tax adds to a price. */
const maxTax = 1.3;

const isTaxedOf = (gross: ScoredPrice, net: ScoredPrice): boolean => {
  const ratio = Number(gross.amount) / Number(net.amount);
  return ratio > 1 && ratio <= maxTax;
};

/** Net prices of one page that are held against the others. */
const maxNets = 20;

/** Called net by words, or by the names of its elements. */
const isNet = (price: ScoredPrice): boolean =>
  price.qualifier === 'NetOfTax' || ((price.zones & zone.netOfTax) !== 0 && !isAside(price));

/**
 * Settles which prices are without tax: those that their elements name so, where one with tax stands beside, are aside.
 * Where no price with tax is shown, those without are what is asked, and are given back what they lost.
 */
export const findNets = function* (_: PriceScene, scored: readonly ScoredPrice[]): Generator<Finding> {
  for (const price of scored.filter(isNet).slice(0, maxNets)) {
    const dearer = scored.filter((other) => !isAside(other) && other.score > -30 && isTaxedOf(other, price));
    if (isAside(price)) {
      if (isOnlyNet(price, dearer)) yield { price, says: { qualifier: undefined, isNet: true } };
    } else if (dearer.some((other) => isGrossOf(other, price)))
      yield { price, says: { qualifier: 'NetOfTax' } };
  }
};

const isGrossOf = ({ amount, isOld, zones, score }: ScoredPrice, net: ScoredPrice): boolean =>
  !isOld && (zones & zone.netOfTax) === 0 && score >= 45 && areApartByTax(amount, net.amount);

const isOnlyNet = (price: ScoredPrice, dearer: readonly ScoredPrice[]): boolean =>
  !price.isOld && dearer.length === 0 && !(price.ownLine && /\d/.test(price.label));

/** An amount that is called net in one place is so in all. */
export const findLikeNet = function* (_: PriceScene, scored: readonly ScoredPrice[]): Generator<Finding> {
  const called = scored.filter(({ qualifier }) => qualifier === 'NetOfTax').slice(0, maxNets);
  // "9.90 ex VAT 11.88": the words behind the one may be taken for the other's.
  const nets = called.filter(
    (net) =>
      !called.some((other) => other.run === net.run && isTaxedOf(net, other)) &&
      scored.some((other) => !isAside(other) && !other.isOld && other.score >= 45 && isTaxedOf(other, net)),
  );
  for (const price of scored)
    if (!isAside(price) && nets.some((net) => samePrice(net, price)))
      yield { price, says: { qualifier: 'NetOfTax' } };
};

/** Rates of taxes on sales, in percent. */
const taxRates = [
  2.5, 2.6, 3.8, 4, 5, 5.5, 6, 7, 7.7, 8, 8.1, 9, 9.5, 10, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24,
  25, 25.5, 27,
];
/** Whether two amounts lie as far apart as a price with its tax and the same without. */
export const areApartByTax = (gross: string, net: string): boolean =>
  taxRates.some((rate) => Math.abs(Number(net) / Number(gross) - 100 / (100 + rate)) < 0.0006);

const taxName = new RegExp(String.raw`(?<!\p{L})(?:${anyOf('taxNames')})(?!\p{L})`, 'iu');

/** The tax in a price is no price: named as tax, and as much as a rate makes of the price beside it. */
export const findTaxes = function* (
  { page }: PriceScene,
  scored: readonly ScoredPrice[],
): Generator<Finding> {
  const good = payable(scored);
  for (const tax of good) {
    const line = page.runs[tax.run]?.text ?? '';
    if (line.length > 60 || !(taxName.test(line) || taxName.test(tax.label))) continue;
    const isTaxOf = (gross: ScoredPrice): boolean => {
      const share = Number(tax.amount) / (Number(gross.amount) - Number(tax.amount));
      const slack = 0.006 / (Number(gross.amount) - Number(tax.amount));
      return taxRates.some((rate) => Math.abs(share - rate / 100) <= slack);
    };
    const gross = good.find(
      (other) =>
        Math.abs(other.run - tax.run) <= 2 * blockReach &&
        Number(other.amount) > Number(tax.amount) &&
        isTaxOf(other),
    );
    if (!gross) continue;
    yield { price: tax, says: { qualifier: 'Surcharge' } };
    const net = Number(gross.amount) - Number(tax.amount);
    for (const other of good)
      if (Math.abs(Number(other.amount) - net) < 0.011 && !isAside(other))
        yield { price: other, says: { qualifier: 'NetOfTax' } };
  }
};
