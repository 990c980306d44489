import { ScrapPricesError } from './errors.ts';
import type { HistoryChange, RequestView } from './types.ts';

/** Event of a verified webhook call. */
export type WebhookEvent =
  | {
      /** The scrape request ended; `data` is the response of `status`. */
      type: 'scrap_prices.completed' | 'scrap_prices.failed';
      /** Time of the end, ISO 8601. */
      timestamp: string;
      /** With `Body: 'Reference'`, the `Data` of a completed request has only `Sku` and `Summary`. */
      data: Exclude<RequestView, { RequestStatus: 0 }>;
    }
  | {
      /** A watch found changes. */
      type: 'scrap_prices.changed';
      timestamp: string;
      /** `Changes`, or with `Body: 'Reference'` only their number in `Summary`. */
      data: {
        Watch: string;
        ScheduledAt: string;
        RequestId: string | null;
        Changes?: Omit<HistoryChange, 'IsReported'>[];
        Summary?: { Changes: number };
      };
    };

/** The call is forged or too old; answer it with 400. */
export class WebhookVerificationError extends ScrapPricesError {
  override readonly name = 'WebhookVerificationError';
}

export interface VerifyOptions {
  /** Maximum difference between the call's time and this machine's. Default 300. */
  toleranceSeconds?: number;
  /** Milliseconds since 1970. Default: now. */
  nowMs?: number;
}

/** Headers of a fetch `Request`, or the object of Node.js and most frameworks. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

const headerOf = (headers: WebhookHeaders, name: string): string => {
  if (headers instanceof Headers) return headers.get(name) ?? '';
  const value = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' ? first : '';
};

const bytesOfBase64 = (text: string): Uint8Array<ArrayBuffer> | undefined => {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
};

const keyOf = async (secret: string): Promise<CryptoKey> => {
  const bytes = secret.startsWith('whsec_') ? bytesOfBase64(secret.slice('whsec_'.length)) : undefined;
  if (!bytes || bytes.length === 0) throw new TypeError('secret must be "whsec_" followed by Base64.');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
};

const signedBytes = (id: string, timestamp: string, body: Uint8Array): Uint8Array<ArrayBuffer> => {
  const head = new TextEncoder().encode(`${id}.${timestamp}.`);
  const all = new Uint8Array(head.length + body.length);
  all.set(head);
  all.set(body, head.length);
  return all;
};

/** Maximum signatures to check, because each costs a computation. */
const maxSignatures = 20;

/**
 * Verifies a call to a webhook (Standard Webhooks 1.0) and reads its body.
 *
 * @param secret - `whsec_…` of the license or of the request.
 * @param body - raw body, before any parsing.
 * @returns the event. Every attempt for an event has the same `webhook-id`: skip those already handled.
 * @throws WebhookVerificationError for a forged or old call, TypeError for a malformed secret.
 */
export const verifyWebhook = async (
  secret: string,
  headers: WebhookHeaders,
  body: string | Uint8Array,
  { toleranceSeconds = 300, nowMs = Date.now() }: VerifyOptions = {},
): Promise<WebhookEvent> => {
  const [id, timestamp, signatures] = (['id', 'timestamp', 'signature'] as const).map((name) =>
    headerOf(headers, `webhook-${name}`),
  ) as [string, string, string];
  if (!id || !/^\d{1,12}$/.test(timestamp) || !signatures)
    throw new WebhookVerificationError(
      'The call is not signed: expected the headers webhook-id, webhook-timestamp and webhook-signature.',
    );
  if (Math.abs(nowMs / 1_000 - Number(timestamp)) > toleranceSeconds)
    throw new WebhookVerificationError(
      `The call's time differs from this machine's by more than ${toleranceSeconds} s: it is a replay, or a clock is wrong.`,
    );
  const key = await keyOf(secret);
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const signed = signedBytes(id, timestamp, bytes);
  for (const entry of signatures.split(' ').slice(0, maxSignatures)) {
    const signature = entry.startsWith('v1,') ? bytesOfBase64(entry.slice('v1,'.length)) : undefined;
    // `verify` compares in constant time.
    if (signature && (await crypto.subtle.verify('HMAC', key, signature, signed)))
      return JSON.parse(new TextDecoder().decode(bytes)) as WebhookEvent;
  }
  throw new WebhookVerificationError(
    'No signature matches: the secret is wrong, or the body was changed or parsed.',
  );
};
