// A local stack with shops and licenses, called with raw requests.
import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'undici';
import { afterAll, beforeAll, expect } from 'vitest';
import { formatLicenseKey, hashLicenseKey, type License } from '../../lambdas/domain/license/license.ts';
import { startLocalStack } from '../../local/stack.ts';
import { testLicense } from '../fakes/memory-stores.ts';
import { freePort } from '../free-port.ts';
import { addLicense } from '../service/stack.ts';
import type { Answer } from './document.ts';
import { startContractShops } from './shops.ts';

export interface Credentials {
  uid: string;
  licenseKey: string;
}
export type Json = Record<string, unknown>;
/** Names and values in order; names may repeat. */
export type Headers = readonly (readonly [name: string, value: string])[];

export interface Call {
  method?: string;
  path: string;
  headers?: Headers;
  body?: string | Buffer;
}

export const queuePath = '/api/scrap_prices/queue';
export const statusPath = (id: string): string => `/api/scrap_prices/${id}`;
export const deliveriesPath = (id: string): string => `${statusPath(id)}/deliveries`;
export const nobody: Credentials = { uid: 'nobody', licenseKey: 'sp_live_nobody' };
/** A reserved name (RFC 6761), which is never fetched. */
export const nowhere = 'https://shop.invalid/p/1';
export const sku = '555088-105';

export const credentialHeaders = ({ uid, licenseKey }: Credentials): Headers => [
  ['LicenseKey', licenseKey],
  ['UID', uid],
];
export const bodyOf = ({ uid, licenseKey }: Credentials, Data: unknown): Json => ({
  Authorization: { LicenseKey: licenseKey, UID: uid },
  Data,
});
export const plainData = (site: Json = {}, data: Json = {}): Json => ({
  Sku: sku,
  SellingSites: [{ Url: nowhere, ...site }],
  ...data,
});
export const jsonOf = <T = Json>({ text }: Answer): T => JSON.parse(text) as T;
export const idOf = (answer: Answer): string => {
  expect(answer.status, answer.text.slice(0, 300)).toBe(202);
  return String(jsonOf(answer).RequestId);
};

const start = async () => {
  const shops = await startContractShops();
  const closedTarget = `127.0.0.1:${await freePort()}`;
  const log: string[] = [];
  const stack = await startLocalStack({
    allowedTargets: [shops.target, closedTarget],
    warm: true,
    log: ({ text }) => log.push(text),
  });
  const base = new URL(stack.apiUrl);
  const pool = new Pool(base.origin, { connections: 10 });
  const exchanges: Answer[] = [];

  const send = async ({ method = 'GET', path, headers = [], body }: Call): Promise<Answer> => {
    const sentAtMs = Date.now();
    const answer = await pool.request({
      method: method as 'GET',
      path: `${base.pathname.replace(/\/$/, '')}${path}`,
      headers: headers.flat(),
      body: body ?? null,
    });
    const read = await answer.body.text();
    const { statusCode: status, headers: answered } = answer;
    const exchange = { method, path, status, headers: answered, text: read, sentAtMs, readAtMs: Date.now() };
    exchanges.push(exchange);
    return exchange;
  };
  const queue = (body: unknown, headers: Headers = []): Promise<Answer> =>
    send({
      method: 'POST',
      path: queuePath,
      headers: [['Content-Type', 'application/json'], ...headers],
      body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
    });
  const license: Credentials = stack.license!;
  const status = (id: string, credentials: Credentials = license, headers: Headers = []): Promise<Answer> =>
    send({ path: statusPath(id), headers: [...credentialHeaders(credentials), ...headers] });
  const waitForEnd = async (id: string): Promise<Answer> => {
    for (;;) {
      const answer = await status(id);
      if (answer.status !== 200 || jsonOf(answer).RequestStatus !== 0) return answer;
      await pause(100);
    }
  };
  let made = 0;
  const createLicense = async (uid: string, changes: Partial<License> = {}): Promise<Credentials> => {
    made += 1;
    const licenseKey = formatLicenseKey(new Uint8Array(32).fill(made));
    await addLicense(stack, testLicense({ uid, keyHash: hashLicenseKey(licenseKey), ...changes }));
    return { uid, licenseKey };
  };
  return {
    stack,
    shops,
    closedTarget,
    license,
    exchanges,
    log: log as readonly string[],
    send,
    queue,
    status,
    waitForEnd,
    createLicense,
    queued: async (data: unknown = plainData()): Promise<string> => idOf(await queue(bodyOf(license, data))),
    scrape: async (data: unknown): Promise<Answer> => waitForEnd(idOf(await queue(bodyOf(license, data)))),
    close: async () => {
      await pool.close();
      await stack.close();
      await shops.close();
    },
  };
};
export type Service = Awaited<ReturnType<typeof start>>;

/** Starts the service for the tests of one file. */
export const useService = (): (() => Service) => {
  let service: Service | undefined;
  beforeAll(async () => {
    service = await start();
  });
  afterAll(() => service?.close());
  return () => {
    if (!service) throw new Error('The service has not started.');
    return service;
  };
};
