// A second deployment beside the first: neither knows the other's licenses and requests, nor dies with it.
import { describe, expect, test } from 'vitest';
import { jsonLdShop } from '../../local/shops/json-ld-shop.ts';
import { cdk, createLicense, stack, succeed, whole } from './deployments.ts';
import { apiOf, useDeployments } from './use-deployments.ts';

describe('neighbour', () => {
  const parts = useDeployments();

  test('a second deployment has a stack, an address, licenses and requests of its own, and is destroyed alone', async () => {
    const { deploy, write } = parts.deployments;
    const { outputs: first } = await deploy(write('emulator', whole));
    const file = write('neighbour', {});
    const { outputs: second } = await deploy(file);
    expect(second.Deployment).toBe('neighbour');
    for (const output of ['BaseUrl', 'LicensesTable', 'ScrapeQueueUrl', 'DeadLetterQueueUrl'])
      expect(second[output], output).not.toBe(first[output]);

    const uid = 'neighbour-test';
    const licenses = {
      first: await createLicense(stack, uid),
      second: await createLicense('ScrapPrices-neighbour', uid),
    };
    const callFirst = apiOf(first, licenses.first, parts.sku);
    const callSecond = apiOf(second, licenses.second, parts.sku);
    expect((await apiOf(second, licenses.first, parts.sku).getUnknown()).status).toBe(401);
    expect((await apiOf(first, licenses.second, parts.sku).getUnknown()).status).toBe(401);

    const requestId = await callSecond.queue([parts.shop(jsonLdShop.name)]);
    expect((await callSecond.completed(requestId)).Summary.Priced).toBe(1);
    expect((await callFirst.get(`scrap_prices/${requestId}`)).status).toBe(404);

    await succeed(cdk('destroy', file, '--force'));
    expect((await callFirst.getUnknown()).status).toBe(404);
  });
});
