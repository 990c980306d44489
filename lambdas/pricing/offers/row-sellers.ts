import type { Element } from 'domhandler';
import { conditionIn } from '../condition-text.ts';
import { findPrices, type PriceHints } from '../money/parse-price-text.ts';
import { shippingWords, totalWords } from '../money/price-words.ts';
import { lineageOf, parentOf } from '../page/ancestors.ts';
import { findTitleHeading } from '../page/landmarks.ts';
import { contains, type Page } from '../page/page.ts';
import { zone } from '../page/page-zones.ts';
import { elementsWithin } from '../page/walk.ts';
import { isCurrent, type ScoredPrice } from '../visible/scored-price.ts';
import { isFreeShippingLine } from './free-shipping.ts';
import { mayName } from './may-name.ts';
import { type Reading, segmentsIn } from './offer-row.ts';
import { isHere, isInLink, picturedName, type Segment, type SellerMention } from './seller-mentions.ts';

const maxRowDepth = 12;
/** Texts of a row among which the name of who sells is looked for. */
const maxNamePlaces = 12;
/** Amounts that are looked at for a list of rows. */
const maxAnchors = 300;
/** Elements of a row among which a link is looked for. */
const maxElements = 200;

/** The largest element around one of several in which no other of them stands. */
export const rowAround = (all: readonly { element: Element }[], index: number): Element => {
  const { element } = all[index]!;
  const others = [all[index - 1], all[index + 1]].filter((each) => each !== undefined);
  const alone = lineageOf(element, maxRowDepth).filter((around) =>
    others.every((other) => !contains(around, other.element)),
  );
  return alone.at(-1) ?? element;
};

/** Rows of one list stand in one element; the list that has most of them is the page's. */
export const largestList = <Row extends { row: Element }>(rows: readonly Row[]): readonly Row[] => {
  const lists = [...Map.groupBy(rows, ({ row }) => parentOf(row)).values()].filter(
    ({ length }) => length > 1,
  );
  return lists.reduce<readonly Row[]>((most, list) => (list.length > most.length ? list : most), []);
};

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? [];

/** Text that every row repeats names no seller. */
const sharedTexts = (rows: readonly (readonly Segment[])[]): ReadonlySet<string> => {
  const counts = new Map<string, number>();
  for (const text of rows.flatMap((row) => [...new Set(row.map((segment) => segment.text))]))
    counts.set(text, (counts.get(text) ?? 0) + 1);
  return new Set([...counts].flatMap(([text, count]) => (count > 1 ? [text] : [])));
};

/** True if a text that nothing calls a name may be one: no number that counts or rates, and none of the product's words. */
const mayNameSeller = (text: string, title: ReadonlySet<string>, hints: PriceHints): boolean =>
  mayName(text, hints) &&
  findPrices(text, hints).length === 0 &&
  !wordsOf(text).some((word) => title.has(word));

/** Who sells by the rows of a list in which nothing is called a seller: by the picture of a name, or what stands first. */
export const mentionsOfRows = (
  anchors: readonly Segment[],
  page: Page,
  { segments, hints }: Reading,
): SellerMention[] => {
  const title = new Set(wordsOf(`${findTitleHeading(page)?.text ?? ''} ${page.title}`));
  const rows = anchors.map((_, index) => rowAround(anchors, index));
  const texts = rows.map((row, index) => segmentsIn(segments, row, anchors[index]!.run));
  const shared = sharedTexts(texts);
  const found = rows.flatMap((row, index): SellerMention[] => {
    const { run } = anchors[index]!;
    const picture = picturedName(row);
    const alt = picture?.attribs.alt?.trim() ?? '';
    const isOneLetter = /^\p{L}$/u.test(alt);
    if (picture && (isOneLetter || mayNameSeller(alt, title, hints)))
      return [{ name: alt, element: picture, run }];
    const names = texts[index]!.slice(0, maxNamePlaces).filter(
      ({ text }) => !shared.has(text) && mayNameSeller(text, title, hints),
    );
    const links = names.filter(({ text, element }) => isInLink(element) && !/\p{Nd}/u.test(text));
    const named = links.length === 1 ? links[0] : names[0];
    return named ? [{ name: named.text, element: named.element, run: named.run }] : [];
  });
  return found.length === anchors.length ? found : [];
};

const statesShipping = (row: Element, texts: readonly Segment[], { prices, hints }: Reading): boolean =>
  prices.some(({ qualifier, element }) => qualifier === 'Shipping' && contains(row, element)) ||
  texts.some(
    ({ text }) =>
      isFreeShippingLine(text) ||
      findPrices(text, hints, true).some(({ qualifier }) => qualifier === 'Shipping'),
  );

const hasLink = (row: Element): boolean =>
  [...elementsWithin(row.children, maxElements)].some(
    ({ name, attribs }) => name === 'a' && attribs.href !== undefined,
  );

/** Named as what is asked besides, or in another way. */
const besideZones = zone.shipping | zone.instalment | zone.unit | zone.saving | zone.struck;

/** Amounts that may each be what a row asks: of those that the page's weighing passes over as well, below such a heading. */
const paidAmounts = (
  { segments, prices, hints }: Reading,
  headed: ReadonlySet<number>,
): readonly Segment[] => {
  const isPaid = (price: ScoredPrice): boolean =>
    isCurrent(price) &&
    (price.zones & besideZones) === 0 &&
    !(price.ownLine && [totalWords, shippingWords].some((words) => words.test(price.label)));
  const weighed = prices
    .filter(isPaid)
    .map(({ raw, element, zones, run }): Segment => ({ text: raw, element, zones, run }));
  const seen = new Set(prices.map(({ element }) => element));
  const skipped = segments.filter(
    ({ text, element, run }) =>
      headed.has(run) &&
      !seen.has(element) &&
      text.length <= 40 &&
      findPrices(text, hints, true).filter(({ qualifier }) => qualifier === undefined).length === 1,
  );
  return [...weighed, ...skipped]
    .filter((each) => isHere(each, headed))
    .toSorted((one, other) => one.element.startIndex! - other.element.startIndex!)
    .slice(0, maxAnchors);
};

/**
 * Amounts, one in each row of the page's largest list, whose rows speak as those of several sellers do: each tells its
 * carriage, or below a heading of sellers its condition, and leads nowhere.
 */
export const findPricedRows = (reading: Reading, headed: ReadonlySet<number>): readonly Segment[] => {
  const anchors = paidAmounts(reading, headed);
  const rows = anchors
    .map((anchor, index) => ({ anchor, row: rowAround(anchors, index) }))
    .filter(({ anchor, row }) => {
      const texts = segmentsIn(reading.segments, row, anchor.run);
      if (!headed.has(anchor.run)) return !hasLink(row) && statesShipping(row, texts, reading);
      return texts.some(({ text }) => conditionIn(text) !== undefined) || statesShipping(row, texts, reading);
    });
  return largestList(rows).map(({ anchor }) => anchor);
};
