// A catalogue: a hundred pages of one host in one request, split into messages for several functions.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SiteResult } from '../../lambdas/domain/result/site-result.ts';
import { productHtml } from '../fakes/tiers.ts';
import { api, useLocalStack } from './stack.ts';

let shop: Server;
let atOnce = 0;
let maximum = 0;
beforeAll(async () => {
  shop = createServer(async (_request, response) => {
    atOnce += 1;
    maximum = Math.max(maximum, atOnce);
    // Long enough for any concurrent ones to arrive.
    await new Promise((resolve) => setTimeout(resolve, 150));
    atOnce -= 1;
    response.setHeader('Content-Type', 'text/html').end(productHtml());
  });
  shop.listen(0, '127.0.0.1');
  await once(shop, 'listening');
});
afterAll(() => {
  shop.close();
});

const target = (): string => `127.0.0.1:${(shop.address() as AddressInfo).port}`;
const local = useLocalStack(async () => ({ shops: false, allowedTargets: [target()] }));
const { queue, settled } = api(() => local.stack);

it('is fetched four at a time, and completely', async () => {
  const sites = Array.from({ length: 100 }, (_, at) => ({
    Url: `http://${target()}/p/${at}`,
    RenderMode: 'Http',
  }));
  const { view } = await settled(await queue(sites, '555088-105'));
  const outcomes = (view.Data as { Sites: SiteResult[] }).Sites.map(({ Outcome }) => Outcome);
  expect(outcomes).toEqual(sites.map(() => 'Priced'));
  expect(maximum).toBeLessThanOrEqual(4);
});
