import { answerTimeoutMs } from '../domain/delivery-record.ts';
import { defaultHttpLimits, type HttpLimits } from './http/http-limits.ts';
import { createPinnedDispatcher } from './http/pinned-dispatcher.ts';
import { toTransportError } from './http/transport-error.ts';
import { retryAfterSeconds } from './retry-after.ts';
import { WebError } from './web-error.ts';
import { checkWebhookUrl, type WebhookRules } from './webhook-address.ts';

export interface WebhookCall {
  url: string;
  headers: Readonly<Record<string, string>>;
  /** JSON. */
  body: Uint8Array;
}

export interface WebhookAnswer {
  status: number;
  /** From `Retry-After`. */
  retryAfterSeconds?: number | undefined;
}

export interface WebhookSender {
  /**
   * Posts to where the egress policy lets it, over a connection of its own, and follows no redirect.
   *
   * @returns what was answered, whatever it is.
   * @throws WebError when there is none within the time.
   */
  post(call: WebhookCall): Promise<WebhookAnswer>;
}

export interface WebhookSenderOptions extends WebhookRules {
  userAgent: string;
  /** Default: {@link answerTimeoutMs}. */
  timeoutMs?: number;
}

/** The answer's status is all that counts; its body is read so far, for the receiver to see its end, and no further. */
const maxAnswerBytes = 16 * 1024;
const answerBodyMs = 1_000;

const limits: HttpLimits = { ...defaultHttpLimits, headerBytes: 16 * 1024, framedBytes: 64 * 1024 };

export const createWebhookSender = ({
  policy,
  userAgent,
  allowsHttp,
  timeoutMs = answerTimeoutMs,
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
