import { setTimeout as pause } from 'node:timers/promises';
import type { RequestView } from '../../../lambdas/domain/request/request-view-schema.ts';
import type { LocalLicense } from '../../../local/stack.ts';
import { amountOf, type PriceShop, skuOf } from './price-shop.ts';

export interface Queued {
  request: number;
  sites: number;
  requestId: string;
}

/** After this many refused tries the service counts as down. */
const maxTries = 60;
const pollMs = 200;

/** Creates a client that repeats calls to a busy service under the same idempotency key. */
export const createStressClient = (
  { apiUrl, license }: { apiUrl: string; license: LocalLicense | undefined },
  shop: PriceShop,
) => {
  const credentials = { LicenseKey: license!.licenseKey, UID: license!.uid };
  const send = async (path: string, init: RequestInit = {}): Promise<Response> => {
    for (let tries = 1; ; tries += 1) {
      const answer = await fetch(`${apiUrl}${path}`, init);
      if (![429, 503].includes(answer.status) || tries === maxTries) return answer;
      await answer.arrayBuffer();
      await pause(1_000 * Number(answer.headers.get('Retry-After') ?? 1));
    }
  };
  const bodyOf = (request: number, sites: number): string =>
    JSON.stringify({
      Authorization: credentials,
      Data: {
        Sku: skuOf(request),
        SellingSites: Array.from({ length: sites }, (_, site) => shop.siteOf(request, site)),
      },
    });
  const status = (requestId: string): Promise<Response> =>
    send(`/api/scrap_prices/${requestId}`, { headers: credentials });
  return {
    status,
    /** @throws Error if the request is not accepted. */
    queue: async (request: number, sites: number): Promise<Queued> => {
      const answer = await send('/api/scrap_prices/queue', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': `request-${request}` },
        body: bodyOf(request, sites),
      });
      const text = await answer.text();
      if (answer.status !== 202) throw new Error(`request ${request} was answered ${answer.status}: ${text}`);
      return { request, sites, requestId: (JSON.parse(text) as RequestView).RequestId };
    },
    /** Polls until the request has ended. @returns `undefined` if it does not exist. */
    ended: async (requestId: string): Promise<RequestView | undefined> => {
      for (;;) {
        const answer = await status(requestId);
        const view = (await answer.json()) as RequestView;
        if (answer.status !== 200) return undefined;
        if (view.RequestStatus !== 0) return view;
        await pause(pollMs);
      }
    },
  };
};

/** Compares a request's prices with the shop's. @param isExcused - accepts an error code in place of a price. */
export const judgePrices = (
  { request, sites }: Queued,
  view: RequestView | undefined,
  isExcused: (code: string | undefined) => boolean = () => false,
): string[] => {
  if (view?.RequestStatus !== 2) return [`request ${request} is ${JSON.stringify(view)}, expected Completed`];
  const found = view.Data.Sites.map((site) => site.Price?.Amount ?? site.Error?.Code);
  const expected = Array.from({ length: sites }, (_, site) => amountOf(request, site));
  const isCorrect =
    found.length === sites && found.every((what, site) => what === expected[site] || isExcused(what));
  return isCorrect ? [] : [`request ${request} has ${found.join(', ')} instead of ${expected.join(', ')}`];
};
