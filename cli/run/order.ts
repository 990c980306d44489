import type { SellingSite, Webhook } from '../../client/index.ts';
import { maxBodyBytes, maxSellingSites } from '../../lambdas/domain/queue-request.ts';

/** One request that is to be made. */
export interface Order {
  sku: string;
  /** 1 to 100. */
  sites: SellingSite[];
  /** Is told of its end. */
  webhook?: Webhook;
}

/** A SKU, and one site that is asked for it. */
export interface Pair {
  sku: string;
  site: SellingSite;
}

/** Room for the sites of one request; the rest is for credentials, the SKU and what stands around. */
const maxSitesBytes = maxBodyBytes - 8_192;

/** Puts pairs into as few requests as can take them, in order: a site whose SKU is not the request's names its own. */
export const inBatches = (pairs: readonly Pair[]): Order[] => {
  const orders: Order[] = [];
  let bytes = 0;
  for (const { sku, site } of pairs) {
    const last = orders.at(-1);
    const named = last && last.sku !== sku ? { Sku: sku, ...site } : site;
    const ownBytes = Buffer.byteLength(JSON.stringify(named)) + 1;
    if (last && last.sites.length < maxSellingSites && bytes + ownBytes <= maxSitesBytes) {
      last.sites.push(named);
      bytes += ownBytes;
    } else {
      orders.push({ sku, sites: [site] });
      bytes = ownBytes;
    }
  }
  return orders;
};

/** A short title of an order. */
export const titleOf = ({ sku, sites }: Order): string => {
  const others = new Set(sites.flatMap(({ Sku }) => (Sku === undefined || Sku === sku ? [] : [Sku]))).size;
  return others === 0 ? sku : `${sku} and ${others} more`;
};
