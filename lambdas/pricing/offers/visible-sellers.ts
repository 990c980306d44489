import type { Element } from 'domhandler';
import { readAvailabilityText } from '../availability-text.ts';
import type { OfferClaim } from '../claims.ts';
import { findPrices, type PriceHints } from '../money/parse-price-text.ts';
import { shippingWords } from '../money/price-words.ts';
import { lineageOf, parentOf } from '../page/ancestors.ts';
import { findTitleHeading } from '../page/landmarks.ts';
import { contains, type Page } from '../page/page.ts';
import type { ScoredPrice } from '../visible/scored-price.ts';
import { isFreeCarriage } from './free-carriage.ts';
import { conditionIn, offerOfRow, type Reading, segmentsIn } from './offer-row.ts';
import { conditionOfTitle, type ProductNames, rowTitles } from './row-titles.ts';
import {
  belowCharges,
  belowSellersHeading,
  findMentions,
  findWaysOut,
  isName,
  picturedName,
  type Segment,
  type SellerMention,
  segmentsOf,
} from './seller-mentions.ts';
import { leadsOut, saysFeatured, sellerKey } from './seller-names.ts';

export interface VisibleSellers {
  /** What each seller of the page's list asks, in the page's order; empty where it shows no such list. */
  offers: readonly OfferClaim[];
  /** The rows of the list. */
  rows: readonly Element[];
  /** Sellers that are named apart from the list. */
  mentions: readonly SellerMention[];
}

const maxRowDepth = 12;
/** Texts of a row among which the name of who sells is looked for. */
const maxNamePlaces = 12;

/** The largest element around one of several in which no other of them stands. */
const rowAround = (all: readonly { element: Element }[], index: number): Element => {
  const { element } = all[index]!;
  const others = [all[index - 1], all[index + 1]].filter((each) => each !== undefined);
  const alone = lineageOf(element, maxRowDepth).filter((around) =>
    others.every((other) => !contains(around, other.element)),
  );
  return alone.at(-1) ?? element;
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

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? [];

/** What stands in every row is no name of who sells. */
const sharedTexts = (rows: readonly (readonly Segment[])[]): ReadonlySet<string> => {
  const counts = new Map<string, number>();
  for (const text of rows.flatMap((row) => [...new Set(row.map((segment) => segment.text))]))
    counts.set(text, (counts.get(text) ?? 0) + 1);
  return new Set([...counts].flatMap(([text, count]) => (count > 1 ? [text] : [])));
};

/** Whether a text may be a name: it is none of the things that a row says besides. */
const mayName = (text: string, title: ReadonlySet<string>, hints: PriceHints): boolean =>
  isName(text) &&
  !leadsOut(text) &&
  !saysFeatured(text) &&
  !shippingWords.test(text) &&
  !isFreeCarriage(text) &&
  conditionIn(text) === undefined &&
  readAvailabilityText(text) === undefined &&
  findPrices(text, hints).length === 0 &&
  !wordsOf(text).some((word) => title.has(word));

/** Who sells by the rows of a list in which nothing is called a seller: by the picture of a name, or what stands first. */
const mentionsByRows = (
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
    if (picture && mayName(alt, title, hints)) return [{ name: alt, element: picture, run }];
    const named = texts[index]!.slice(0, maxNamePlaces).find(
      ({ text }) => !shared.has(text) && mayName(text, title, hints),
    );
    return named ? [{ name: named.text, element: named.element, run: named.run }] : [];
  });
  return found.length === anchors.length ? found : [];
};

/** The rows, each with what it calls its goods where rows do, and with the condition that this names. */
const withTitles = (
  rows: readonly SellerRow[],
  { segments }: Reading,
  product: ProductNames,
): readonly SellerRow[] => {
  const texts = rows.map(({ row, mention }) =>
    segmentsIn(segments, row, mention.run).filter(({ element }) => element !== mention.element),
  );
  const titles = rowTitles(texts, product);
  return rows.map((each, at) => {
    const name = titles[at];
    if (name === undefined) return each;
    const said = conditionOfTitle(name).condition;
    const condition = each.offer.condition ?? (said && { value: said, raw: name, path: each.offer.path });
    return { ...each, offer: { ...each.offer, name, condition } };
  });
};

const listOf = (
  mentions: readonly SellerMention[],
  reading: Reading,
  product: ProductNames,
): readonly SellerRow[] => {
  const rows = mentions.flatMap((mention, index): SellerRow[] => {
    const row = rowAround(mentions, index);
    const offer = offerOfRow(row, mention, reading);
    return offer ? [{ row, mention, offer }] : [];
  });
  return withTitles(largestList(rows), reading, product);
};

/**
 * Finds the list of sellers that a page shows: rows beside each other that each have an amount and name a seller, or lead
 * out to one.
 *
 * @param scored - every amount that a reader sees.
 * @param known - keys of sellers that the page's data name.
 * @param product - what the page calls what it sells: rows may have titles of their own.
 * @param sellsOne - whether the page sells one product: of a list of products each row leads out as well.
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
  const mentions = findMentions(segments, runs, headed, known);
  const named = mentions.length > 1 ? listOf(mentions, reading, product) : [];
  if (named.length > 1) return apart(mentions, named);
  const ways = findWaysOut(segments, headed);
  const byRows = ways.length > 1 && sellsOne() ? mentionsByRows(ways, page, reading) : [];
  const keys = new Set(byRows.map(({ name }) => sellerKey(name)));
  return apart(mentions, keys.size > 1 ? listOf(byRows, reading, product) : []);
};

const apart = (mentions: readonly SellerMention[], list: readonly SellerRow[]): VisibleSellers => {
  const listed = new Set(list.map(({ mention }) => mention));
  return {
    offers: list.map(({ offer }) => offer),
    rows: list.map(({ row }) => row),
    mentions: mentions.filter((mention) => !listed.has(mention)),
  };
};
