export const secretStart = 'whsec_';

/** Length of a secret's key, as defined by Standard Webhooks. */
export const minSecretBytes = 24;
export const maxSecretBytes = 64;
/** Length of generated keys. */
export const secretRandomBytes = 32;

/**
 * Reads the key in a secret.
 *
 * @param secret - `whsec_` and the key in padded Base64.
 * @returns `undefined` if the secret is invalid, or its key is not 24 to 64 bytes long.
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export const secretBytes = (secret: string): Uint8Array | undefined => {
  if (!secret.startsWith(secretStart)) return undefined;
  const text = secret.slice(secretStart.length);
  const bytes = Buffer.from(text, 'base64');
  const isWhole = bytes.toString('base64') === text;
  return isWhole && bytes.length >= minSecretBytes && bytes.length <= maxSecretBytes ? bytes : undefined;
};

/** @param random - {@link secretRandomBytes} bytes from a cryptographic source. */
export const formatWebhookSecret = (random: Uint8Array): string =>
  `${secretStart}${Buffer.from(random).toString('base64')}`;

/** A request's webhook, as stored. */
export interface Webhook {
  url: string;
  /** Absent: the license's secrets sign. */
  secret?: string | undefined;
  /** Posts identifiers, status and summary only; absent: everything. */
  isReference?: boolean | undefined;
}
