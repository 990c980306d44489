import type { MoneyClaim, OfferClaim } from '../claims.ts';
import { isZero } from '../money/amounts.ts';
import { isJsonObject, JsonNumber, type JsonObject, type JsonValue } from '../structured/loose-json.ts';
import { members } from './members.ts';
import { below, type Place } from './reading.ts';
import { findMoney, within } from './state-money.ts';

/** Figures of a product or variant on a resale market. */
export type Market = Pick<OfferClaim, 'highestBid' | 'lastSale' | 'offerCount'> & {
  /** The lowest price it is currently offered for. */
  lowestAsk: MoneyClaim | undefined;
};

/** Most nested objects searched; markets nest their figures twice. */
const maxHolders = 8;

const countOf = (object: JsonObject): number | undefined => {
  for (const key of members.offerCount) {
    const value = object[key];
    if (value instanceof JsonNumber && /^\d{1,9}$/.test(value.text)) return Number(value.text);
  }
  return undefined;
};

/** The object and nested ones that may contain market figures, outermost first, without duplicates. */
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

/** Reads lowest ask, highest bid, last sale and number of offers. */
export const readMarket = (object: JsonObject, place: Place): Market => {
  const holders = holdersOf(object, place);
  const money = (keys: readonly string[]): MoneyClaim | undefined => {
    for (const [holder, at] of holders) {
      const found = findMoney(holder, keys, at)?.money;
      // Markets write 0 if there are no asks or bids.
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

/** A figure or null; `buyNow: true` and `buyNow: "/checkout"` are neither. */
const isFigure = (value: JsonValue | undefined): boolean =>
  value === null ||
  value instanceof JsonNumber ||
  isJsonObject(value) ||
  (typeof value === 'string' && /^\P{L}{0,5}\d/u.test(value));

/** True if an object has asks or bids of its own, even if empty: its price is the ask, or it has none. */
export const isOnMarket = (object: JsonObject, place: Place): boolean =>
  holdersOf(object, place).some(([holder]) =>
    figures.some((key) => Object.hasOwn(holder, key) && isFigure(holder[key])),
  );
