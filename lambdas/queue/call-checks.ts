import { readFileSync } from 'node:fs';
import { listIn } from '../domain/deployment.ts';
import type { SellingSiteRegistry } from '../domain/request/queue-request.ts';
import type { SellingSite } from '../domain/site/selling-site.ts';
import { environment } from '../environment.ts';
import type { WebhookCheck } from './check-body.ts';
import { findUnusableWebhook } from './check-webhook.ts';

/** @param index - URL of the function's `index` module; the deployment writes its registry next to the bundle. */
export const readRegistry = (index: string): SellingSiteRegistry => {
  const file = readFileSync(new URL('./selling-sites.json', index), 'utf8');
  const { SellingSites } = JSON.parse(file) as { SellingSites: SellingSite[] };
  return new Map(SellingSites.map((site) => [site.Name ?? '', site]));
};

/** The deployment's check of webhooks. Loads the egress policy only for calls that need it. */
export const createWebhookCheck = (variables: Readonly<Record<string, string | undefined>>): WebhookCheck =>
  findUnusableWebhook(async () => {
    const { createEgressPolicy } = await import('../web/egress/egress-policy.ts');
    const policy = createEgressPolicy({
      allowedTargets: listIn(variables, 'allowedTargets'),
      advice: variables[environment.egressAdvice],
    });
    return { policy, allowsHttp: variables[environment.webhookHttp] === 'true' };
  });
