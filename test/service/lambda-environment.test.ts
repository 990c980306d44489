// The bundles with Lambda's environment variables, and a shop that records requests.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { defaultUserAgent } from '../../lambdas/web/user-agent.ts';
import { root } from '../docs/code-blocks.ts';
import { tableIn } from '../docs/tables.ts';
import { testLicense, testLicenseKey } from '../fakes/memory-stores.ts';
import { productHtml } from '../fakes/tiers.ts';
import { addLicense, api, useLocalStack, useServer } from './stack.ts';

/** A page that may call the API. */
const origin = 'https://app.example.com';

const traceId = '1-6921e5a0-0123456789abcdef01234567';

/** Variables that Lambda's Node.js runtime sets and the local stack does not. */
const lambdaVariables: Record<string, string> = {
  _X_AMZN_TRACE_ID: `Root=${traceId};Parent=53995c3f42cd8ad8;Sampled=1;Lineage=1:fc3b4ff1:0`,
  AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
  AWS_LAMBDA_RUNTIME_API: '127.0.0.1:9001',
  AWS_LAMBDA_FUNCTION_TIMEOUT: '70',
  AWS_SESSION_TOKEN: 'local',
  LAMBDA_RUNTIME_DIR: '/var/runtime',
  LANG: 'en_US.UTF-8',
};

interface ReceivedRequest {
  path: string;
  headers: [name: string, value: string][];
}
const received: ReceivedRequest[] = [];
const shop = useServer((request, response) => {
  const { rawHeaders, url = '' } = request;
  received.push({
    path: url,
    headers: rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [[name, rawHeaders[index + 1]!]] : [])),
  });
  response.setHeader('Set-Cookie', 'seen=1');
  // Redirects to itself with a cookie, so that one is sent back.
  if (request.headers.cookie === undefined) {
    response.writeHead(302, { Location: url }).end();
  } else if (url.startsWith('/private-path/script')) {
    response.writeHead(200, { 'Content-Type': 'text/javascript' }).end('document.title += 1;');
  } else {
    const html = `${productHtml()}<script src="/private-path/script?private-query=1"></script>`;
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(html);
  }
});
const local = useLocalStack(async () => {
  const { synthesizeProject } = await import('../../local/synthesize-project.ts');
  const assembly = synthesizeProject({ console: true, watches: true, allowedOrigins: [origin] });
  for (const { Type, Properties } of Object.values(assembly.template.Resources)) {
    if (Type !== 'AWS::Lambda::Function' || !Properties) continue;
    const { Variables } = (Properties.Environment ?? {}) as { Variables?: object };
    Properties.Environment = { Variables: { ...Variables, ...lambdaVariables } };
  }
  return { shops: false, assembly, allowedTargets: [shop.target] };
});
const { queue, settled, post, get, credentials: apiCredentials } = api(() => local.stack);

const acceptDocument =
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7';

const page = (name: string): string => `${shop.origin}/private-path/${name}?private-query=1`;

/** A column of a table in the documentation, with placeholders replaced. */
const documented = (section: string, column: number, pageUrl = ''): [string, string][] => {
  const values: Record<string, string> = {
    ...{ host: shop.target, userAgent: defaultUserAgent, acceptDocument, page: pageUrl },
    ...{ languages: 'de-DE,de;q=0.9,en;q=0.8', cookies: 'seen=1' },
    ...{ brands: '"Chromium";v="153", "Not_A Brand";v="8"', mobile: '?0', platform: '"Linux"' },
  };
  return tableIn('docs/headers.md', section).flatMap((cells): [string, string][] => {
    const value = cells[column]!;
    if (value === '–') return [];
    return [[cells[0]!, value.replaceAll(/\{(\w+)\}/g, (_all, name: string) => values[name]!)]];
  });
};

const requestsTo = (path: string, hasCookie = true): ReceivedRequest['headers'][] =>
  received
    .filter(({ path: of }) => of.startsWith(`/private-path/${path}`))
    .map(({ headers }) => headers)
    .filter((headers) => headers.some(([name]) => name.toLowerCase() === 'cookie') === hasCookie);

let requestId = '';
beforeAll(async () => {
  requestId = await queue(
    [
      { Name: 'plain', Url: page('http'), RenderMode: 'Http', Country: 'DE' },
      { Name: 'rendered', Url: page('browser'), RenderMode: 'Browser', Locale: 'de-DE' },
    ],
    'x',
  );
  const { view } = await settled(requestId);
  expect(view.Data).toMatchObject({ Summary: { Total: 2, Priced: 2 } });
});

describe('a shop', () => {
  it('receives exactly the documented headers over plain HTTP, in order', () => {
    const [first] = requestsTo('http', false);
    const [second] = requestsTo('http');
    expect(second).toEqual(documented('Plain HTTP', 1));
    expect(first).toEqual(documented('Plain HTTP', 1).filter(([name]) => name !== 'Cookie'));
  });

  it('receives exactly the documented headers from the browser', () => {
    const sorted = (headers: [string, string][] | undefined) => headers?.toSorted();
    expect(sorted(requestsTo('browser')[0])).toEqual(sorted(documented('The browser', 1)));
    expect(sorted(requestsTo('script')[0])).toEqual(sorted(documented('The browser', 2, page('browser'))));
  });
});

describe('the API', () => {
  /** Headers of HTTP itself and of the gateway. */
  const ofTheWay = [
    'connection',
    'content-length',
    'date',
    'keep-alive',
    'transfer-encoding',
    'content-encoding',
    'x-amzn-requestid',
  ];

  it('sends exactly the documented headers', async () => {
    const { apiUrl } = local.stack;
    await addLicense(local.stack, testLicense({ uid: 'limited', requestsPerMinute: 20 }));
    const queued = {
      Authorization: { UID: 'limited', LicenseKey: testLicenseKey },
      Data: { Sku: 'x', SellingSites: [{ Url: page('http'), RenderMode: 'Http' }] },
    };
    const status = `${apiUrl}/api/scrap_prices/${requestId}`;
    const answers = await Promise.all([
      post(queued, { Origin: origin }),
      get(requestId, { ...apiCredentials(), Prefer: 'wait=1', Origin: origin }),
      fetch(status),
      fetch(`${apiUrl}/api/scrap_prices/queue`, { method: 'POST', body: '[]' }),
      fetch(`${apiUrl}/console`, { redirect: 'manual' }),
      fetch(`${apiUrl}/console/index.html`),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual([202, 200, 401, 400, 308, 200]);
    const seen = new Set(answers.flatMap(({ headers }) => [...headers.keys()]));
    for (const name of ofTheWay) seen.delete(name);
    const sent = tableIn('docs/headers.md', 'What the service sends').map(([name, , byGateway]) =>
      (byGateway === 'passed' ? name! : byGateway!).toLowerCase(),
    );
    expect([...seen].toSorted()).toEqual(sent.toSorted());
  });

  it('reads exactly the documented headers', () => {
    const folder = join(root, 'lambdas');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.ts'),
    );
    const read = files.flatMap((file) =>
      [...readFileSync(join(folder, file), 'utf8').matchAll(/\bheader\(\w+, '([\w-]+)'\)/g)].map(([, name]) =>
        name!.toLowerCase(),
      ),
    );
    // These are only read by the gateway.
    const documentedNames = tableIn('docs/headers.md', 'What the service reads').map(([name]) =>
      name!.toLowerCase(),
    );
    expect([...new Set([...read, 'content-type', 'accept-encoding'])].toSorted()).toEqual(
      documentedNames.toSorted(),
    );
  });
});
