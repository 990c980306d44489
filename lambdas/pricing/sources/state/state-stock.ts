import type { Availability } from '../../../domain/result/site-result.ts';
import { readAvailabilityUrl } from '../../text/availability-text.ts';
import type { OfferClaim } from '../claims.ts';
import { isJsonObject, JsonNumber, type JsonObject, type JsonValue } from '../markup/loose-json.ts';
import type { Place } from './members.ts';
import { members } from './members.ts';

type Stock = OfferClaim['availability'];

interface StockKeys {
  words: readonly string[];
  flags: readonly string[];
  counts: ReadonlySet<string>;
}

const outer: StockKeys = {
  words: members.stockWord,
  flags: members.stockFlag,
  counts: new Set(members.stockCount),
};
/** Inside a stock object, short names count too. */
const inner: StockKeys = {
  words: [...members.stockWord, ...members.innerStockWord],
  flags: [...members.stockFlag, ...members.innerStockFlag],
  counts: new Set([...members.stockCount, ...members.innerStockCount]),
};

const flags: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

const rawOf = (value: JsonValue | undefined): string =>
  value instanceof JsonNumber ? value.text : String(value);

type ReadKey = (key: string) => Availability | undefined;

const readWith = (keys: StockKeys, object: JsonObject, path: string, depth: number): Stock => {
  const first = (names: Iterable<string>, readKey: ReadKey): Stock => {
    for (const key of names) {
      const value = Object.hasOwn(object, key) ? readKey(key) : undefined;
      if (value) return { value, raw: rawOf(object[key]), path: `${path}.${key}` };
    }
    return undefined;
  };
  const flagAt = (key: string): boolean | undefined => {
    const value = object[key];
    // Numbers under count keys are counts; only flag keys use 0 and 1.
    return typeof value === 'boolean' || !keys.counts.has(key) ? flags.get(rawOf(value)) : undefined;
  };
  const word: ReadKey = (key) => {
    const text = object[key];
    return typeof text === 'string' && text.length <= 200 ? readAvailabilityUrl(text) : undefined;
  };
  const flagged =
    (yes: Availability | undefined, no: Availability | undefined): ReadKey =>
    (key) => {
      const flag = flagAt(key);
      return flag === undefined ? undefined : flag ? yes : no;
    };
  /** Backorders are allowed: a count of 0 means nothing. */
  const isBackordered =
    object.inventory_policy === 'continue' ||
    members.backorder.some((key) => flags.get(rawOf(object[key])) || object[key] === 'yes');
  const count: ReadKey = (key) => {
    const text = rawOf(object[key]);
    if (!/^\d{1,9}(?:\.\d{1,4})?$/.test(text)) return undefined;
    if (Number(text) > 0) return 'InStock';
    return isBackordered ? undefined : 'OutOfStock';
  };
  const held = (): Stock => {
    for (const key of depth < 2 ? members.stockHolder : []) {
      const holder = object[key];
      const stock = isJsonObject(holder) && readWith(inner, holder, `${path}.${key}`, depth + 1);
      if (stock) return stock;
    }
    return undefined;
  };
  return (
    first(keys.words, word) ??
    first(members.soldOut, flagged('OutOfStock', undefined)) ??
    first(keys.flags, flagged('InStock', 'OutOfStock')) ??
    first(members.soldOut, flagged(undefined, 'InStock')) ??
    first(keys.counts, count) ??
    held() ??
    // A purchase permission says less than a stock state.
    first(members.permission, flagged('InStock', 'OutOfStock'))
  );
};

/**
 * Reads the stock state of an object in application state: a word (`stock: "IN_STOCK"`), a flag
 * (`availableForSale`, `isSoldOut`), a count named after stock (`stockLevel: 0`), or an object around these.
 */
export const readStock = (object: JsonObject, { path }: Place): Stock => readWith(outer, object, path, 0);
