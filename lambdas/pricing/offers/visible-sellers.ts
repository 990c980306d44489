import type { Element } from 'domhandler';
import type { OfferClaim } from '../claims.ts';
import { conditionOfTitle, type ProductNames, verdictOf } from '../identity/other-title.ts';
import { samePrice } from '../money/amounts.ts';
import type { PriceHints } from '../money/parse-price-text.ts';
import { contains, type Page } from '../page/page.ts';
import type { ScoredPrice } from '../visible/scored-price.ts';
import { isNeverAsked, offerOfRow, type Reading, segmentsIn } from './offer-row.ts';
import { findPricedRows, largestList, mentionsByRows, rowAround } from './row-sellers.ts';
import { rowTitles } from './row-titles.ts';
import {
  belowCharges,
  belowSellersHeading,
  findMentions,
  findWaysOut,
  type SellerMention,
  segmentsOf,
} from './seller-mentions.ts';
import { isSameSeller, otherGoodsIn, sellerKey } from './seller-names.ts';

export interface VisibleSellers {
  /** Offers of the page's list of sellers, in the page's order; empty without such a list. */
  offers: readonly OfferClaim[];
  /** The rows of the list. */
  rows: readonly Element[];
  /** Sellers that are named apart from the list. */
  mentions: readonly SellerMention[];
}

/** Longest text that may say what is sold instead of the product. */
const maxGoods = 80;

interface SellerRow {
  row: Element;
  mention: SellerMention;
  offer: OfferClaim;
}

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

/** True if a row is about what is no piece of the product: its box, its charger. Of a page that sells such it is not. */
const isOfOtherGoods = (
  row: Element,
  { run }: SellerMention,
  { segments }: Reading,
  { names }: ProductNames,
): boolean =>
  segmentsIn(segments, row, run).some(({ text }) => {
    const goods = text.length <= maxGoods ? otherGoodsIn(text) : undefined;
    return goods !== undefined && !names.some((name) => name.toLowerCase().includes(goods));
  });

const hasNeverAsked = (row: Element, { prices }: Reading): boolean =>
  prices.some((price) => isNeverAsked(price) && contains(row, price.element));

const makeOf = ({ row }: SellerRow): string => `${row.name}.${row.attribs.class ?? ''}`;

/**
 * Without the box to buy that stands beside the rows of a list, is made up as none of them, and says what one of them
 * says again.
 */
const withoutBox = (rows: readonly SellerRow[]): readonly SellerRow[] => {
  const made = Map.groupBy(rows, makeOf);
  const isMadeAlone = (row: SellerRow): boolean => made.get(makeOf(row))!.length === 1;
  const isSaidAgain = (box: SellerRow): boolean =>
    rows.some(
      (other) =>
        !isMadeAlone(other) &&
        isSameSeller(other.mention.name, box.mention.name) &&
        samePrice(other.offer.price!, box.offer.price!),
    );
  return rows.filter((each) => !isMadeAlone(each) || !isSaidAgain(each));
};

interface SellerList {
  rows: readonly SellerRow[];
  /** Sellers in whose rows nothing is asked for the product: amounts that are set aside, or for other goods. */
  idle: ReadonlySet<SellerMention>;
}

const nobody: SellerList = { rows: [], idle: new Set() };

const listOf = (mentions: readonly SellerMention[], reading: Reading, product: ProductNames): SellerList => {
  const idle = new Set<SellerMention>();
  const rows = mentions.flatMap((mention, index): SellerRow[] => {
    const row = rowAround(mentions, index);
    const offer = offerOfRow(row, mention, reading);
    const isOther = isOfOtherGoods(row, mention, reading, product);
    if (isOther || (!offer && hasNeverAsked(row, reading))) idle.add(mention);
    return offer ? [{ row, mention, offer: { ...offer, isOfOtherGoods: isOther } }] : [];
  });
  return { rows: withTitles(withoutBox(largestList(rows)), reading, product), idle };
};

/**
 * Finds the list of sellers that a page shows: rows beside each other that each have an amount and name a seller, or lead
 * out to one.
 *
 * @param scored - every amount that a reader sees.
 * @param known - keys of sellers that the page's data name.
 * @param product - what the page calls what it sells: rows may have titles of their own.
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
  const all = findMentions(segments, runs, headed, known, hints);
  const named = all.length > 1 ? listOf(all, reading, product) : nobody;
  const mentions = all.filter((mention) => !named.idle.has(mention));
  if (named.rows.length > 1) return apart(mentions, named.rows);
  const ways = findWaysOut(segments, headed);
  const anchors = ways.length > 1 ? ways : findPricedRows(reading, headed);
  const byRows = anchors.length > 1 ? mentionsByRows(anchors, page, reading) : [];
  const keys = new Set(byRows.map(({ name }) => sellerKey(name)));
  const listed = keys.size > 1 ? listOf(byRows, reading, product).rows : [];
  const isHeaded = ways.length > 1 && ways.every(({ run }) => headed.has(run));
  return apart(mentions, isHeaded || areOfProduct(listed, product) || sellsOne() ? listed : []);
};

/** True if several rows have the product's own name: of a list of products each row leads out as well. */
const areOfProduct = (rows: readonly SellerRow[], product: ProductNames): boolean =>
  rows.filter(({ offer }) => offer.name !== undefined && verdictOf(offer.name, product) === 'Same').length >
  1;

const apart = (mentions: readonly SellerMention[], list: readonly SellerRow[]): VisibleSellers => {
  const listed = new Set(list.map(({ mention }) => mention));
  return {
    offers: list.map(({ offer }) => offer),
    rows: list.map(({ row }) => row),
    mentions: mentions.filter((mention) => !listed.has(mention)),
  };
};
