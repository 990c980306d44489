import { createHmac } from 'node:crypto';
import type { EpochMs } from './timing.ts';
import { secretBytes } from './webhook.ts';

export interface SignedCall {
  /** The same at every try; receivers tell repeated ones by it. */
  id: string;
  /** Time of the try. */
  atMs: EpochMs;
  body: Uint8Array;
  /** Each signs: while a secret is replaced, receivers may have the old one or the new one. */
  secrets: readonly string[];
}

/**
 * Headers of a call as Standard Webhooks 1.0 says.
 *
 * @throws TypeError for a secret that is none.
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export const webhookHeaders = ({ id, atMs, body, secrets }: SignedCall): Record<string, string> => {
  const timestamp = String(Math.floor(atMs / 1_000));
  const signatures = secrets.map((secret) => {
    const key = secretBytes(secret);
    if (!key) throw new TypeError('Expected a webhook secret, and got a text that is none.');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
};

/** Identifier of the one call that a request makes. */
export const webhookIdOf = (requestId: string): string => `msg_${requestId}`;
