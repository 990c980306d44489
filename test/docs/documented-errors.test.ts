// Every error that docs/openapi.json documents is provoked, and compared with its example word by word.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Problem } from '../../client/index.ts';
import { createDynamoDbLicenseStore } from '../../lambdas/aws/dynamodb-license-store.ts';
import { maxWatches } from '../../lambdas/domain/watches/watch.ts';
import { environment } from '../../lambdas/environment.ts';
import { gatewayProblems } from '../../lib/constructs/gateway-problems.ts';
import { type LocalStack, startLocalStack } from '../../local/stack.ts';
import { synthesizeProject } from '../../local/synthesize-project.ts';
import type { Assembly, Resource } from '../../local/template/template.ts';
import { openApiDocument } from '../../scripts/openapi/document.ts';
import { testLicense, testLicenseKey } from '../fakes/memory-stores.ts';

/** The service as it is; without watches; with functions that break; with a gateway that waits for nothing, or takes little. */
type StackName = 'whole' | 'watchless' | 'broken' | 'impatient' | 'narrow';
const stacks = {} as Record<StackName, LocalStack>;

const limitedUid = 'limited';
const callsPerMinute = 40;

/** The template after a change of every resource of a type whose name has this part. */
const changed = (
  assembly: Assembly,
  type: string,
  part: string,
  change: (properties: NonNullable<Resource['Properties']>) => object,
): Assembly => {
  let changes = 0;
  const Resources = Object.fromEntries(
    Object.entries(assembly.template.Resources).map(([id, resource]) => {
      if (resource.Type !== type || !id.includes(part)) return [id, resource];
      changes += 1;
      const Properties = resource.Properties ?? {};
      return [id, { ...resource, Properties: { ...Properties, ...change(Properties) } }];
    }),
  );
  if (changes === 0) throw new Error(`The template has no ${type} with "${part}" in its name.`);
  return { ...assembly, template: { ...assembly.template, Resources } };
};

beforeAll(async () => {
  const whole = synthesizeProject({ watches: true, statusCallsPerMinute: callsPerMinute });
  const withoutTable = ['StatusFunction', 'WatchesFunction'].reduce(
    (assembly, name) =>
      changed(assembly, 'AWS::Lambda::Function', name, ({ Environment }) => ({
        Environment: {
          Variables: {
            ...(Environment as { Variables: object }).Variables,
            [environment.licensesTable]: 'no-such-table',
          },
        },
      })),
    whole,
  );
  const broken = changed(withoutTable, 'AWS::Lambda::Function', 'QueueFunction', () => ({
    Handler: 'index.none',
  }));
  const impatient = changed(whole, 'AWS::ApiGateway::Method', '', ({ Integration }) => ({
    Integration: { ...(Integration as object), TimeoutInMillis: 0 },
  }));
  const narrow = synthesizeProject({ throttleRatePerSecond: 1, throttleBurst: 1, watches: true });
  const watchless = synthesizeProject({});
  await Promise.all(
    Object.entries({ whole, watchless, broken, impatient, narrow }).map(async ([name, assembly]) => {
      stacks[name as StackName] = await startLocalStack({ assembly });
    }),
  );
  const client = new DynamoDBClient({
    endpoint: stacks.whole.endpoints.dynamodb,
    region: 'us-east-1',
    credentials: stacks.whole.credentials,
  });
  const documents = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
  await createDynamoDbLicenseStore(documents, stacks.whole.tables.licenses).create(
    testLicense({ uid: limitedUid, requestsPerMinute: 1 }),
  );
  client.destroy();
});
afterAll(async () => {
  await Promise.all(Object.values(stacks).map((stack) => stack.close()));
});

const queuePath = '/api/scrap_prices/queue';
const statusPath = '/api/scrap_prices/{requestId}';
const queueCall = `POST ${queuePath}`;
const statusCall = `GET ${statusPath}`;
const deliveriesCall = `GET ${statusPath}/deliveries`;
const resendCall = `POST ${statusPath}/deliveries`;

const queue = (stack: StackName, body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${stacks[stack].apiUrl}${queuePath}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const status = (stack: StackName, headers: Record<string, string> = owner(stack)) =>
  fetch(`${stacks[stack].apiUrl}/api/scrap_prices/0f8fad5b-d9cb-469f-a165-70867728950e`, { headers });

/** The deliveries of a request: what came of them, or one more. */
const deliveries = (
  method: 'GET' | 'POST',
  stack: StackName,
  headers: Record<string, string> = owner(stack),
) =>
  fetch(`${stacks[stack].apiUrl}/api/scrap_prices/0f8fad5b-d9cb-469f-a165-70867728950e/deliveries`, {
    method,
    headers,
  });

const owner = (stack: StackName) => {
  const { uid, licenseKey } = stacks[stack].license!;
  return { UID: uid, LicenseKey: licenseKey };
};
const body = (sku = 'a', credentials = owner('whole')) => ({
  Authorization: credentials,
  Data: { Sku: sku, SellingSites: [{ Url: 'http://127.0.0.1/', RenderMode: 'Http' }] },
});

const during = async (service: 'dynamodb' | 'sqs', call: () => Promise<Response>): Promise<Response> => {
  const mend = stacks.whole.breakService(service);
  try {
    return await call();
  } finally {
    mend();
  }
};
/** The answer to that of several calls at the same time which is one too many. */
const oneTooMany = async (call: () => Promise<Response>): Promise<Response> => {
  const answers = await Promise.all(Array.from({ length: 5 }, call));
  const refused = answers.find((answer) => answer.status === 429);
  return refused ?? answers[0]!;
};

/** The first answer of many that is one too many. */
const refusedAtLast = async (call: () => Promise<Response>): Promise<Response> => {
  let answer = await call();
  for (let count = 1; answer.status !== 429 && count < 4 * callsPerMinute; count += 1) answer = await call();
  return answer;
};
const limited = { UID: limitedUid, LicenseKey: testLicenseKey };

/** What both calls for deliveries answer in the same way. */
const ofDeliveries = (method: 'GET' | 'POST'): Record<string, () => Promise<Response>> => {
  const call = method === 'GET' ? deliveriesCall : resendCall;
  return {
    [`${call} 401 Unauthorized`]: () => deliveries(method, 'whole', {}),
    [`${call} 404 NotFound`]: () => deliveries(method, 'whole'),
    [`${call} 429 Throttled`]: () => oneTooMany(() => deliveries(method, 'narrow')),
    [`${call} 503 Unavailable`]: () =>
      during('dynamodb', () => deliveries(method, 'whole', { ...owner('whole'), UID: `new-${method}` })),
    [`${call} 503 TimedOut`]: () => deliveries(method, 'impatient'),
  };
};

const watchesPath = '/api/watches';
const listCall = `GET ${watchesPath}`;
const putCall = `PUT ${watchesPath}/{name}`;
const historyCall = `GET ${watchesPath}/{name}/history`;

const put = (stack: StackName, watch: unknown, name = 'aurelia') =>
  fetch(`${stacks[stack].apiUrl}${watchesPath}/${name}`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: typeof watch === 'string' ? watch : JSON.stringify(watch),
  });
const watchBody = (Schedule = 'rate(6 hours)', credentials = owner('whole')) => ({
  ...body('a', credentials),
  Schedule,
});

/** Operations on watches whose credentials stand in headers. */
const watchCalls: Record<string, { method: string; path: string }> = {
  [listCall]: { method: 'GET', path: '' },
  [`GET ${watchesPath}/{name}`]: { method: 'GET', path: '/none' },
  [`DELETE ${watchesPath}/{name}`]: { method: 'DELETE', path: '/none' },
  [historyCall]: { method: 'GET', path: '/none/history' },
};

const ofWatches: Record<string, () => Promise<Response>> = Object.fromEntries(
  Object.entries(watchCalls).flatMap(([call, { method, path }]) => {
    const send = (stack: StackName, headers: Record<string, string> = owner(stack)) =>
      fetch(`${stacks[stack].apiUrl}${watchesPath}${path}`, { method, headers });
    return Object.entries({
      '401 Unauthorized': () => send('whole', {}),
      ...(call === listCall ? {} : { '404 NoWatch': () => send('whole') }),
      '404 NoWatches': () => send('watchless'),
      '429 Calls': () => refusedAtLast(() => send('whole', limited)),
      '429 Throttled': () => oneTooMany(() => send('narrow')),
      '500 Failed': () => send('broken'),
      '503 Unavailable': () =>
        during('dynamodb', () => send('whole', { ...owner('whole'), UID: `new-${method}-${path.length}` })),
      '503 TimedOut': () => send('impatient'),
    }).map(([error, provoke]) => [`${call} ${error}`, provoke]);
  }),
);

/** How to come by each documented error, by operation and example. */
const provocations: Record<string, () => Promise<Response>> = {
  [`${queueCall} 400 Violations`]: () =>
    queue('whole', { Authorization: owner('whole'), Data: { SellingSites: [{ Url: 'shop-a.example' }] } }),
  [`${queueCall} 400 NoObject`]: () => queue('whole', '[]'),
  [`${queueCall} 401 Unauthorized`]: () =>
    queue('whole', body('a', { UID: 'nobody', LicenseKey: 'sp_live_none' })),
  [`${queueCall} 413 TooLarge`]: () => queue('whole', `{"Filler":"${'x'.repeat(10 * 1024 * 1024)}"}`),
  [`${queueCall} 422 KeyReused`]: async () => {
    const key = { 'Idempotency-Key': 'order-8' };
    expect((await queue('whole', body('a'), key)).status).toBe(202);
    return queue('whole', body('b'), key);
  },
  [`${queueCall} 429 Quota`]: () => oneTooMany(() => queue('whole', body('a', limited))),
  [`${queueCall} 429 Throttled`]: () => oneTooMany(() => queue('narrow', {})),
  [`${queueCall} 500 Crashed`]: () => queue('broken', body()),
  [`${queueCall} 503 Unavailable`]: () => during('sqs', () => queue('whole', body())),
  [`${queueCall} 503 TimedOut`]: () => queue('impatient', body()),
  [`${statusCall} 503 TimedOut`]: () => status('impatient'),
  [`${statusCall} 401 Unauthorized`]: () => status('whole', {}),
  [`${statusCall} 404 NotFound`]: () => status('whole'),
  [`${statusCall} 429 Calls`]: () => refusedAtLast(() => status('whole', limited)),
  [`${statusCall} 429 Throttled`]: () => oneTooMany(() => status('narrow')),
  [`${statusCall} 500 Failed`]: () => status('broken'),
  [`${statusCall} 503 Unavailable`]: () =>
    during('dynamodb', () => status('whole', { ...owner('whole'), UID: 'new' })),
  ...ofDeliveries('GET'),
  ...ofDeliveries('POST'),
  [`${deliveriesCall} 429 Calls`]: () => refusedAtLast(() => deliveries('GET', 'whole', limited)),
  [`${deliveriesCall} 500 Failed`]: () => deliveries('GET', 'broken'),
  [`${resendCall} 500 Crashed`]: () => deliveries('POST', 'broken'),
  ...ofWatches,
  [`${putCall} 400 Schedule`]: () => put('whole', watchBody('rate(14 minutes)')),
  [`${putCall} 400 Name`]: () => put('whole', watchBody(), '-'),
  [`${putCall} 400 NoObject`]: () => put('whole', '[]'),
  [`${putCall} 401 Unauthorized`]: () =>
    put('whole', watchBody(undefined, { UID: 'nobody', LicenseKey: 'sp_live_none' })),
  [`${putCall} 404 NoWatches`]: () => put('watchless', watchBody()),
  [`${putCall} 409 TooMany`]: async () => {
    for (let count = 0; count < maxWatches; count += 1)
      expect((await put('whole', watchBody(), `w${count}`)).ok).toBe(true);
    // The one that it is too many for takes the place of none.
    expect((await put('whole', watchBody(), 'w0')).status).toBe(200);
    return put('whole', watchBody());
  },
  [`${putCall} 413 TooLarge`]: () => put('whole', `{"Filler":"${'x'.repeat(10 * 1024 * 1024)}"}`),
  [`${putCall} 429 Quota`]: () => oneTooMany(() => put('whole', watchBody(undefined, limited))),
  [`${putCall} 429 Throttled`]: () => oneTooMany(() => put('narrow', {})),
  [`${putCall} 500 Failed`]: () => put('broken', watchBody(undefined, owner('broken'))),
  [`${putCall} 503 Unavailable`]: () =>
    during('dynamodb', () => put('whole', watchBody(undefined, { ...owner('whole'), UID: 'new-put' }))),
  [`${putCall} 503 TimedOut`]: () => put('impatient', watchBody()),
  [`${historyCall} 400 Page`]: async () => {
    expect((await put('whole', watchBody(), 'w0')).ok).toBe(true);
    const url = `${stacks.whole.apiUrl}${watchesPath}/w0/history?limit=0&cursor=x`;
    return fetch(url, { headers: owner('whole') });
  },
};

const needsAcl = 'needs a web ACL';
const isOneProgram = 'the gateway and its functions are one program here';
const byDefect = 'comes of a defect alone; another operation shows that all answer in the same way';
/** What no local stack can be made to answer, and why. */
const unprovoked: Record<string, string> = {
  [`${deliveriesCall} 403 Filtered`]: needsAcl,
  [`${resendCall} 403 Filtered`]: needsAcl,
  [`${deliveriesCall} 500 Crashed`]: byDefect,
  [`${resendCall} 500 Failed`]: byDefect,
  [`${deliveriesCall} 503 Unreachable`]: isOneProgram,
  [`${resendCall} 503 Unreachable`]: isOneProgram,
  [`${resendCall} 409 NothingPosted`]: 'test/delivery/resend.test.ts has it',
  [`${resendCall} 429 Quota`]: 'test/delivery/resend.test.ts has it',
  [`${queueCall} 403 Filtered`]: needsAcl,
  [`${statusCall} 403 Filtered`]: needsAcl,
  [`${queueCall} 500 Failed`]: byDefect,
  [`${statusCall} 500 Crashed`]: byDefect,
  [`${queueCall} 503 Unreachable`]: isOneProgram,
  [`${statusCall} 503 Unreachable`]: isOneProgram,
  ...Object.fromEntries(
    [putCall, ...Object.keys(watchCalls)].flatMap((call) => [
      [`${call} 403 Filtered`, needsAcl],
      [`${call} 500 Crashed`, byDefect],
      [`${call} 503 Unreachable`, isOneProgram],
    ]),
  ),
  [`${putCall} 409 PutAtOnce`]: 'test/watches/handler.test.ts has it',
  [`${putCall} 409 DeletedMeanwhile`]: 'test/watches/handler.test.ts has it',
};

interface Documented {
  name: string;
  value: Problem;
  headers: string[];
}

const documented: Documented[] = Object.entries(openApiDocument().paths).flatMap(([path, operations]) =>
  Object.entries(operations).flatMap(([method, { responses }]) =>
    Object.entries(
      responses as Record<string, { headers: object; content: Record<string, { examples: object }> }>,
    )
      .filter(([code]) => code >= '400')
      .flatMap(([code, { headers, content }]) =>
        Object.entries(content['application/problem+json']!.examples).map(([example, { value }]) => ({
          name: `${method.toUpperCase()} ${path} ${code} ${example}`,
          value: value as Problem,
          headers: Object.keys(headers),
        })),
      ),
  ),
);

describe('docs/openapi.json', () => {
  test('documents no error but those that are provoked here, or named with the reason', () => {
    const known = [...Object.keys(provocations), ...Object.keys(unprovoked)];
    expect(documented.map(({ name }) => name).toSorted()).toEqual(known.toSorted());
  });

  test.each(documented.filter(({ name }) => name in provocations))(
    'shows what is answered for $name',
    async ({ name, value, headers }) => {
      const answer = await provocations[name]!();
      const isFromGateway = value.instance.startsWith('urn:');
      expect(answer.status).toBe(value.status);
      expect(answer.headers.get('content-type')).toBe('application/problem+json');
      const { instance, ...rest } = (await answer.json()) as Problem;
      const { instance: _shown, ...shown } = value;
      // The limits are the license's own and the deployment's.
      const detail = rest.detail.replace(/\d+ requests/, '60 requests').replace(/ask \d+ /, 'ask 1200 ');
      expect({ ...rest, detail }).toEqual(shown);
      expect(instance).toMatch(
        isFromGateway ? /^urn:uuid:[0-9a-f-]{36}$/ : /^\/prod\/api\/(scrap_prices\/|watches)/,
      );
      // A gateway knows no license, and a defect is not known to pass.
      const always = headers.filter(
        (header) => !(isFromGateway && header.startsWith('RateLimit')) && !name.endsWith('500 Failed'),
      );
      for (const header of ['X-Request-Id', 'Cache-Control', ...always]) {
        expect(answer.headers.get(header), header).not.toBeNull();
      }
    },
  );

  test('documents every status that the gateway answers by itself', () => {
    const statuses = new Set(documented.map(({ value }) => value.status));
    // Only for integrations that do not pass everything on, and these do.
    const neverMet = ['UNSUPPORTED_MEDIA_TYPE'];
    const missing = gatewayProblems.filter(
      (problem) => !statuses.has(problem.status) && !neverMet.includes(problem.type),
    );
    expect(missing).toEqual([]);
  });
});
