import * as z from 'zod';
import { maxUrlLength } from './selling-site.ts';

const secretStart = 'whsec_';

/** Bytes of a secret, as Standard Webhooks wants them. */
const minSecretBytes = 24;
const maxSecretBytes = 64;
/** Of a secret that the service makes. */
export const secretRandomBytes = 32;

/**
 * The key in a secret.
 *
 * @param secret - `whsec_` and the key in Base64, padded, as every library of the standard reads it.
 * @returns `undefined` where it is none, or not of 24 to 64 bytes.
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

const isHttpUrl = (value: string): boolean => {
  const url = URL.parse(value);
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') && url.hostname !== '';
};

const hasCredentials = (value: string): boolean => {
  const url = URL.parse(value);
  return url !== null && (url.username !== '' || url.password !== '');
};

/** Where a caller wants to be told of the end of a request; whether the address may be reached is asked apart. */
export const webhookSchema = z.object({
  Url: z
    .string()
    .max(maxUrlLength)
    .refine(isHttpUrl, 'must be an absolute https URL')
    .refine(
      (url) => !hasCredentials(url),
      'must not hold a user name or password: who posts shows by its signature',
    )
    .describe(
      'Address that is notified; https unless the deployment allows http. Only the public web is reachable.',
    ),
  Secret: z
    .string()
    .refine(
      (secret) => secretBytes(secret) !== undefined,
      `must be "${secretStart}" and the Base64 of ${minSecretBytes} to ${maxSecretBytes} bytes`,
    )
    .optional()
    .describe(
      'Signing secret of Standard Webhooks: `whsec_` and the Base64 of 24 to 64 bytes. Absent: the license’s secret, which must exist.',
    ),

  Body: z
    .enum(['Full', 'Reference'])
    .optional()
    .describe('`Full` (default): the response of GET. `Reference`: identifier, status and summary only.'),
});

/** A request's webhook as it is stored. */
export interface Webhook {
  url: string;
  /** Absent: the license's secrets sign. */
  secret?: string | undefined;
  /** Posts identifiers, status and summary only; absent: everything. */
  isReference?: boolean | undefined;
}

/** A webhook as a call names it, as it is stored. */
export const toWebhook = ({ Url, Secret, Body }: z.infer<typeof webhookSchema>): Webhook => ({
  url: Url,
  secret: Secret,
  ...(Body === 'Reference' && { isReference: true }),
});
