// The deployment under judgement, in the words that checks use.

import { Mismatch, NotRun } from './check.ts';
import {
  type Answer,
  type Call,
  type Client,
  createClient,
  type Header,
  headerOf,
  jsonOf,
} from './http-client.ts';
import type { Shops } from './shops/server.ts';

export interface Credentials {
  uid: string;
  licenseKey: string;
}

export interface DeploymentOptions {
  /** With the stage, e.g. `http://127.0.0.1:8787/prod`. */
  baseUrl: string;
  license: Credentials;
  /** A second valid license. */
  other?: Credentials;
  expired?: Credentials;
  disabled?: Credentials;
  /** A license that may queue one request a minute. */
  limited?: Credentials;
  processingWindowMs: number;
  retentionMs: number;
  shops?: Shops;
  /** `host:port` that the deployment may reach and where nobody listens. */
  closedTarget?: string;
  /** Keeps queued requests from being processed until the returned function is called. */
  hold?: () => () => void;
}

/** A call and what came back, kept for the checks that judge all of them. */
export interface Exchange {
  call: Call;
  answer: Answer;
}

export type Json = Record<string, unknown>;

export interface Deployment extends DeploymentOptions {
  send: Client;
  exchanges: readonly Exchange[];
  /** Runs once, however many checks ask; a failure is everyone's. */
  once: <T>(key: string, make: () => Promise<T>) => Promise<T>;
  queue: (body: unknown, headers?: readonly Header[]) => Promise<Answer>;
  status: (id: string, credentials?: Credentials) => Promise<Answer>;
  /** Queues and waits for the end. @returns what GET answered last. */
  scrape: (data: unknown, headers?: readonly Header[]) => Promise<Answer>;
  waitForEnd: (id: string) => Promise<Answer>;
}

export const queuePath = '/api/scrap_prices/queue';
export const statusPath = (id: string): string => `/api/scrap_prices/${id}`;
export const deliveriesPath = (id: string): string => `${statusPath(id)}/deliveries`;
export const jsonHeader: Header = ['Content-Type', 'application/json'];

/** Of nobody: a payload that fits is answered 401 with it, one that does not 400, and nothing is scraped. */
export const nobody: Credentials = { uid: 'conformance-nobody', licenseKey: 'sp_live_conformance-nobody' };

export const authorizationOf = ({ uid, licenseKey }: Credentials): Json => ({
  LicenseKey: licenseKey,
  UID: uid,
});
export const credentialHeaders = ({ uid, licenseKey }: Credentials): Header[] => [
  ['LicenseKey', licenseKey],
  ['UID', uid],
];
export const basicHeader = ({ uid, licenseKey }: Credentials): Header => [
  'Authorization',
  `Basic ${Buffer.from(`${uid}:${licenseKey}`).toString('base64')}`,
];

/** Never scraped with success, and never reached: the name is reserved (RFC 6761). */
export const nowhere = 'https://shop.invalid/p/1';

export const bodyOf = (credentials: Credentials, data: unknown): Json => ({
  Authorization: authorizationOf(credentials),
  Data: data,
});

export const plainData = (site: Json = {}, data: Json = {}): Json => ({
  Sku: '555088-105',
  SellingSites: [{ Url: nowhere, ...site }],
  ...data,
});

export const need = <T>(value: T | undefined, what: string): T => {
  if (value === undefined) throw new NotRun(`needs ${what}`);
  return value;
};

export const idOf = (answer: Answer): string => {
  const id = answer.status === 202 ? jsonOf(answer).RequestId : undefined;
  if (typeof id !== 'string')
    throw new Mismatch('202 with a RequestId', `${answer.status} ${answer.text.slice(0, 300)}`);
  return id;
};

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export const createDeployment = (options: DeploymentOptions): Deployment => {
  const exchanges: Exchange[] = [];
  const made = new Map<string, Promise<unknown>>();
  const send = createClient(options.baseUrl, (call, answer) => exchanges.push({ call, answer }));

  const queue: Deployment['queue'] = (body, headers = []) =>
    send({
      method: 'POST',
      path: queuePath,
      headers: [jsonHeader, ...headers],
      body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
    });
  const status: Deployment['status'] = (id, credentials = options.license) =>
    send({ path: statusPath(id), headers: credentialHeaders(credentials) });

  const waitForEnd = async (id: string): Promise<Answer> => {
    for (;;) {
      const answer = await status(id);
      if (answer.status !== 200 || jsonOf(answer).RequestStatus !== 0) return answer;
      await pause(Math.min(Number(headerOf(answer, 'Retry-After')) || 1, 5) * 1_000);
    }
  };

  return {
    ...options,
    send,
    exchanges,
    queue,
    status,
    waitForEnd,
    once: <T>(key: string, make: () => Promise<T>): Promise<T> => {
      const found = made.get(key) ?? make();
      made.set(key, found);
      return found as Promise<T>;
    },
    scrape: async (data, headers) => waitForEnd(idOf(await queue(bodyOf(options.license, data), headers))),
  };
};
