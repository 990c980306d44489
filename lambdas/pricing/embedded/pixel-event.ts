import type { ProductClaim } from '../claims.ts';
import { readMoneyClaim } from '../structured/claim-money.ts';
import { isJsonObject, JsonNumber, type JsonValue } from '../structured/loose-json.ts';
import { claimAt, labelOf } from './members.ts';
import type { Place } from './reading.ts';

/**
 * Reads the event that reports a product view to advertisers (`fbq('track', 'ViewContent', {content_ids:
 * ["A1"], content_name: "Boot", value: 89.9, currency: "EUR"})`).
 *
 * @see https://developers.facebook.com/docs/meta-pixel/reference
 */
export const pixelProduct = (value: JsonValue, { path, reading }: Place): ProductClaim | undefined => {
  if (!isJsonObject(value)) return undefined;
  const { content_ids: ids, currency, num_items: count } = value;
  if (!Array.isArray(ids) || ids.length !== 1 || typeof currency !== 'string') return undefined;
  if (count instanceof JsonNumber && count.text !== '1') return undefined;
  const id = labelOf(ids[0]);
  const price = readMoneyClaim(value.value, currency, `${path}.value`, reading.hints);
  if (!id || !price) return undefined;
  return {
    source: 'EmbeddedState',
    path,
    name: claimAt(value, ['content_name'], path),
    identifiers: [id],
    offers: [{ path, price }],
    variants: [],
    isRelated: false,
    certainty: 'guessed',
  };
};
