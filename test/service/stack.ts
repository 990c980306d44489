import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll } from 'vitest';
import { createDynamoDbLicenseStore } from '../../lambdas/aws/dynamodb-license-store.ts';
import type { License } from '../../lambdas/domain/license/license.ts';
import type { SellingSite } from '../../lambdas/domain/site/selling-site.ts';
import { startLocalStack } from '../../local/stack.ts';

export type LocalStack = Awaited<ReturnType<typeof startLocalStack>>;

type Options = NonNullable<Parameters<typeof startLocalStack>[0]>;

/** Starts a server on loopback for the tests of one file. Call it before `useLocalStack`, whose options may name it. */
export const useServer = (listener: RequestListener) => {
  const server = createServer(listener);
  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    /** `host:port`. */
    get target(): string {
      return `127.0.0.1:${(server.address() as AddressInfo).port}`;
    },
    get origin(): string {
      return `http://${this.target}`;
    },
  };
};

/** A client for the tables of a local stack. */
export const documentsOf = ({
  endpoints,
  credentials,
}: Pick<LocalStack, 'endpoints' | 'credentials'>): DynamoDBDocumentClient =>
  DynamoDBDocumentClient.from(
    new DynamoDBClient({ region: 'us-east-1', endpoint: endpoints.dynamodb, credentials }),
    { marshallOptions: { removeUndefinedValues: true } },
  );

/** Adds a license to a local stack. */
export const addLicense = async (stack: LocalStack, license: License): Promise<void> => {
  const documents = documentsOf(stack);
  await createDynamoDbLicenseStore(documents, stack.tables.licenses).create(license);
  documents.destroy();
};

/** The project's template without the scraper's event source, so that queued requests stay pending. */
export const withoutDeliveries = async (): Promise<Options> => {
  const { synthesizeProject } = await import('../../local/synthesize-project.ts');
  const { template, ...rest } = synthesizeProject({});
  const Resources = Object.fromEntries(
    Object.entries(template.Resources).filter(([, { Type }]) => Type !== 'AWS::Lambda::EventSourceMapping'),
  );
  return { shops: false, assembly: { ...rest, template: { ...template, Resources } } };
};

/** Starts the whole service for the tests of one file, with the deployed template and bundles. */
export const useLocalStack = (options: Options | (() => Promise<Options>) = {}) => {
  let stack: LocalStack | undefined;
  beforeAll(async () => {
    const given = typeof options === 'function' ? await options() : options;
    stack = await startLocalStack({ port: 0, shops: true, ...given });
  });
  afterAll(async () => {
    await stack?.close();
  });
  return {
    get stack(): LocalStack {
      if (!stack) throw new Error('The local stack has not started.');
      return stack;
    },
  };
};

/** Calls the service over HTTP like a client. */
export const api = (stack: () => LocalStack) => {
  const credentials = () => ({ LicenseKey: stack().license!.licenseKey, UID: stack().license!.uid });
  const post = (body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${stack().apiUrl}/api/scrap_prices/queue`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const bodyFor = (SellingSites: unknown, Sku: unknown = stack().shops?.sku) => ({
    Authorization: credentials(),
    Data: { Sku, SellingSites },
  });
  const get = (requestId: string, headers: Record<string, string> = credentials()) =>
    fetch(`${stack().apiUrl}/api/scrap_prices/${requestId}`, { headers });
  /** Polls until the request is no longer pending. */
  const settled = async (requestId: string) => {
    for (;;) {
      const answer = await get(requestId);
      const view = (await answer.json()) as { RequestStatus: number; Data?: Record<string, unknown> };
      if (answer.status !== 200 || view.RequestStatus !== 0) return { status: answer.status, view };
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  /** A demonstration shop as a client names it. */
  const shop = (name: string): SellingSite => {
    const site = stack().shops?.sellingSites.find(({ Name }) => Name === name);
    if (!site) throw new Error(`There is no demonstration shop "${name}".`);
    return site;
  };
  const queue = async (sites: unknown, sku?: string): Promise<string> => {
    const answer = await post(bodyFor(sites, sku));
    const view = (await answer.json()) as { RequestId: string };
    if (answer.status !== 202) throw new Error(`queue answered ${answer.status}: ${JSON.stringify(view)}`);
    return view.RequestId;
  };
  return { credentials, post, bodyFor, get, settled, queue, shop };
};
