import type { Element } from 'domhandler';
import type { OfferClaim } from '../claims.ts';
import type { ProductNames } from '../identity/other-title.ts';
import type { PriceHints } from '../money/parse-price-text.ts';
import type { Page } from '../page/page.ts';
import type { ScoredPrice } from '../visible/scored-price.ts';
import { offerOfRow, type Reading, segmentsIn } from './offer-row.ts';
import { findPricedRows, largestList, mentionsOfRows, rowAround } from './row-sellers.ts';
import { rowTitles } from './row-titles.ts';
import {
  belowCharges,
  belowSellersHeading,
  findMentions,
  findShopLinks,
  type SellerMention,
  segmentsOf,
} from './seller-mentions.ts';
import { sellerKey } from './seller-names.ts';

export interface VisibleSellers {
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
