import type { ProductClaim } from '../claims.ts';
import type { PriceHints } from '../money/price-hints.ts';
import { readMoneyClaim } from '../structured/claim-money.ts';
import { isJsonObject, JsonNumber, type JsonValue } from '../structured/loose-json.ts';
import { labelOf } from './option-names.ts';

/**
 * Reads the event by which a page reports to advertisers that one product is looked at
 * (`fbq('track', 'ViewContent', {content_ids: ["A1"], content_name: "Boot", value: 89.9, currency: "EUR"})`).
 *
 * @see https://developers.facebook.com/docs/meta-pixel/reference
 */
export const pixelProduct = (value: JsonValue, path: string, hints: PriceHints): ProductClaim | undefined => {
  if (!isJsonObject(value)) return undefined;
  const { content_ids: ids, content_name: title, currency, num_items: count } = value;
  if (!Array.isArray(ids) || ids.length !== 1 || typeof currency !== 'string') return undefined;
  if (count instanceof JsonNumber && count.text !== '1') return undefined;
  const [id, name] = [labelOf(ids[0]), labelOf(title)];
  const price = readMoneyClaim(value.value, currency, `${path}.value`, hints);
  if (!id || !price) return undefined;
  return {
    source: 'EmbeddedState',
    path,
    name: name === undefined ? undefined : { value: name, raw: name, path: `${path}.content_name` },
    sku: undefined,
    identifiers: [id],
    offers: [{ path, price }],
    variants: [],
    isRelated: false,
    standing: 'guessed',
  };
};
