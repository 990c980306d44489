import type { MoneyClaim, OfferClaim } from '../claims.ts';
import { isZero } from '../money/amounts.ts';
import { isJsonObject, JsonNumber, type JsonObject, type JsonValue } from '../structured/loose-json.ts';
import { members } from './members.ts';
import { below, type Place } from './reading.ts';
import { findMoney, within } from './state-money.ts';

/** Members of a resale market's product or variant. */
export type Market = Pick<OfferClaim, 'highestBid' | 'lastSale' | 'offerCount'> & {
  /** For how much it is to be had now. */
  lowestAsk: MoneyClaim | undefined;
};

/** Objects below one that are looked through; markets nest theirs twice. */
const maxHolders = 8;

const countOf = (object: JsonObject): number | undefined => {
  for (const key of members.offerCount) {
    const value = object[key];
    if (value instanceof JsonNumber && /^\d{1,9}$/.test(value.text)) return Number(value.text);
  }
  return undefined;
};

/**
 * The object and those below it in which markets keep their figures, outermost first, each with its place. References may
 * make one object stand in many places: each is taken once.
 */
const holdersOf = (object: JsonObject, place: Place): readonly (readonly [JsonObject, Place])[] => {
  const found = new Map([[object, within(object, place)]]);
  for (const [holder, at] of found) {
    for (const key of members.marketHolder) {
      const value = Object.hasOwn(holder, key) ? holder[key] : undefined;
      if (isJsonObject(value) && !found.has(value) && found.size < maxHolders)
        found.set(value, within(value, below(at, key)));
    }
  }
  return [...found];
};

/** Reads lowest ask, highest bid, last sale and number of offers, as resale markets keep them in their state. */
export const readMarket = (object: JsonObject, place: Place): Market => {
  const holders = holdersOf(object, place);
  const money = (keys: readonly string[]): MoneyClaim | undefined => {
    for (const [holder, at] of holders) {
      const found = findMoney(holder, keys, at)?.money;
      // Markets write 0 where nobody asks or bids.
      if (found && !isZero(found.amount)) return found;
    }
    return undefined;
  };
  const counts = holders.flatMap(([holder]) => countOf(holder) ?? []);
  return {
    lowestAsk: money(members.lowestAsk),
    highestBid: money(members.highestBid),
    lastSale: money(members.lastSale),
    offerCount: counts[0],
  };
};

const figures = [...members.lowestAsk, ...members.highestBid];

/** A figure or its absence; `buyNow: true` and `buyNow: "/checkout"` are none. */
const isFigure = (value: JsonValue | undefined): boolean =>
  value === null ||
  value instanceof JsonNumber ||
  isJsonObject(value) ||
  (typeof value === 'string' && /^\P{L}{0,5}\d/u.test(value));

/** True if an object keeps asks or bids of its own, though nobody may ask or bid now: its price is the ask, or it has none. */
export const isOnMarket = (object: JsonObject, place: Place): boolean =>
  holdersOf(object, place).some(([holder]) =>
    figures.some((key) => Object.hasOwn(holder, key) && isFigure(holder[key])),
  );
