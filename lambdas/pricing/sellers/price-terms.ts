import type { Element } from 'domhandler';
import { compareDecimals } from '../../domain/money/decimals.ts';
import type {
  EvidenceSource,
  Extraction,
  Money,
  Shipping,
  UnitMeasure,
  UnitPrice,
} from '../../domain/result/site-result.ts';
import { contains, cssPath, type Page, type TextRun } from '../page/page.ts';
import { zone } from '../page/page-zones.ts';
import type { EvidenceLog } from '../price/evidence-log.ts';
import type { GatheredPage } from '../price/gather-page.ts';
import { type PriceDecision, visibleMoney } from '../price/price-scene.ts';
import type { StatedPrice } from '../price/resolve-offer.ts';
import { isCurrent, isThirtyDays, type ScoredPrice } from '../price/scored-price.ts';
import { readMeasure, readMeasureBehind } from '../product/quantities.ts';
import { samePrice } from '../sources/amounts.ts';
import type { MoneyClaim } from '../sources/claims.ts';
import { freeFromWords, fromWords, shippingWords } from '../text/price-words.ts';
import { anyOf } from '../words/word-lists.ts';
import { reportedShipping } from './merge-offer-pages.ts';
import { isFreeShippingLine } from './seller-words.ts';

export type PriceTerms = Pick<Extraction, 'Shipping' | 'UnitPrice' | 'LowestRecentPrice' | 'ValidUntil'>;

/** Most lines between a price and its terms. */
const reach = 12;
const away = zone.hidden | zone.chrome | zone.related | zone.review | zone.cart | zone.card;

interface Seen {
  near: readonly ScoredPrice[];
  lines: readonly TextRun[];
}

/** The amounts and lines near the price; empty if the page does not show it. */
const readSurroundings = (
  page: Page,
  { scored }: GatheredPage,
  { price, visible }: PriceDecision,
  rows: readonly Element[],
): Seen => {
  const shown = visible ?? scored.find((each) => price && isCurrent(each) && samePrice(each, price));
  if (!shown) return { near: [], lines: [] };
  const others = rows.filter((row) => !contains(row, shown.element));
  const isOthers = (element: Element): boolean => others.some((row) => contains(row, element));
  const awayHere = away & ~shown.zones;
  const distance = ({ run }: ScoredPrice): number => Math.abs(run - shown.run);
  return {
    near: scored
      .filter((each) => each !== shown && distance(each) <= reach && (each.zones & awayHere) === 0)
      .filter(({ element }) => !isOthers(element))
      .toSorted((one, other) => distance(one) - distance(other)),
    lines: page.runs
      .slice(Math.max(0, shown.run - reach), shown.run + reach + 1)
      .filter(({ pieces }) => pieces.every(({ zones }) => (zones & awayHere) === 0))
      .filter(({ pieces }) => !pieces.some(({ element }) => isOthers(element))),
  };
};

interface Found {
  money: MoneyClaim;
  source: EvidenceSource;
}

const freeWord = new RegExp(anyOf('freeCarriage'), 'iu');

/** "Versandkostenfrei ab 40 €": a free-shipping threshold, whatever its qualifier. */
const isFreeFrom = ({ qualifier, label, run }: ScoredPrice, lines: readonly TextRun[]): boolean => {
  if (qualifier === 'Shipping') return fromWords.test(label) && freeWord.test(label);
  const line = lines.find(({ index }) => index === run)?.text ?? '';
  return qualifier === 'Threshold' && (shippingWords.test(line) || freeFromWords.test(line));
};

/** The only shipping cost near the price; undefined for "from 4.90" and for several amounts. */
const seenShipping = ({ near, lines }: Seen): Found | undefined => {
  const amounts = near.filter((each) => each.qualifier === 'Shipping' && !isFreeFrom(each, lines));
  const isOpen =
    new Set(amounts.map(({ amount }) => amount)).size > 1 ||
    amounts.some(({ label }) => fromWords.test(label));
  const [first] = amounts;
  if (first) return isOpen ? undefined : { money: visibleMoney(first), source: 'Visible' };
  const free = lines.find(({ text }) => isFreeShippingLine(text));
  const path = free && cssPath(free.pieces[0]!.element);
  return free && { money: { amount: '0', currency: null, raw: free.text, path: path! }, source: 'Visible' };
};

type MoneyOf = (claim: MoneyClaim) => Money;

const shippingOf = (
  seen: Seen,
  lead: StatedPrice | undefined,
  price: Money,
  moneyOf: MoneyOf,
  log: EvidenceLog,
): Shipping | null => {
  const stated: Found | undefined = lead?.offer.shipping && {
    money: lead.offer.shipping,
    source: lead.claim.source,
  };
  const found = stated ?? seenShipping(seen);
  const threshold = stated ? undefined : seen.near.find((each) => isFreeFrom(each, seen.lines));
  const isReached = threshold !== undefined && compareDecimals(price.Amount, threshold.amount) >= 0;
  const paid = isReached
    ? { money: { ...visibleMoney(threshold), amount: '0' }, source: 'Visible' as const }
    : found;
  if (!paid) return null;
  log.note('Shipping', paid.source, paid.money);
  return {
    ...reportedShipping(moneyOf(paid.money), price.Currency),
    ...(threshold && { FreeFrom: threshold.amount }),
  };
};

const isBelow = (each: ScoredPrice, price: Money): boolean => compareDecimals(price.Amount, each.amount) > 0;

/** "5 Kč/ks" beside 449 Kč: an unqualified amount lower than the pack's price. */
const isOfPiece = (each: ScoredPrice, price: Money): boolean =>
  each.qualifier === undefined && !each.isOld && isBelow(each, price);

const isOnePiece = ({ UnitCode, Quantity }: UnitMeasure): boolean => UnitCode === 'H87' && Quantity === '1';

const unitPriceOf = (
  { near }: Seen,
  lead: StatedPrice | undefined,
  price: Money,
  moneyOf: MoneyOf,
  log: EvidenceLog,
): UnitPrice | null => {
  const stated = lead?.offer.unitPrice;
  if (stated) {
    log.note('UnitPrice', lead.claim.source, stated.money);
    return { ...moneyOf(stated.money), Per: stated.per };
  }
  const measured = near.filter(({ qualifier }) => qualifier === 'PerUnit');
  const counted = near.filter((each) => isOfPiece(each, price));
  for (const each of [...measured, ...counted]) {
    const behind = each.tail || each.behind;
    const Per = each.qualifier === 'PerUnit' ? readMeasure(behind, each.label) : readMeasureBehind(behind);
    // No piece costs more than the pack: the amount is for another quantity.
    if (!Per || (isOnePiece(Per) && !isBelow(each, price))) continue;
    log.note('UnitPrice', 'Visible', visibleMoney(each));
    return { ...moneyOf(visibleMoney(each)), Per };
  }
  return null;
};

/**
 * Reads the terms near the price: shipping, unit price, lowest price of thirty days, validity.
 *
 * @param rows - of a seller list: other sellers' rows are ignored.
 */
export const readPriceTerms = (
  page: Page,
  gathered: GatheredPage,
  decision: PriceDecision,
  lead: StatedPrice | undefined,
  price: Money,
  moneyOf: MoneyOf,
  log: EvidenceLog,
  rows: readonly Element[],
): PriceTerms => {
  const seen = readSurroundings(page, gathered, decision, rows);
  const lowest = seen.near.find(isThirtyDays);
  const until = lead?.offer.validUntil;
  const terms = {
    Shipping: shippingOf(seen, lead, price, moneyOf, log),
    UnitPrice: unitPriceOf(seen, lead, price, moneyOf, log),
    LowestRecentPrice: lowest ? moneyOf(visibleMoney(lowest)) : null,
    ValidUntil: until?.value ?? null,
  };
  if (lowest) log.note('LowestRecentPrice', 'Visible', visibleMoney(lowest));
  if (until) log.note('ValidUntil', lead.claim.source, until);
  return terms;
};
