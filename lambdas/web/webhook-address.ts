import type { EgressPolicy } from './egress/egress-policy.ts';
import { refuseActionUrl } from './refuse-action-url.ts';
import { WebError } from './web-error.ts';

export interface WebhookRules {
  policy: EgressPolicy;
  /** Allows http as well as https; the deployment's allowed targets may have either. */
  allowsHttp: boolean;
}

/**
 * Decides on all that a webhook's address alone shows; what its host's name leads to is judged when it is dialled.
 *
 * @throws WebError `InvalidUrl` or `ForbiddenTarget`.
 */
export const checkWebhookUrl = ({ policy, allowsHttp }: WebhookRules, given: string | URL): URL => {
  const url = policy.checkUrl(given);
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  refuseActionUrl(url);
  if (policy.isAllowedTarget(url.hostname, port)) return url;
  // Without this, deliveries to https on port 80 would be tried for as long as they are kept, and none could arrive.
  if (url.port !== '') {
    throw new WebError(
      'ForbiddenTarget',
      `The port ${port} is not posted to over "${url.protocol}"; expected ${url.protocol === 'https:' ? 443 : 80}.`,
      { retryable: false },
    );
  }
  if (url.protocol === 'https:' || allowsHttp) return url;
  throw new WebError('ForbiddenTarget', 'The scheme "http:" is not posted to; expected https.', {
    retryable: false,
  });
};
