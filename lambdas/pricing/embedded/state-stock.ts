import type { Availability } from '../../domain/site-result.ts';
import { readAvailabilityUrl } from '../availability-text.ts';
import type { OfferClaim } from '../claims.ts';
import { isJsonObject, JsonNumber, type JsonObject, type JsonValue } from '../structured/loose-json.ts';
import { spellings } from './key-spellings.ts';

type Stock = OfferClaim['availability'];

interface StockKeys {
  words: readonly string[];
  flags: readonly string[];
  counts: ReadonlySet<string>;
}

const holders = spellings(['stock', 'inventory', 'availability', 'stockInfo', 'availabilityInfo', 'flags']);
const gone = spellings(['soldOut', 'isSoldOut', 'outOfStock', 'isOutOfStock']);
/** Whether it may be bought, which is less than whether it is there. */
const permissions = spellings(['purchasable', 'isSaleable', 'saleable', 'salable', 'orderable']);
/** More may be sold than there is: a count of 0 says nothing. */
const backorders = spellings([
  'backorder',
  'backorders',
  'allowBackorder',
  'backordersAllowed',
  'isBackorderable',
]);

const outer: StockKeys = {
  words: spellings([
    'availability',
    'stockStatus',
    'availabilityStatus',
    'inventoryStatus',
    'stockLevelStatus',
    'stockState',
    'itemStockStatus',
    'productStockStatus',
    'stock',
    'inventory',
  ]),
  flags: spellings([
    'inStock',
    'isInStock',
    'isOnStock',
    'available',
    'isAvailable',
    'availableForSale',
    'isAvailableForSale',
    'availableToOrder',
    'hasStock',
    'inventoryAvailable',
    'stock',
    'availability',
  ]),
  counts: new Set(
    spellings([
      'stock',
      'stockLevel',
      'stockQuantity',
      'stockQty',
      'stockCount',
      'inventory',
      'inventoryQuantity',
      'inventoryLevel',
      'totalInventory',
      'quantityAvailable',
      'availableQuantity',
      'quantityInStock',
      'availableStock',
    ]),
  ),
};
/** Below a key that speaks of stock, short names do as well. */
const inner: StockKeys = {
  words: [...outer.words, ...spellings(['status', 'state', 'value', 'code', 'text', 'label'])],
  flags: [...outer.flags, ...spellings(['orderable'])],
  counts: new Set([
    ...outer.counts,
    ...spellings(['available', 'quantity', 'qty', 'level', 'count', 'amount', 'value']),
  ]),
};

const booleanOf = (value: JsonValue | undefined): boolean | undefined => {
  if (typeof value === 'boolean') return value;
  const text = value instanceof JsonNumber ? value.text : value;
  if (text === 'true' || text === '1') return true;
  return text === 'false' || text === '0' ? false : undefined;
};

const rawOf = (value: JsonValue | undefined): string =>
  value instanceof JsonNumber ? value.text : String(value);

const readWith = (keys: StockKeys, object: JsonObject, path: string, depth: number): Stock => {
  const found = (key: string, value: Availability): Stock => ({
    value,
    raw: rawOf(object[key]),
    path: `${path}.${key}`,
  });
  const flagged = (names: readonly string[], isIn: (flag: boolean) => Availability | undefined): Stock => {
    for (const key of names) {
      if (!Object.hasOwn(object, key)) continue;
      // Numbers below these keys count; only named flags are 0 and 1.
      const flag = keys.counts.has(key)
        ? typeof object[key] === 'boolean'
          ? object[key]
          : undefined
        : booleanOf(object[key]);
      const value = flag === undefined ? undefined : isIn(flag);
      if (value) return found(key, value);
    }
    return undefined;
  };
  for (const key of keys.words) {
    const text = object[key];
    if (typeof text !== 'string' || text.trim() === '' || text.length > 200) continue;
    const value = readAvailabilityUrl(text);
    if (value) return found(key, value);
  }
  const flags =
    flagged(gone, (flag) => (flag ? 'OutOfStock' : undefined)) ??
    flagged(keys.flags, (flag) => (flag ? 'InStock' : 'OutOfStock')) ??
    flagged(gone, () => 'InStock');
  if (flags) return flags;
  const isBackordered =
    object.inventory_policy === 'continue' ||
    backorders.some((key) => booleanOf(object[key]) === true || object[key] === 'yes');
  for (const key of keys.counts) {
    if (!Object.hasOwn(object, key)) continue;
    const count = rawOf(object[key]);
    if (!/^\d{1,9}(?:\.\d{1,4})?$/.test(count)) continue;
    if (Number(count) > 0) return found(key, 'InStock');
    if (!isBackordered) return found(key, 'OutOfStock');
  }
  if (depth < 2)
    for (const key of holders) {
      const holder = object[key];
      const stock = isJsonObject(holder) ? readWith(inner, holder, `${path}.${key}`, depth + 1) : undefined;
      if (stock) return stock;
    }
  return flagged(permissions, (flag) => (flag ? 'InStock' : 'OutOfStock'));
};

/**
 * Reads what an object of application state says about stock: a word (`stock: "IN_STOCK"`), a flag
 * (`availableForSale`, `isSoldOut`), a count named after stock (`stockLevel: 0`), or an object around these.
 */
export const readStock = (object: JsonObject, path: string): Stock => readWith(outer, object, path, 0);
