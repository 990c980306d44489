import type { ScrapPrices, SellingSite } from '../client/index.ts';
import { isPassing } from './service.ts';
import { loadUnanswered, saveUnanswered } from './storage.ts';
import { pause } from './wake.ts';

const maxAttempts = 5;
const firstPauseMs = 500;

/** Drops empty addresses: the name may be in the registry. */
const withoutEmptyAddress = ({ Url, SearchUrl, ...rest }: SellingSite): SellingSite => ({
  ...rest,
  ...(Url ? { Url } : {}),
  ...(SearchUrl ? { SearchUrl } : {}),
});

export const sentSites = (sites: readonly SellingSite[]): SellingSite[] => sites.map(withoutEmptyAddress);

/** `crypto.randomUUID` needs a secure context. */
const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

/** Reuses the key for the same body until it is answered, even after a reload. */
const keyFor = (body: string): string => {
  const known = loadUnanswered();
  if (known?.body === body) return known.key;
  const key = randomKey();
  saveUnanswered({ body, key });
  return key;
};

/**
 * Queues a request, and retries while the outcome is unknown, always as the same request.
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
      saveUnanswered(null);
      return RequestId;
    } catch (error) {
      signal.throwIfAborted();
      if (!isPassing(error) || attempt >= maxAttempts) throw error;
      await pause(firstPauseMs * 2 ** (attempt - 1), signal);
    }
  }
};
