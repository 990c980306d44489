import type { Element } from 'domhandler';
import { contains, type Page } from '../page/page.ts';
import { zone } from '../page/page-zones.ts';
import { columnOf } from '../page/table-row.ts';
import { elementsWithin, lineageOf, parentOf } from '../page/walk.ts';
import { isCurrent, type ScoredPrice } from '../price/scored-price.ts';
import { namesProduct, type ProductNames } from '../product/judge-identity.ts';
import type { OfferClaim } from '../sources/claims.ts';
import { conditionIn } from '../sources/condition-text.ts';
import { findPrices, type PriceHints } from '../text/parse-price-text.ts';
import { shippingWords, totalWords } from '../text/price-words.ts';
import { offerOfRow, type Reading, segmentsIn } from './offer-row.ts';
import {
  belowCharges,
  belowSellersHeading,
  findMentions,
  findShopLinks,
  isHere,
  isInLink,
  picturedName,
  type Segment,
  type SellerMention,
  segmentsOf,
} from './seller-mentions.ts';
import { sellerKey } from './seller-names.ts';
import { isFreeShippingLine, mayName } from './seller-words.ts';

const maxTitle = 200;

/** Structure of an element within its row, repeated in every row of a list. */
const placeOf = (element: Element): string =>
  `${element.name}.${element.attribs.class ?? ''}.${columnOf(element)}`;

/**
 * The titles of a list's rows: in each row, the text at the position where some row contains the product's
 * name. A row about another product has another name there.
 *
 * @param rows - texts of each row, without the seller's name.
 */
const rowTitles = (
  rows: readonly (readonly Segment[])[],
  product: ProductNames,
): readonly (string | undefined)[] => {
  const isName = ({ text }: Segment): boolean => namesProduct(text, product);
  const places = new Set(rows.flatMap((row) => row.filter(isName).map(({ element }) => placeOf(element))));
  if (places.size === 0) return rows.map(() => undefined);
  return rows.map((row) => {
    const inPlace = row.filter(
      ({ text, element }) => text !== '' && text.length <= maxTitle && places.has(placeOf(element)),
    );
    return (inPlace.find(isName) ?? inPlace[0])?.text;
  });
};

const maxRowDepth = 12;
/** Texts of a row examined for the seller's name. */
const maxNamePlaces = 12;
/** Amounts examined for a list of rows. */
const maxAnchors = 300;
/** Elements of a row examined for a link. */
const maxElements = 200;

/** The largest ancestor of an element that contains none of its neighbours. */
const rowAround = (all: readonly { element: Element }[], index: number): Element => {
  const { element } = all[index]!;
  const others = [all[index - 1], all[index + 1]].filter((each) => each !== undefined);
  const alone = lineageOf(element, maxRowDepth).filter((around) =>
    others.every((other) => !contains(around, other.element)),
  );
  return alone.at(-1) ?? element;
};

/** The longest list of rows with a common parent. */
const largestList = <Row extends { row: Element }>(rows: readonly Row[]): readonly Row[] => {
  const lists = [...Map.groupBy(rows, ({ row }) => parentOf(row)).values()].filter(
    ({ length }) => length > 1,
  );
  return lists.reduce<readonly Row[]>((most, list) => (list.length > most.length ? list : most), []);
};

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? [];

/** Texts repeated in every row, which name no seller. */
const sharedTexts = (rows: readonly (readonly Segment[])[]): ReadonlySet<string> => {
  const counts = new Map<string, number>();
  for (const text of rows.flatMap((row) => [...new Set(row.map((segment) => segment.text))]))
    counts.set(text, (counts.get(text) ?? 0) + 1);
  return new Set([...counts].flatMap(([text, count]) => (count > 1 ? [text] : [])));
};

/** True if an unlabelled text may be a name: no count or rating, and none of the product's words. */
const mayNameSeller = (text: string, title: ReadonlySet<string>, hints: PriceHints): boolean =>
  mayName(text, hints) &&
  findPrices(text, hints).length === 0 &&
  !wordsOf(text).some((word) => title.has(word));

/** The sellers of rows without explicit seller names: by the logo's text, else the first text. */
const mentionsOfRows = (
  anchors: readonly Segment[],
  page: Page,
  { segments, hints }: Reading,
): SellerMention[] => {
  const title = new Set(wordsOf(`${page.area.title?.text ?? ''} ${page.title}`));
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

/** Zones of additional or alternative charges. */
const besideZones = zone.shipping | zone.instalment | zone.unit | zone.saving | zone.struck;

/** Amounts that may be a row's price, including unscored ones under a seller heading. */
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
 * Finds the amounts, one per row of the page's largest list, whose rows look like those of several sellers:
 * each states its shipping or, under a seller heading, its condition, and outside of one has no link.
 */
const findPricedRows = (reading: Reading, headed: ReadonlySet<number>): readonly Segment[] => {
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

interface VisibleSellers {
  /** Offers of the page's seller list, in page order. */
  offers: readonly OfferClaim[];
  rows: readonly Element[];
  /** Sellers named outside of the list. */
  mentions: readonly SellerMention[];
}

interface SellerRow {
  row: Element;
  mention: SellerMention;
  offer: OfferClaim;
}

const listOf = (
  mentions: readonly SellerMention[],
  reading: Reading,
  product: ProductNames,
): readonly SellerRow[] => {
  const rows = largestList(
    mentions.flatMap((mention, index): SellerRow[] => {
      const row = rowAround(mentions, index);
      const offer = offerOfRow(row, mention, reading);
      return offer ? [{ row, mention, offer }] : [];
    }),
  );
  const texts = rows.map(({ row, mention }) =>
    segmentsIn(reading.segments, row, mention.run).filter(({ element }) => element !== mention.element),
  );
  const titles = rowTitles(texts, product);
  return rows.map((each, at) => ({ ...each, offer: { ...each.offer, name: titles[at] } }));
};

/**
 * Finds the page's list of sellers: adjacent rows that each have an amount, and name a seller or link to one.
 *
 * @param scored - every visible amount.
 * @param known - keys of sellers in the page's data.
 * @param product - names of the page's product: rows may have titles of their own.
 * @param sellsOne - whether the page sells one product.
 */
export const findVisibleSellers = (
  page: Page,
  scored: readonly ScoredPrice[],
  hints: PriceHints,
  known: ReadonlySet<string>,
  product: ProductNames,
  sellsOne: () => boolean,
): VisibleSellers => {
  const charges = belowCharges(page);
  const segments = page.runs.filter(({ index }) => !charges.has(index)).flatMap(segmentsOf);
  const prices = scored.toSorted((one, other) => one.run - other.run);
  const reading = { segments, prices, hints };
  const headed = belowSellersHeading(page);
  const runs = prices.map(({ run }) => run);
  const mentions = findMentions(segments, runs, headed, known, hints);
  const named = mentions.length > 1 ? listOf(mentions, reading, product) : [];
  if (named.length > 1) return apart(mentions, named);
  const ways = findShopLinks(segments, headed);
  const anchors = ways.length > 1 ? ways : findPricedRows(reading, headed);
  const byRows = anchors.length > 1 ? mentionsOfRows(anchors, page, reading) : [];
  const keys = new Set(byRows.map(({ name }) => sellerKey(name)));
  const listed = keys.size > 1 ? listOf(byRows, reading, product) : [];
  const isHeaded = ways.length > 1 && ways.every(({ run }) => headed.has(run));
  return apart(mentions, isHeaded || sellsOne() ? listed : []);
};

const apart = (mentions: readonly SellerMention[], list: readonly SellerRow[]): VisibleSellers => {
  const listed = new Set(list.map(({ mention }) => mention));
  return {
    offers: list.map(({ offer }) => offer),
    rows: list.map(({ row }) => row),
    mentions: mentions.filter((mention) => !listed.has(mention)),
  };
};
