import type { MoneyClaim, OfferClaim } from '../claims.ts';
import { isJsonObject, JsonNumber, type JsonObject } from '../structured/loose-json.ts';
import { members } from './members.ts';
import { below, type Place } from './reading.ts';
import { findMoney, within } from './state-money.ts';

/** What a resale market knows of one product or variant. */
export type Market = Pick<OfferClaim, 'highestBid' | 'lastSale' | 'offerCount'> & {
  /** For how much it is to be had now. */
  lowestAsk: MoneyClaim | undefined;
};

const maxDepth = 3;

const countOf = (object: JsonObject): number | undefined => {
  for (const key of members.offerCount) {
    const value = object[key];
    if (value instanceof JsonNumber && /^\d{1,9}$/.test(value.text)) return Number(value.text);
  }
  return undefined;
};

/** The object and those below it in which markets keep their figures, outermost first, each with its place. */
const holdersOf = (object: JsonObject, place: Place): (readonly [JsonObject, Place])[] => {
  const found: (readonly [JsonObject, Place])[] = [[object, within(object, place)]];
  let level = found;
  for (let depth = 0; depth < maxDepth && level.length > 0; depth += 1) {
    level = level.flatMap(([holder, at]) =>
      members.marketHolder.flatMap((key) => {
        const value = Object.hasOwn(holder, key) ? holder[key] : undefined;
        return isJsonObject(value) ? [[value, within(value, below(at, key))] as const] : [];
      }),
    );
    found.push(...level);
  }
  return found;
};

/** Reads lowest ask, highest bid, last sale and number of offers, as resale markets keep them in their state. */
export const readMarket = (object: JsonObject, place: Place): Market => {
  const holders = holdersOf(object, place);
  const money = (keys: readonly string[]): MoneyClaim | undefined => {
    for (const [holder, at] of holders) {
      const found = findMoney(holder, keys, at)?.money;
      if (found) return found;
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
