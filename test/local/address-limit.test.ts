import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAddressLimit } from '../../local/gateway/limits.ts';
import { createRestApi } from '../../local/gateway/rest-api.ts';
import type { ApiPlan, MethodPlan } from '../../local/template/deployment-plan.ts';

const method: MethodPlan = {
  resourcePath: '/',
  httpMethod: 'GET',
  integration: { kind: 'mock', response: { statusCode: 200, headers: {}, body: 'taken' } },
  validatesBody: false,
  models: {},
};
const plan: ApiPlan = {
  id: 'local',
  stage: 'prod',
  methods: [method],
  gatewayResponses: { WAF_FILTERED: { statusCode: 429, headers: {}, templates: {} } },
  throttle: { ratePerSecond: 0, burst: 100 },
  addressLimit: { calls: 30, windowSeconds: 1e9 },
  minCompressionBytes: undefined,
};

describe('the shared throttle', () => {
  const api = createRestApi({ plan, functions: new Map(), now: Date.now });
  let caller = 'stranger';
  const server = createServer((request, response) => {
    // All callers have the loopback address.
    Object.defineProperty(request.socket, 'remoteAddress', { value: caller, configurable: true });
    void api.handle(request, response);
  });
  beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
  afterAll(() => void server.close().closeAllConnections());
  const statuses = async (from: string, calls: number): Promise<Map<number, number>> => {
    caller = from;
    const counts = new Map<number, number>();
    for (let call = 0; call < calls; call += 1) {
      const { status } = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/prod/`);
      counts.set(status, (counts.get(status) ?? 0) + 1);
    }
    return counts;
  };

  it('is not used up by the excess calls of one address', async () => {
    expect(await statuses('stranger', 150)).toEqual(
      new Map([
        [200, 30],
        [429, 120],
      ]),
    );
    expect(await statuses('licensed', 20)).toEqual(new Map([[200, 20]]));
  });
});

describe('the limit per address', () => {
  it('refills over time, separately for each address', () => {
    let nowMs = 0;
    const take = createAddressLimit({ calls: 60, windowSeconds: 60 }, () => nowMs);
    const takes = (address: string) => Array.from({ length: 70 }, () => take(address)).filter(Boolean).length;
    expect(takes('a')).toBe(60);
    expect(takes('b')).toBe(60);
    nowMs = 5_000;
    expect(takes('a')).toBe(5);
  });

  it('remembers a bounded number of addresses', () => {
    const take = createAddressLimit({ calls: 1, windowSeconds: 1e9 }, () => 0);
    expect([take('first'), take('first')]).toEqual([true, false]);
    for (let address = 0; address < 20_000; address += 1) take(String(address));
    // The least recently seen one is forgotten.
    expect(take('first')).toBe(true);
  });
});
