import type { Element } from 'domhandler';
import { readAvailabilityText } from '../availability-text.ts';
import type { Claim, MoneyClaim, OfferClaim } from '../claims.ts';
import { visibleMoney } from '../decide/price-decision.ts';
import { addAmounts, compareAmounts } from '../money/amounts.ts';
import { findPrices, type PriceHints } from '../money/parse-price-text.ts';
import { shippingWords, totalWords } from '../money/price-words.ts';
import { lineageOf, parentOf } from '../page/ancestors.ts';
import { contains, cssPath, type Page, type TextRun } from '../page/page.ts';
import { zone } from '../page/page-zones.ts';
import { columnHeadOf } from '../page/table-row.ts';
import { readCondition } from '../structured/schema-offer.ts';
import { isAside, type ScoredPrice } from '../visible/scored-price.ts';
import { isFreeCarriage } from './free-carriage.ts';
import {
  headsSellers,
  isNamedFeatured,
  isNamedSeller,
  isSameSeller,
  isSellerHead,
  saysFeatured,
  sellerInLine,
} from './seller-names.ts';

/** Text of one element in a line of the page: what stands in several elements of one line is told apart. */
interface Segment {
  text: string;
  element: Element;
  zones: number;
  run: number;
}

/** Who sells, as the page shows it in one place. */
export interface SellerMention {
  name: string;
  element: Element;
  run: number;
}

export interface VisibleSellers {
  /** What each seller of the page's list asks, in the page's order; empty where it shows no such list. */
  offers: readonly OfferClaim[];
  /** Sellers that are named apart from the list. */
  mentions: readonly SellerMention[];
}

const maxName = 80;
const maxMentions = 300;
const maxRowDepth = 12;
const maxRowSegments = 60;
const maxListRuns = 1_000;
/** Rows of a table are asked for their column's head only where the page has such a head. */
const maxCells = 2_000;

const away = zone.hidden | zone.chrome | zone.related | zone.review | zone.cart;
/** Of what stands below a heading of other sellers. */
const awayBelow = away & ~zone.related;

const isName = (text: string): boolean => text.length <= maxName && /[\p{L}]{2}/u.test(text);

/** Numbers of the lines that stand below a heading of other sellers, which are elsewhere called what is sold as well. */
const belowSellersHeading = ({ headings, runs }: Page): ReadonlySet<number> => {
  const found = new Set<number>();
  for (const [at, { text, run }] of headings.entries()) {
    if (text.length > maxName || !headsSellers(text)) continue;
    const end = Math.min(headings[at + 1]?.run ?? runs.length, run + maxListRuns);
    for (let index = run; index < end; index += 1) found.add(index);
  }
  return found;
};

const segmentsOf = ({ text, pieces, index }: TextRun): Segment[] =>
  pieces.map(({ start, element, zones }, at) => ({
    text: text.slice(start, pieces[at + 1]?.start ?? text.length).trim(),
    element,
    zones,
    run: index,
  }));

const isInTable = (element: Element): boolean => lineageOf(element, 4).some(({ name }) => name === 'td');

/** The name of who sells that a piece of text gives. */
const nameIn = (segments: readonly Segment[], at: number, hasHead: boolean): string | undefined => {
  const { text, element } = segments[at]!;
  if (text === '' || text.length > 2 * maxName) return undefined;
  const said = sellerInLine(text);
  if (said === '') return segments[at + 1]?.text;
  if (said !== undefined) return said;
  if (lineageOf(element, 2).some(isNamedSeller)) return text;
  return hasHead && isInTable(element) && isSellerHead(columnHeadOf(element)) ? text : undefined;
};

/** Every place in which the page names who sells; a name that is said again before any amount is said once. */
const mentionsOf = (
  segments: readonly Segment[],
  priceRuns: readonly number[],
  headed: ReadonlySet<number>,
): SellerMention[] => {
  const hasHead = segments.slice(0, maxCells).some(({ text }) => text.length <= 20 && isSellerHead(text));
  const found: SellerMention[] = [];
  for (const [at, { element, zones, run }] of segments.entries()) {
    if (found.length >= maxMentions) break;
    const isHere = (zones & (headed.has(run) ? awayBelow : away)) === 0;
    const name = isHere ? nameIn(segments, at, hasHead) : undefined;
    if (name === undefined || !isName(name)) continue;
    const last = found.at(-1);
    const isAgain =
      last !== undefined &&
      isSameSeller(last.name, name) &&
      !priceRuns.some((price) => price > last.run && price < run);
    if (!isAgain) found.push({ name, element, run });
  }
  return found;
};

/** The largest element around a mention in which nobody else is named. */
const rowAround = (mentions: readonly SellerMention[], index: number): Element => {
  const { element } = mentions[index]!;
  const others = [mentions[index - 1], mentions[index + 1]].filter((each) => each !== undefined);
  const alone = lineageOf(element, maxRowDepth).filter((around) =>
    others.every((other) => !contains(around, other.element)),
  );
  return alone.at(-1) ?? element;
};

/** What stands in an element, around one of its segments. */
const segmentsIn = (segments: readonly Segment[], row: Element, from: number): Segment[] => {
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
}

/** Amounts of a row that the page's weighing has not seen, since its zone is passed over. */
const readRow = (segments: readonly Segment[], hints: PriceHints): RowMoney[] =>
  segments.flatMap(({ text, element }, at) =>
    text.length > 200
      ? []
      : findPrices(text, hints, true).map(({ amount, currency, raw, qualifier, start }) => {
          const label = text.slice(0, start) || (segments[at - 1]?.text.slice(-60) ?? '');
          return {
            money: { amount, currency, raw, path: cssPath(element) },
            isShipping: qualifier === 'Shipping' || shippingWords.test(label),
            isTotal: totalWords.test(label),
          };
        }),
  );

const moneyOfRow = (
  segments: readonly Segment[],
  row: Element,
  prices: readonly ScoredPrice[],
  hints: PriceHints,
): RowMoney[] => {
  const weighed = prices
    .filter(({ element, isOld }) => !isOld && contains(row, element))
    .filter((price) => price.qualifier === 'Shipping' || !isAside(price))
    .map((price) => ({
      money: visibleMoney(price),
      isShipping: price.qualifier === 'Shipping',
      isTotal: totalWords.test(price.label),
    }));
  return weighed.some(({ isShipping }) => !isShipping) ? weighed : readRow(segments, hints);
};

const freeCarriage = (segments: readonly Segment[], currency: string | null): MoneyClaim | undefined => {
  const free = segments.find(({ text }) => isFreeCarriage(text));
  return free && { amount: '0', currency, raw: free.text, path: cssPath(free.element) };
};

/** What is paid for the product alone, of the amounts of one row, and for its carriage. */
const priceAmong = (
  all: readonly RowMoney[],
): { price: MoneyClaim; shipping: MoneyClaim | undefined } | undefined => {
  const shipping = all.find(({ isShipping }) => isShipping)?.money;
  const others = all.filter(({ isShipping }) => !isShipping);
  const [first] = [...others.filter(({ isTotal }) => !isTotal), ...others];
  if (!first) return undefined;
  // The sum of the other two.
  const part =
    shipping &&
    others.find(
      ({ money }) => compareAmounts(addAmounts(money.amount, shipping.amount), first.money.amount) === 0,
    );
  return { price: (part ?? first).money, shipping };
};

const claimIn = <T>(
  segments: readonly Segment[],
  read: (text: string) => T | undefined,
): Claim<T> | undefined => {
  for (const { text, element } of segments) {
    const value = text.length <= 60 ? read(text) : undefined;
    if (value !== undefined) return { value, raw: text, path: cssPath(element) };
  }
  return undefined;
};

const conditionWord = /^\p{L}[\p{L}\s:–-]{0,40}$/u;

const isFeaturedRow = (row: Element, segments: readonly Segment[]): boolean =>
  isNamedFeatured(row) ||
  segments.some(
    ({ text, element }) =>
      text.length <= 60 && (saysFeatured(text) || lineageOf(element, 2).some(isNamedFeatured)),
  );

/** What the rows of a page are read from. */
interface Reading {
  segments: readonly Segment[];
  /** Every amount that a reader sees, in the page's order. */
  prices: readonly ScoredPrice[];
  hints: PriceHints;
}

const offerOfRow = (
  row: Element,
  { name, element }: SellerMention,
  { segments, prices, hints }: Reading,
): OfferClaim | undefined => {
  const from = segments.findIndex((segment) => segment.element === element);
  const own = segmentsIn(segments, row, from);
  const money = priceAmong(moneyOfRow(own, row, prices, hints));
  if (!money) return undefined;
  const others = own.filter((segment) => segment.element !== element);
  return {
    path: cssPath(row),
    price: money.price,
    shipping: money.shipping ?? freeCarriage(others, money.price.currency),
    seller: { value: name, raw: name, path: cssPath(element) },
    condition: claimIn(others, (text) => (conditionWord.test(text) ? readCondition(text) : undefined)),
    availability: claimIn(others, readAvailabilityText),
    isFeatured: isFeaturedRow(row, own),
  };
};

interface SellerRow {
  row: Element;
  mention: SellerMention;
  offer: OfferClaim;
}

/** Rows of one list stand in one element; the list that has most of them is the page's. */
const largestList = (rows: readonly SellerRow[]): readonly SellerRow[] => {
  const lists = [...Map.groupBy(rows, ({ row }) => parentOf(row)).values()].filter(
    ({ length }) => length > 1,
  );
  return lists.reduce<readonly SellerRow[]>((most, list) => (list.length > most.length ? list : most), []);
};

/**
 * Finds the list of sellers that a page shows: rows that each name a seller and an amount, beside each other.
 *
 * @param scored - every amount that a reader sees.
 */
export const findVisibleSellers = (
  page: Page,
  scored: readonly ScoredPrice[],
  hints: PriceHints,
): VisibleSellers => {
  const segments = page.runs.flatMap(segmentsOf);
  const prices = scored.toSorted((one, other) => one.run - other.run);
  const mentions = mentionsOf(
    segments,
    prices.map(({ run }) => run),
    belowSellersHeading(page),
  );
  if (mentions.length < 2) return { offers: [], mentions };
  const rows = mentions.flatMap((mention, index): SellerRow[] => {
    const row = rowAround(mentions, index);
    const offer = offerOfRow(row, mention, { segments, prices, hints });
    return offer ? [{ row, mention, offer }] : [];
  });
  const list = largestList(rows);
  const listed = new Set(list.map(({ mention }) => mention));
  return {
    offers: list.map(({ offer }) => offer),
    mentions: mentions.filter((mention) => !listed.has(mention)),
  };
};
