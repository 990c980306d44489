import { type License, signingSecrets } from '../domain/license/license.ts';
import { invalidPayload } from '../domain/problem.ts';
import type { Webhook } from '../domain/request/webhook.ts';
import type { EpochMs } from '../domain/timing.ts';

/** Webhook calls are always signed. @throws ProblemError 400 if neither the call nor its license has a secret. */
export const mustBeSigned = (webhook: Webhook | undefined, license: License, nowMs: EpochMs): void => {
  if (!webhook || webhook.secret !== undefined || signingSecrets(license, nowMs).length > 0) return;
  throw invalidPayload([
    {
      Pointer: '/Data/Webhook/Secret',
      Detail:
        'is required, since this license has no webhook secret ("scrap-prices license webhook-secret" creates one)',
    },
  ]);
};
