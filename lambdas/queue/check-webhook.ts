import { isObject } from '../domain/json-text.ts';
import { WebError } from '../web/web-error.ts';
import type { WebhookRules } from '../web/webhook-address.ts';
import type { WebhookCheck } from './check-body.ts';

const urlOf = (body: unknown): URL | null => {
  const data = isObject(body) ? body.Data : undefined;
  const webhook = isObject(data) ? data.Webhook : undefined;
  const url = isObject(webhook) ? webhook.Url : undefined;
  return typeof url === 'string' ? URL.parse(url) : null;
};

/**
 * Reports a webhook whose address alone rules out every delivery.
 *
 * @param loadRules - called if a webhook is given.
 */
export const findUnusableWebhook =
  (loadRules: () => Promise<WebhookRules>): WebhookCheck =>
  async (body) => {
    const url = urlOf(body);
    // The schema reports other schemes and credentials.
    const isJudged =
      url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
    if (!isJudged) return [];
    const { checkWebhookUrl } = await import('../web/webhook-address.ts');
    const rules = await loadRules();
    try {
      checkWebhookUrl(rules, url);
      return [];
    } catch (error) {
      if (!(error instanceof WebError)) throw error;
      return [{ Pointer: '/Data/Webhook/Url', Detail: `cannot be used: ${error.message}` }];
    }
  };
