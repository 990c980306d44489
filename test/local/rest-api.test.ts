import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LocalStack, startLocalStack } from '../../local/stack.ts';
import { synthesizeProject } from '../../local/synthesize-project.ts';
import { apiTo, tinyAssembly } from './tiny-assembly.ts';

const source = `
export const handler = async (event) => {
  const how = event.headers['x-how'];
  if (how === 'throw') throw new Error('broken');
  if (how === 'crash') process.exit(1);
  if (how === 'hang') await new Promise(() => {});
  if (how === 'malformed') return { hello: 'world' };
  if (how === 'text-body') return { statusCode: 200, body: { not: 'text' } };
  if (how === 'headers') return { statusCode: 200, headers: JSON.parse(event.body), body: '' };
  if (how === 'bytes') return { statusCode: 200, isBase64Encoded: true, headers: { 'Content-Type': 'image/gif' }, body: Buffer.from([0, 255, 1]).toString('base64') };
  return { statusCode: 202, headers: { 'X-Own': 'yes' }, multiValueHeaders: { 'Set-Cookie': ['a=1', 'b=2'] }, body: JSON.stringify(event) };
};`;

let stack: LocalStack;
let remove: () => void;
beforeAll(async () => {
  const tiny = tinyAssembly({ Answer: { source } }, apiTo('Answer'));
  remove = tiny.remove;
  stack = await startLocalStack({ assembly: tiny.assembly });
});
afterAll(async () => {
  await stack.close();
  remove();
});

const post = (body: string | Buffer, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${stack.apiUrl}/things`, {
    method: 'POST',
    body: body as BodyInit,
    headers: { 'Content-Type': 'application/json', ...headers },
  });

/** Sends raw headers in order; `fetch` would change them. */
const getRaw = (path: string, headers: string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    request(`${stack.apiUrl}${path}`, { headers: [...headers, 'Host', 'localhost'] }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => resolve(text));
    })
      .on('error', reject)
      .end();
  });

const expectProblem = async (response: Response, status: number, title: string): Promise<void> => {
  expect(response.status).toBe(status);
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  expect(response.headers.get('cache-control')).toBe('no-store');
  const problem = (await response.json()) as { title: string; requestId: string };
  expect(problem.title).toBe(title);
  expect(problem.requestId).toMatch(/^[0-9a-f-]{36}$/);
  expect(response.headers.get('x-request-id')).toBe(problem.requestId);
};

describe('the local REST API', () => {
  it('passes a request to the function as a proxy event with its stage', async () => {
    const response = await fetch(`${stack.apiUrl}/things/a%20b%2Fc?q=1&q=2&empty=`, {
      headers: { 'X-Thing': 'one', LicenseKey: 'Mixed-Case' },
    });
    expect(response.status).toBe(202);
    const event = (await response.json()) as Record<string, unknown> & { headers: Record<string, string> };
    expect(event).toMatchObject({
      resource: '/things/{thingId}',
      path: '/things/a%20b%2Fc',
      httpMethod: 'GET',
      pathParameters: { thingId: 'a b/c' },
      queryStringParameters: { q: '2', empty: '' },
      multiValueQueryStringParameters: { q: ['1', '2'], empty: [''] },
      body: null,
      isBase64Encoded: false,
      requestContext: {
        stage: 'try',
        path: '/try/things/a%20b%2Fc',
        resourcePath: '/things/{thingId}',
        httpMethod: 'GET',
        requestId: response.headers.get('x-amzn-requestid'),
        identity: { sourceIp: '127.0.0.1' },
      },
    });
    const names = Object.fromEntries(
      Object.entries(event.headers).map(([name, value]) => [name.toLowerCase(), value]),
    );
    expect(names).toMatchObject({ 'x-thing': 'one', licensekey: 'Mixed-Case' });
  });

  it.each(['constructor', '__proto__', 'toString'])('takes headers and parameters named %s', async (name) => {
    const event = JSON.parse(await getRaw(`/things/a?${name}=1&${name}=2`, [name, 'one'])) as Record<
      string,
      Record<string, unknown>
    >;
    expect(Object.entries(event.multiValueQueryStringParameters!)).toEqual([[name, ['1', '2']]]);
    expect(Object.entries(event.headers!)).toContainEqual([name, 'one']);
  });

  it('passes on status, headers, repeated headers and body', async () => {
    const response = await post('{"a":"ä"}');
    expect(response.status).toBe(202);
    expect(response.headers.get('x-own')).toBe('yes');
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(((await response.json()) as { body: string }).body).toBe('{"a":"ä"}');
  });

  it.each([
    ['an unknown path', 'GET', '/nothing'],
    ['the path below a resource', 'GET', '/things/1/more'],
    ['a resource without its parameter', 'GET', '/things/'],
    ['another method', 'DELETE', '/things/1'],
    ['the root of the stage', 'GET', ''],
  ])('responds to %s as defined in the template', async (_what, method, path) => {
    await expectProblem(await fetch(stack.apiUrl + path, { method }), 404, 'Not Found');
  });

  it.each([
    ['an array', '[]'],
    ['a text', '"text"'],
    ['broken JSON', '{"a":'],
    ['nothing', ''],
  ])('validates a body that is %s against the request model', async (_what, body) => {
    await expectProblem(await post(body), 400, 'Bad Request');
  });

  it.each([['throw'], ['crash'], ['malformed'], ['text-body']])(
    'answers 502 when the function does this: %s',
    async (how) => {
      await expectProblem(await post('{}', { 'x-how': how }), 502, 'Server Error');
    },
  );
});

describe('a function with reserved concurrency', () => {
  it('is throttled at once when fully used, like Lambda', async () => {
    const tiny = tinyAssembly({ Answer: { source, reservedConcurrency: 0 } }, apiTo('Answer'));
    const throttled = await startLocalStack({ assembly: tiny.assembly });
    try {
      // API Gateway uses the template's response for integration failures.
      await expectProblem(await fetch(`${throttled.apiUrl}/things/1`), 504, 'Server Error');
      expect(throttled.functionActivity('Answer').invocations).toBe(0);
    } finally {
      await throttled.close();
      tiny.remove();
    }
  });
});

describe('the project deployed here', () => {
  it('answers 503 with Retry-After for a throttled function', async () => {
    const assembly = synthesizeProject({ apiReservedConcurrency: 1 });
    for (const { Properties } of Object.values(assembly.template.Resources)) {
      if (Properties?.ReservedConcurrentExecutions === 1) Properties.ReservedConcurrentExecutions = 0;
    }
    const throttled = await startLocalStack({ assembly });
    try {
      const answer = await fetch(`${throttled.apiUrl}/api/scrap_prices/0f8fad5b-d9cb-469f-a165-70867728950e`);
      expect(answer.status).toBe(503);
      expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
      expect(answer.headers.get('content-type')).toBe('application/problem+json');
    } finally {
      await throttled.close();
    }
  });
});
