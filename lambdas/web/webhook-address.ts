import type { EgressPolicy } from './egress/egress-policy.ts';
import { refuseActionUrl } from './refuse-action-url.ts';
import { WebError } from './web-error.ts';

export interface WebhookRules {
  policy: EgressPolicy;
  /** Allows http as well as https; the deployment's allowed targets may have either. */
  allowsHttp: boolean;
}

/**
 * Checks a webhook's URL. The addresses of its host are checked when connecting.
 *
 * @throws WebError `InvalidUrl` or `ForbiddenTarget`.
 */
export const checkWebhookUrl = ({ policy, allowsHttp }: WebhookRules, given: string | URL): URL => {
  const url = policy.checkUrl(given);
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  refuseActionUrl(url);
  if (policy.isAllowedTarget(url.hostname, port)) return url;
  // Without this check, deliveries to https on port 80 would be retried until they expire.
  if (url.port !== '') {
    throw new WebError(
      'ForbiddenTarget',
      `Webhooks are not sent to port ${port} over "${url.protocol}"; expected ${url.protocol === 'https:' ? 443 : 80}.`,
      { retryable: false },
    );
  }
  if (url.protocol === 'https:' || allowsHttp) return url;
  throw new WebError('ForbiddenTarget', 'Webhooks are not sent over "http:"; expected https.', {
    retryable: false,
  });
};
