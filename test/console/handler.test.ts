import { describe, expect, it } from 'vitest';
import { createConsoleHandler } from '../../lambdas/console/handler.ts';
import { consoleHeaders } from '../../lambdas/console/static-page.ts';
import { ProblemError } from '../../lambdas/domain/problem.ts';
import { apiEvent, type SentHeaders } from '../fakes/events.ts';

const page = (body: string, contentType = 'text/html; charset=utf-8') => ({
  body,
  contentType,
  etag: `"${body}"`,
});
const handler = createConsoleHandler(
  new Map([
    ['index.html', page('start')],
    ['console.js', page('script', 'text/javascript; charset=utf-8')],
    ['docs/index.html', page('docs')],
  ]),
);

const get = (path: string, headers: SentHeaders = {}) => {
  const proxy = path.replace(/^\/+prod\/console\/?/, '');
  const event = apiEvent({ pathParameters: proxy === '' ? null : { proxy }, headers });
  return handler({ ...event, requestContext: { ...event.requestContext, path } });
};

describe('the console function', () => {
  it.each([
    ['/prod/console/index.html', 'start', 'text/html; charset=utf-8'],
    ['/prod/console/console.js', 'script', 'text/javascript; charset=utf-8'],
    ['/prod/console/docs/index.html', 'docs', 'text/html; charset=utf-8'],
  ])('serves %s under the strict policy', async (path, body, contentType) => {
    const answer = await get(path);
    expect(answer).toMatchObject({ statusCode: 200, body });
    expect(answer.headers).toMatchObject({
      ...consoleHeaders,
      'Content-Type': contentType,
      'Cache-Control': 'no-cache',
      // https://www.rfc-editor.org/rfc/rfc9110#section-8.8.3.3: compression changes a strong tag.
      ETag: `W/"${body}"`,
      'X-Request-Id': expect.any(String),
    });
  });

  it.each([
    ['/prod/console', '/prod/console/index.html'],
    ['/prod/console/', '/prod/console/index.html'],
    ['/prod/console/docs', '/prod/console/docs/index.html'],
    ['/prod/console/docs/', '/prod/console/docs/index.html'],
    ['//prod/console/', '/prod/console/index.html'],
  ])('redirects %s once', async (path, location) => {
    const answer = await get(path);
    expect([answer.statusCode, answer.headers?.Location]).toEqual([308, location]);
    expect((await get(location)).statusCode).toBe(200);
  });

  it.each([['"start"'], ['W/"start"'], ['"other", W/"start"'], ['*'], [['"start"', '"other"']]])(
    'responds 304 to a browser that has %s',
    async (tags) => {
      expect(await get('/prod/console/index.html', { 'if-none-match': tags })).toMatchObject({
        statusCode: 304,
        body: '',
      });
    },
  );

  it('sends a newer version to a browser with an older one', async () => {
    expect((await get('/prod/console/index.html', { 'If-None-Match': '"old"' })).statusCode).toBe(200);
  });

  it.each([['nothing'], ['../index.mjs'], ['..%2findex.mjs'], ['docs/../index.html'], ['constructor']])(
    'has no %s',
    async (proxy) => {
      const missing = get(`/prod/console/${proxy}`);
      await expect(missing).rejects.toBeInstanceOf(ProblemError);
      await expect(missing).rejects.toMatchObject({ status: 404 });
    },
  );
});
