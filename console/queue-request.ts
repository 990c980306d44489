import type { ScrapPrices, SellingSite } from '../client/index.ts';
import { isPassing } from './service.ts';
import { pause } from './wake.ts';

const maxAttempts = 5;
const firstPauseMs = 500;

/** A field that was left empty is no address; the name may be one of the registry. */
const withoutEmptyAddress = ({ Url, SearchUrl, ...rest }: SellingSite): SellingSite => ({
  ...rest,
  ...(Url ? { Url } : {}),
  ...(SearchUrl ? { SearchUrl } : {}),
});

export const sentSites = (sites: readonly SellingSite[]): SellingSite[] => sites.map(withoutEmptyAddress);

/** The key of what was sent last without an answer: sent again, it is the same request. */
let unanswered: { body: string; key: string } | undefined;

const keyFor = (body: string): string => {
  if (unanswered?.body !== body) unanswered = { body, key: crypto.randomUUID() };
  return unanswered.key;
};

/**
 * Queues a request, again and again while nothing says whether it came through, and as one request however often.
 *
 * @returns its identifier.
 */
export const queueRequest = async (
  client: Pick<ScrapPrices, 'queue'>,
  sku: string,
  sites: readonly SellingSite[],
  signal: AbortSignal,
): Promise<string> => {
  const idempotencyKey = keyFor(JSON.stringify([sku, sites]));
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { RequestId } = await client.queue(sku, sites, { signal, idempotencyKey });
      unanswered = undefined;
      return RequestId;
    } catch (error) {
      signal.throwIfAborted();
      if (!isPassing(error) || attempt >= maxAttempts) throw error;
      await pause(firstPauseMs * 2 ** (attempt - 1), signal);
    }
  }
};
