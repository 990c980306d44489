import * as z from 'zod';
import { maxUrlLength } from '../site/selling-site.ts';
import { maxSecretBytes, minSecretBytes, secretBytes, secretStart, type Webhook } from './webhook.ts';

const isHttpUrl = (value: string): boolean => {
  const url = URL.parse(value);
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') && url.hostname !== '';
};

const hasCredentials = (value: string): boolean => {
  const url = URL.parse(value);
  return url !== null && (url.username !== '' || url.password !== '');
};

/** A request's webhook. The egress rules for its address are checked separately. */
export const webhookSchema = z.object({
  Url: z
    .string()
    .max(maxUrlLength)
    .refine(isHttpUrl, 'must be an absolute https URL')
    .refine(
      (url) => !hasCredentials(url),
      'must not contain a user name or password; verify the signature instead',
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

export const toWebhook = ({ Url, Secret, Body }: z.infer<typeof webhookSchema>): Webhook => ({
  url: Url,
  secret: Secret,
  ...(Body === 'Reference' && { isReference: true }),
});
