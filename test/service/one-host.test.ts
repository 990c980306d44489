// A catalogue: a hundred pages of one host in one request, split into messages for several functions.
import { expect, it } from 'vitest';
import type { SiteResult } from '../../lambdas/domain/result/site-result.ts';
import { productHtml } from '../fakes/tiers.ts';
import { api, useLocalStack, useServer } from './stack.ts';

let atOnce = 0;
let maximum = 0;
const shop = useServer(async (_request, response) => {
  atOnce += 1;
  maximum = Math.max(maximum, atOnce);
  // Long enough for any concurrent ones to arrive.
  await new Promise((resolve) => setTimeout(resolve, 150));
  atOnce -= 1;
  response.setHeader('Content-Type', 'text/html').end(productHtml());
});
const local = useLocalStack(async () => ({ shops: false, allowedTargets: [shop.target] }));
const { queue, settled } = api(() => local.stack);

it('is fetched four at a time, and completely', async () => {
  const sites = Array.from({ length: 100 }, (_, at) => ({
    Url: `${shop.origin}/p/${at}`,
    RenderMode: 'Http',
  }));
  const { view } = await settled(await queue(sites, '555088-105'));
  const outcomes = (view.Data as { Sites: SiteResult[] }).Sites.map(({ Outcome }) => Outcome);
  expect(outcomes).toEqual(sites.map(() => 'Priced'));
  expect(maximum).toBeLessThanOrEqual(4);
});
