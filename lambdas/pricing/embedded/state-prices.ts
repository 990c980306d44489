import { compareDecimals } from '../../domain/decimals.ts';
import type { MoneyClaim, OfferClaim } from '../claims.ts';
import { isJsonObject, type JsonObject } from '../structured/loose-json.ts';
import { members } from './members.ts';
import { below, type Place } from './reading.ts';
import { findMoney, within } from './state-money.ts';

/** Beside these, a higher `price` is the previous price. */
const reduced = new Set(members.reducedPrice);
/** Keys of the current price, most specific first. */
const priceKeys = [...members.reducedPrice, ...members.price, ...members.priceRange, ...members.minPrice];

/** The list price inside the price object (`price: { sales, list }`), or inside an end of its range. */
const innerList = (object: JsonObject, place: Place): MoneyClaim | undefined => {
  const findIn = (holder: JsonObject, keys: readonly string[], around: Place): MoneyClaim | undefined => {
    for (const key of keys) {
      const price = holder[key];
      const own = below(around, key);
      const money =
        isJsonObject(price) && findMoney(price, members.innerListPrice, within(price, own))?.money;
      if (money) return money;
    }
    return undefined;
  };
  const inPrice = findIn(object, members.priceHolder, place);
  if (inPrice) return inPrice;
  for (const key of members.priceRange) {
    const range = object[key];
    const ends = [...members.lowEnd, ...members.highEnd];
    const money = isJsonObject(range) && findIn(range, ends, below(place, key));
    if (money) return money;
  }
  return undefined;
};

/** Both ends of a price range, if they differ. */
const rangeOf = (
  object: JsonObject,
  key: string,
  place: Place,
): Pick<OfferClaim, 'low' | 'high'> | undefined => {
  const range = object[key];
  if (!members.priceRange.includes(key) || !isJsonObject(range)) return undefined;
  const own = within(range, below(place, key));
  const low = findMoney(range, members.lowEnd, own)?.money;
  const high = findMoney(range, members.highEnd, own)?.money;
  return low && high && compareDecimals(low.amount, high.amount) < 0 ? { low, high } : undefined;
};

/** Reads an object's own price with its list price, or both ends if it has only a range. */
export const readPrices = (
  object: JsonObject,
  place: Place,
): Pick<OfferClaim, 'price' | 'listPrice' | 'low' | 'high'> | undefined => {
  const found = findMoney(object, priceKeys, place);
  if (!found) return undefined;
  const range = rangeOf(object, found.key, place);
  if (range) return range;
  const price = found.money;
  const list =
    findMoney(object, members.listPrice, place)?.money ??
    innerList(object, place) ??
    (reduced.has(found.key) ? findMoney(object, members.priceBefore, place)?.money : undefined);
  const isListPrice =
    list !== undefined &&
    compareDecimals(list.amount, price.amount) > 0 &&
    (list.currency === null || price.currency === null || list.currency === price.currency);
  return { price, listPrice: isListPrice ? list : undefined };
};
