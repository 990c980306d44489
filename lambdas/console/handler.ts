import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { header } from '../api/header.ts';
import { ProblemError } from '../domain/problem.ts';
import { consoleHeaders, type StaticPage } from './static-page.ts';

const startPage = 'index.html';

/**
 * True if `If-None-Match` names this version, compared as it asks for: weakly.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2
 */
const isFresh = (ifNoneMatch: string | undefined, etag: string): boolean =>
  (ifNoneMatch ?? '')
    .split(',')
    .map((tag) => tag.trim())
    .some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag);

/**
 * `GET /console` and below: the console's files, without credentials, since they hold nothing of anybody.
 *
 * Only the files that the bundle brought can be named, so there is no path to leave a folder by. The folder itself
 * leads to `index.html` by an absolute path: API Gateway does not tell whether a slash stood at the end, and the
 * pages' relative addresses depend on it.
 *
 * @param pages - by path without a leading slash, e.g. `docs/index.html`.
 */
export const createConsoleHandler =
  (pages: ReadonlyMap<string, StaticPage>) =>
  async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
    const path = (event.pathParameters?.proxy ?? '').replace(/\/$/, '');
    const common = {
      ...consoleHeaders,
      'Cache-Control': 'no-cache',
      Vary: 'Accept-Encoding',
      'X-Request-Id': event.requestContext.requestId,
    };
    const page = pages.get(path);
    if (page) {
      // Weak: API Gateway packs the file in one coding or another, and a strong tag would name one of them alone.
      const headers = { ...common, 'Content-Type': page.contentType, ETag: `W/${page.etag}` };
      return isFresh(header(event, 'If-None-Match'), page.etag)
        ? { statusCode: 304, headers, body: '' }
        : { statusCode: 200, headers, body: page.body };
    }
    if (pages.has(path === '' ? startPage : `${path}/${startPage}`)) {
      // One slash at the start: two would name a host.
      const folder = event.requestContext.path.replace(/^\/+/, '/').replace(/\/$/, '');
      return { statusCode: 308, headers: { ...common, Location: `${folder}/${startPage}` }, body: '' };
    }
    throw new ProblemError(404, 'The console has no such file.');
  };
