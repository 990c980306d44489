import type { Element } from 'domhandler';
import { compareDecimals } from '../../domain/money/decimals.ts';
import { contains, cssPath } from '../page/page.ts';
import { columnHeadOf, rowHeadOf } from '../page/table-row.ts';
import { isAround } from '../page/walk.ts';
import { visibleMoney } from '../price/price-scene.ts';
import { isAside, type ScoredPrice } from '../price/scored-price.ts';
import { addAmounts } from '../sources/amounts.ts';
import type { Claim, MoneyClaim, OfferClaim } from '../sources/claims.ts';
import { conditionIn } from '../sources/condition-text.ts';
import { readAvailabilityText } from '../text/availability-text.ts';
import { findPrices, type PriceHints } from '../text/parse-price-text.ts';
import { freeFromWords, fromWords, shippingWords, totalWords } from '../text/price-words.ts';
import type { Segment, SellerMention } from './seller-mentions.ts';
import { isFeaturedLabel, isFreeShippingCell, isFreeShippingLine, isNamedFeatured } from './seller-words.ts';

const maxRowSegments = 60;

/** The segments inside an element that contains one of them. */
export const segmentsIn = (segments: readonly Segment[], row: Element, run: number): Segment[] => {
  const from = segments.findIndex((segment) => segment.run >= run && contains(row, segment.element));
  if (from < 0) return [];
  let first = from;
  while (first > 0 && from - first < maxRowSegments && contains(row, segments[first - 1]!.element))
    first -= 1;
  const found: Segment[] = [];
  for (let at = first; at < segments.length && found.length < 2 * maxRowSegments; at += 1) {
    if (!contains(row, segments[at]!.element)) break;
    found.push(segments[at]!);
  }
  return found;
};

interface RowMoney {
  money: MoneyClaim;
  isShipping: boolean;
  isTotal: boolean;
  /** Shipping is free from this amount. */
  isThreshold: boolean;
}

/** The head of an element's column, or of its pair in a list. */
const headOf = (element: Element): string => columnHeadOf(element) || rowHeadOf(element);

/** Qualifiers that may apply to a row's price or its shipping; others exclude an amount. */
const chargeable: ReadonlySet<string> = new Set([
  'Shipping',
  'Threshold',
  'NetOfTax',
  'PaymentMethod',
  'OtherCondition',
  'Approximate',
]);

const isNeverCharged = (price: ScoredPrice): boolean =>
  isAside(price) && !chargeable.has(price.qualifier ?? '');

/** Reads amounts of a row that were not scored, because their zone is skipped, or not excluded for good. */
const readRow = (
  segments: readonly Segment[],
  prices: readonly ScoredPrice[],
  hints: PriceHints,
): RowMoney[] => {
  const isSetAside = ({ run, element }: Segment, raw: string): boolean =>
    prices.some(
      (price) => price.run === run && price.element === element && price.raw === raw && isNeverCharged(price),
    );
  return segments.flatMap((segment, at) => {
    const { text, element } = segment;
    return text.length > 200
      ? []
      : findPrices(text, hints, true).flatMap(({ amount, currency, raw, qualifier, start, end }) => {
          const label = text.slice(0, start) || (segments[at - 1]?.text.slice(-60) ?? '');
          const isOfCarriage = qualifier === 'Shipping' || qualifier === 'Threshold';
          if ((isAside({ qualifier }) && !isOfCarriage) || isSetAside(segment, raw)) return [];
          return {
            money: { amount, currency, raw, path: cssPath(element) },
            isShipping: qualifier === 'Shipping' || shippingWords.test(label),
            isTotal: totalWords.test(label),
            isThreshold: isThreshold({ qualifier, label, tail: text.slice(end) }, text),
          };
        });
  });
};

/** "4,90 €, ab 50 € frei": a free-shipping threshold, in a line or cell about shipping. */
const isThreshold = (
  { qualifier, label, tail }: Pick<ScoredPrice, 'qualifier' | 'label' | 'tail'>,
  line: string,
): boolean => {
  const isOfCarriage = shippingWords.test(line) || freeFromWords.test(line);
  return isOfCarriage && (qualifier === 'Threshold' || (fromWords.test(label) && isFreeShippingCell(tail)));
};

/** Interprets a scored amount in a row, and whether it is charged there. */
const weighedMoney = (
  price: ScoredPrice,
  segments: readonly Segment[],
): { money: RowMoney; isCharged: boolean } => {
  const { element, qualifier, label, run } = price;
  const head = headOf(element);
  const line = segments.flatMap((each) => (each.run === run ? each.text : [])).join(' ');
  const threshold = isThreshold(price, `${head} ${line}`);
  const isShipping = !threshold && (qualifier === 'Shipping' || shippingWords.test(head));
  return {
    money: {
      money: visibleMoney(price),
      isShipping,
      isTotal: totalWords.test(label) || totalWords.test(head),
      isThreshold: threshold,
    },
    isCharged: isShipping || threshold || !isAside(price),
  };
};

const isPaid = ({ isShipping, isThreshold: isLeast }: RowMoney): boolean => !isShipping && !isLeast;

const moneyOfRow = (segments: readonly Segment[], row: Element, { prices, hints }: Reading): RowMoney[] => {
  const within = prices.filter(({ element }) => contains(row, element));
  const charged = within
    .filter(({ isOld }) => !isOld)
    .map((price) => ({ price, ...weighedMoney(price, segments) }))
    .filter(({ isCharged }) => isCharged);
  // Beside a signed amount, a bare number is a rank, a count or a rating.
  const isSigned = charged.some(({ price, money }) => isPaid(money) && !price.bare);
  const read = charged.filter(({ price }) => !isSigned || !price.bare).map(({ money }) => money);
  return read.some(isPaid) ? read : readRow(segments, within, hints);
};

/** Free shipping: a line that offers it, or a cell in a shipping column. */
const freeCarriage = (segments: readonly Segment[], currency: string | null): MoneyClaim | undefined => {
  const free = segments.find(
    ({ text, element }) =>
      isFreeShippingLine(text) ||
      (isFreeShippingCell(text) && text.length <= 20 && shippingWords.test(headOf(element))),
  );
  return free && { amount: '0', currency, raw: free.text, path: cssPath(free.element) };
};

/** Price and shipping from the amounts of one row. */
const priceAmong = (
  all: readonly RowMoney[],
): (Pick<OfferClaim, 'shipping' | 'freeFrom'> & { price: MoneyClaim }) | undefined => {
  const shipping = all.find(({ isShipping }) => isShipping)?.money;
  const freeFrom = all.find(({ isThreshold: isLeast }) => isLeast)?.money;
  const others = all.filter(isPaid);
  const [first] = [...others.filter(({ isTotal }) => !isTotal), ...others];
  if (!first) return undefined;
  // The sum of the other two.
  const part =
    shipping &&
    others.find(
      ({ money }) => compareDecimals(addAmounts(money.amount, shipping.amount), first.money.amount) === 0,
    );
  return { price: (part ?? first).money, shipping, freeFrom };
};

const claimIn = <T>(
  segments: readonly Segment[],
  read: (text: string) => T | undefined,
  longest: number,
): Claim<T> | undefined => {
  for (const { text, element } of segments) {
    const value = text.length <= longest ? read(text) : undefined;
    if (value !== undefined) return { value, raw: text, path: cssPath(element) };
  }
  return undefined;
};

const isFeaturedRow = (row: Element, segments: readonly Segment[]): boolean =>
  isNamedFeatured(row) ||
  segments.some(
    ({ text, element }) =>
      text.length <= 60 && (isFeaturedLabel(text) || isAround(element, 2, isNamedFeatured)),
  );

/** Inputs for reading the rows of a page. */
export interface Reading {
  segments: readonly Segment[];
  /** Every visible amount, in page order. */
  prices: readonly ScoredPrice[];
  hints: PriceHints;
}

/** The offer in one seller's row; `undefined` without an amount. */
export const offerOfRow = (
  row: Element,
  mention: SellerMention,
  reading: Reading,
): OfferClaim | undefined => {
  const { name, element, run } = mention;
  const own = segmentsIn(reading.segments, row, run);
  const money = priceAmong(moneyOfRow(own, row, reading));
  if (!money) return undefined;
  const others = own.filter((segment) => segment.element !== element || !segment.text.includes(name));
  return {
    path: cssPath(row),
    ...money,
    shipping: money.shipping ?? freeCarriage(others, money.price.currency),
    seller: { value: name, raw: name, path: cssPath(element) },
    condition: claimIn(others, conditionIn, 200),
    availability: claimIn(others, readAvailabilityText, 60),
    isFeatured: isFeaturedRow(row, own),
  };
};
