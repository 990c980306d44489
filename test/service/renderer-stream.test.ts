// The deployed renderer with its Chromium, invoked as the scraper does.
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLambdaRenderer } from '../../lambdas/aws/lambda-renderer.ts';
import { createRemoteRenderer } from '../../lambdas/scraper/remote-renderer.ts';
import { createEgressPolicy } from '../../lambdas/web/egress/egress-policy.ts';
import { startLambda } from '../../local/emulators/lambda.ts';
import { LocalFunction } from '../../local/functions/local-function.ts';
import { synthesizeProject } from '../../local/synthesize-project.ts';
import { planDeployment } from '../../local/template/deployment-plan.ts';
import { productHtml } from '../fakes/tiers.ts';
import { hangGuardMs } from '../hang-guard.ts';

const parts = new AsyncDisposableStack();
afterAll(() => parts.disposeAsync());

let shop: Server;
let target: string;
const held = Promise.withResolvers<ServerResponse>();
const released = Promise.withResolvers<void>();
let answersSlow = (): boolean => false;
beforeAll(async () => {
  shop = createServer(async (request, response) => {
    response.setHeader('Content-Type', 'text/html');
    if (request.url === '/held') return held.resolve(response);
    if (request.url === '/killed') await released.promise;
    if (request.url === '/slow' && !answersSlow()) return;
    response.end(productHtml());
  });
  shop.listen(0, '127.0.0.1');
  parts.defer(() => {
    shop.closeAllConnections();
    shop.close();
  });
  await once(shop, 'listening');
  target = `127.0.0.1:${(shop.address() as AddressInfo).port}`;
});

/** A scraper's renderer that invokes a function with the deployed bundle. @param wrap - returns another code folder. */
const start = async (wrap: (codeFolder: string) => string = (folder) => folder) => {
  const { functions } = planDeployment(synthesizeProject({}), { sqs: 'http://127.0.0.1:1' });
  const plan = Object.values(functions).find(({ name }) => name.startsWith('Renderer'))!;
  const fn = new LocalFunction(
    { ...plan, codeFolder: wrap(plan.codeFolder) },
    {
      maxInstances: 2,
      environment: { AWS_REGION: 'us-east-1' },
      log: () => {},
      clock: () => ({ offsetMs: 0 }),
    },
  );
  parts.defer(() => fn.close());
  const lambda = await startLambda({ find: () => fn, mayInvoke: () => true, admits: () => true });
  parts.defer(lambda.close);
  const client = new LambdaClient({
    region: 'us-east-1',
    endpoint: lambda.endpoint,
    credentials: { accessKeyId: 'x', secretAccessKey: 'x' },
    maxAttempts: 1,
  });
  parts.defer(() => client.destroy());
  const faults: unknown[] = [];
  const renderer = createRemoteRenderer({
    invoke: createLambdaRenderer(client, 'renderer'),
    maxConcurrent: 1,
    settings: {
      Deployment: 'test',
      LogLevel: 'INFO',
      UserAgent: 'Test/1.0',
      ObeysRobots: false,
      MaxFetchesPerHost: 4,
      MaxPages: 4,
      AllowedTargets: [target],
    },
    policy: createEgressPolicy({ allowedTargets: [target] }),
    clock: Date.now,
    pause: async () => {},
    onFault: (fault) => faults.push(fault),
  });
  parts.defer(() => renderer.close());
  const { signal } = new AbortController();
  const load = async (path: string): Promise<string> => {
    const url = `http://${target}${path}`;
    const site = { Name: 'shop', Url: url, Sku: '555088-105' };
    return (await renderer.load({ url, site, timeoutMs: hangGuardMs, signal, fetchedAtMs: 0 })).html;
  };
  return { load, faults, invocations: () => fn.activity.invocations };
};

const aPrice = expect.stringContaining('1226.00');

it('answers for the pages that are ready while another of the same call still loads', async () => {
  const { load, faults, invocations } = await start();
  const slow = load('/held');
  expect(await Promise.all([load('/a'), load('/b')])).toEqual([aPrice, aPrice]);
  // Only now does the shop answer for the third page, which has waited in the same call.
  (await held.promise).end(productHtml());
  expect(await slow).toEqual(aPrice);
  expect(invocations()).toBe(1);
  expect(faults).toEqual([]);
});

/** Returns the folder of a function that uses the deployed bundle. */
const wrapping = (source: (bundle: string) => string) => (codeFolder: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'scrap-prices-test-'));
  parts.defer(() => rmSync(folder, { recursive: true, force: true }));
  const bundle = JSON.stringify(pathToFileURL(join(codeFolder, 'index.mjs')).href);
  writeFileSync(join(folder, 'index.mjs'), source(bundle));
  return folder;
};

it('keeps the pages that were ready when it was killed, and loads the other one again', async () => {
  const { load, faults, invocations } = await start(
    wrapping(
      (bundle) => `
        const { handler: deployed } = await import(${bundle});
        export const handler = awslambda.streamifyResponse(async (event, stream, context) => {
          if (event.Pages.length > 1) {
            fetch('http://${target}/killed').then(() => process.kill(process.pid, 'SIGKILL'));
          }
          await deployed(event, stream, context);
        });`,
    ),
  );
  answersSlow = () => invocations() > 1;
  const other = load('/slow');
  expect(await load('/a')).toEqual(aPrice);
  released.resolve();
  expect(await other).toEqual(aPrice);
  expect(invocations()).toBe(2);
  expect(faults).toMatchObject([{ kind: 'Crashed' }]);
});

it('answers in one piece where Lambda’s runtime has no streams', async () => {
  const { load, faults } = await start(
    wrapping((bundle) => `delete globalThis.awslambda; export const { handler } = await import(${bundle});`),
  );
  expect(await Promise.all([load('/a'), load('/b')])).toEqual([aPrice, aPrice]);
  expect(faults).toEqual([]);
});
