import { responseTimeoutMs } from '../domain/delivery/delivery-record.ts';
import { defaultHttpLimits, type HttpLimits } from './http/http-limits.ts';
import { createPinnedDispatcher } from './http/pinned-dispatcher.ts';
import { retryAfterSeconds } from './retry-after.ts';
import { toTransportError } from './transport-error.ts';
import { WebError } from './web-error.ts';
import { checkWebhookUrl, type WebhookRules } from './webhook-address.ts';

export interface WebhookCall {
  url: string;
  headers: Readonly<Record<string, string>>;
  /** JSON. */
  body: Uint8Array;
}

export interface WebhookResponse {
  status: number;
  /** From `Retry-After`. */
  retryAfterSeconds?: number | undefined;
}

export interface WebhookSender {
  /**
   * Posts over a new connection if the egress policy allows it. Does not follow redirects.
   *
   * @returns any response, whatever its status.
   * @throws WebError if there is none in time.
   */
  post(call: WebhookCall): Promise<WebhookResponse>;
}

export interface WebhookSenderOptions extends WebhookRules {
  userAgent: string;
  /** Default: {@link responseTimeoutMs}. */
  timeoutMs?: number;
}

/** Only the status counts. Reads this much of the body, so that receivers can finish sending a short one. */
const maxAnswerBytes = 16 * 1024;
const answerBodyMs = 1_000;

const limits: HttpLimits = { ...defaultHttpLimits, headerBytes: 16 * 1024, framedBytes: 64 * 1024 };

export const createWebhookSender = ({
  policy,
  userAgent,
  allowsHttp,
  timeoutMs = responseTimeoutMs,
}: WebhookSenderOptions): WebhookSender => {
  const { openFresh } = createPinnedDispatcher(policy, limits, 1);

  return {
    post: async ({ url: given, headers, body }) => {
      const url = checkWebhookUrl({ policy, allowsHttp }, given);
      const agent = openFresh();
      const signal = AbortSignal.timeout(timeoutMs);
      try {
        const answer = await agent.request({
          origin: url.origin,
          path: `${url.pathname}${url.search}`,
          method: 'POST',
          headers: { 'User-Agent': userAgent, 'Content-Type': 'application/json', ...headers },
          body,
          signal,
        });
        answer.body.on('error', () => {});
        await answer.body
          .dump({
            limit: maxAnswerBytes,
            signal: AbortSignal.any([signal, AbortSignal.timeout(answerBodyMs)]),
          })
          .catch(() => {});
        const after = answer.headers['retry-after'];
        return {
          status: answer.statusCode,
          retryAfterSeconds: retryAfterSeconds(Array.isArray(after) ? after[0] : after, Date.now()),
        };
      } catch (error) {
        if (signal.aborted) {
          const message = `The host "${url.host}" did not answer within ${timeoutMs} ms.`;
          throw new WebError('Timeout', message, { retryable: true, cause: error });
        }
        throw toTransportError(error, url.host);
      } finally {
        void agent.destroy();
      }
    },
  };
};
