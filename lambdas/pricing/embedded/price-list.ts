import { compareDecimals } from '../../domain/decimals.ts';
import type { MoneyClaim } from '../claims.ts';
import { canonicalAmount } from '../money/amounts.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../structured/loose-json.ts';
import { below, type Place } from './reading.ts';
import { readStateMoney } from './state-money.ts';

/** Most entries of a list that are read. */
const maxEntries = 50;

/** What only some buyers are asked, or at another place. */
const conditions = ['customerGroup', 'channel', 'validFrom', 'validUntil', 'tiers'];

interface Listed {
  price: MoneyClaim;
  listPrice: MoneyClaim | undefined;
}

const isForAll = (entry: JsonObject): boolean =>
  conditions.every((key) => {
    const value = entry[key];
    return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
  });

/**
 * Reads a list of prices by country and currency, each with what it is lowered to, as headless shops keep them:
 * `prices: [{ country, value: { centAmount, … }, discounted: { value } }]`.
 *
 * @returns `undefined` where it is no such list, or the hints leave several prices.
 * @see https://docs.commercetools.com/api/types#price
 */
export const priceOfList = (list: JsonValue | undefined, place: Place): Listed | undefined => {
  if (!Array.isArray(list)) return undefined;
  const { country, currency } = place.reading.hints;
  const read = list.slice(0, maxEntries).flatMap((entry, index): (Listed & { country: JsonValue })[] => {
    if (!isJsonObject(entry) || !isJsonObject(entry.value) || !isForAll(entry)) return [];
    const own = below({ ...place, currency: undefined }, index);
    const value = readStateMoney(entry.value, below(own, 'value'));
    if (!value) return [];
    const lowered = isJsonObject(entry.discounted)
      ? readStateMoney(entry.discounted.value, below(own, 'discounted.value'))
      : undefined;
    const isLower = lowered !== undefined && compareDecimals(lowered.amount, value.amount) < 0;
    return [
      {
        price: isLower ? lowered : value,
        listPrice: isLower ? value : undefined,
        country: entry.country ?? null,
      },
    ];
  });
  const narrowed = [
    (each: (typeof read)[number]) => each.country === country,
    (each: (typeof read)[number]) => each.price.currency === currency,
  ].reduce((left, isWanted) => {
    const wanted = left.filter(isWanted);
    return wanted.length > 0 ? wanted : left;
  }, read);
  const amounts = new Set(
    narrowed.map(({ price }) => `${canonicalAmount(price.amount)} ${price.currency ?? ''}`),
  );
  const [first] = narrowed;
  return first && amounts.size === 1 ? { price: first.price, listPrice: first.listPrice } : undefined;
};
