import type { SellingSite } from '../../lambdas/domain/selling-site.ts';
import type { createKeepAliveClient, HttpAnswer } from './keep-alive-client.ts';
import type { StackAddress } from './stack-protocol.ts';

type Operation = 'queue' | 'status';

/**
 * The API's two operations, with what they answered and how long that took.
 *
 * @param violations - is told of each error of the service.
 */
export const createMeasuredCalls = (
  http: ReturnType<typeof createKeepAliveClient>,
  { apiUrl, license }: StackAddress,
  violations: string[],
) => {
  /** How often which operation answered with which status, e.g. by `queue 202`; 0: cut off. */
  const answers = new Map<string, number>();
  const answerMs: Record<Operation, number[]> = { queue: [], status: [] };
  const credentials = { LicenseKey: license.licenseKey, UID: license.uid };

  const measure = async (operation: Operation, sent: Promise<HttpAnswer>): Promise<HttpAnswer> => {
    const begunMs = performance.now();
    const answer = await sent.catch((error: Error): HttpAnswer => {
      violations.push(`${operation} was cut off: ${error.message}`);
      return { status: 0, headers: {}, text: error.message };
    });
    answerMs[operation].push(performance.now() - begunMs);
    const key = `${operation} ${answer.status}`;
    answers.set(key, (answers.get(key) ?? 0) + 1);
    if (answer.status >= 500) violations.push(`${operation} answered ${answer.status}: ${answer.text}`);
    return answer;
  };

  return {
    answers,
    answerMs,
    queue: (Sku: string, SellingSites: readonly SellingSite[]): Promise<HttpAnswer> =>
      measure(
        'queue',
        http.send({
          method: 'POST',
          url: `${apiUrl}/api/scrap_prices/queue`,
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ Authorization: credentials, Data: { Sku, SellingSites } }),
        }),
      ),
    status: (requestId: string): Promise<HttpAnswer> =>
      measure(
        'status',
        http.send({
          method: 'GET',
          url: `${apiUrl}/api/scrap_prices/${requestId}`,
          headers: credentials,
        }),
      ),
  };
};
