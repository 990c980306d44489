import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { expect, it } from 'vitest';
import { corsMiddleware } from '../../lambdas/api/cors-middleware.ts';
import { problemMiddleware } from '../../lambdas/api/problem-middleware.ts';
import { unauthorized } from '../../lambdas/domain/problem.ts';
import { apiEvent } from '../fakes/events.ts';

const call = (allowed: string[], origin: string | undefined, fails = false) =>
  middy<APIGatewayProxyEvent, APIGatewayProxyResult>()
    .use(corsMiddleware(allowed))
    .use(problemMiddleware(() => {}))
    .handler(async () => {
      if (fails) throw unauthorized();
      return { statusCode: 200, body: '', headers: { 'X-Request-Id': '1', Vary: 'Accept-Encoding' } };
    })(apiEvent({ headers: origin === undefined ? {} : { origin } }), {} as Context);

it('lets pages of a named origin read answers and errors alike', async () => {
  for (const fails of [false, true]) {
    const { headers } = await call(['https://app.example'], 'https://app.example', fails);
    expect(headers).toMatchObject({
      'Access-Control-Allow-Origin': 'https://app.example',
      'Access-Control-Expose-Headers': expect.stringContaining('Location'),
      Vary: 'Accept-Encoding, Origin',
    });
  }
});

it.each([
  ['another origin', ['https://app.example'], 'https://evil.example'],
  ['an origin that only begins alike', ['https://app.example'], 'https://app.example.evil.example'],
  ['no origin', ['https://app.example'], undefined],
  ['any origin where none is named', [], 'https://app.example'],
])('adds no headers for %s', async (_name, allowed, origin) => {
  expect((await call(allowed, origin)).headers).not.toHaveProperty('Access-Control-Allow-Origin');
});
