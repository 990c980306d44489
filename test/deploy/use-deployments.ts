import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect } from 'vitest';
import { requestViewSchema } from '../../lambdas/domain/request/request-view-schema.ts';
import type { SellingSite } from '../../lambdas/domain/site/selling-site.ts';
import { type RunningShops, startShops } from '../../local/shops/start-shops.ts';
import { addressOf, type Credentials, createDeployments, type Outputs } from './deployments.ts';

/** Calls a deployment's API like a client. */
export const apiOf = (outputs: Outputs, credentials: Credentials, sku: string) => {
  const get = (path: string, headers: Record<string, string> = { ...credentials }): Promise<Response> =>
    fetch(`${addressOf(outputs)}/api/${path}`, { headers });
  const post = (body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${addressOf(outputs)}/api/scrap_prices/queue`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const queue = async (SellingSites: unknown[], headers: Record<string, string> = {}): Promise<string> => {
    const answer = await post({ Authorization: credentials, Data: { Sku: sku, SellingSites } }, headers);
    expect(answer.status, await answer.clone().text()).toBe(202);
    return ((await answer.json()) as { RequestId: string }).RequestId;
  };
  const completed = async (requestId: string) => {
    const read = async () => requestViewSchema.parse(await (await get(`scrap_prices/${requestId}`)).json());
    const view = await expect
      .poll(read, { interval: 500 })
      .not.toMatchObject({ RequestStatus: 0 })
      .then(read);
    if (view.RequestStatus !== 2) throw new Error(`The request ended with status ${view.RequestStatus}.`);
    return view.Data;
  };
  return { get, post, queue, completed, getUnknown: () => get(`scrap_prices/${randomUUID()}`) };
};

/** Gives the tests of one file deployments and the demonstration shops, and removes what they leave deployed. */
export const useDeployments = () => {
  let shops: RunningShops;
  let deployments: ReturnType<typeof createDeployments>;
  beforeAll(async () => {
    shops = await startShops();
    deployments = createDeployments(shops.targets);
  });
  afterAll(async () => {
    deployments?.remove();
    await shops?.close();
  });
  return {
    get deployments() {
      return deployments;
    },
    get sku(): string {
      return shops.sku;
    },
    shop: (name: string): SellingSite => shops.sellingSites.find(({ Name }) => Name === name)!,
  };
};
