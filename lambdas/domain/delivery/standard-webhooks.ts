import { createHmac } from 'node:crypto';
import { secretBytes } from '../request/webhook.ts';
import type { EpochMs } from '../timing.ts';

export interface SignedCall {
  /** The same on every attempt, so that receivers recognise repeats. */
  id: string;
  /** Time of the attempt. */
  atMs: EpochMs;
  body: Uint8Array;
  /** All sign: while a secret is being replaced, receivers may have the old or the new one. */
  secrets: readonly string[];
}

/**
 * Headers of a call as defined by Standard Webhooks 1.0.
 *
 * @throws TypeError for an invalid secret.
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export const webhookHeaders = ({ id, atMs, body, secrets }: SignedCall): Record<string, string> => {
  const timestamp = String(Math.floor(atMs / 1_000));
  const signatures = secrets.map((secret) => {
    const key = secretBytes(secret);
    if (!key) throw new TypeError('A webhook secret is invalid; expected "whsec_" and Base64.');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
};

/** `webhook-id` of a request's webhook call. */
export const webhookIdOf = (requestId: string): string => `msg_${requestId}`;
