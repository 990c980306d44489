import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { header } from '../api/header.ts';
import { ProblemError } from '../domain/problem.ts';
import { consoleHeaders, type StaticPage } from './static-page.ts';

const startPage = 'index.html';

/**
 * True if `If-None-Match` matches this version by weak comparison.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2
 */
const isFresh = (ifNoneMatch: string | undefined, etag: string): boolean =>
  (ifNoneMatch ?? '')
    .split(',')
    .map((tag) => tag.trim())
    .some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag);

/**
 * `GET /console` and below: the console's files. Needs no credentials, since they contain no private data.
 *
 * Serves only the bundle's files, which rules out path traversal. Redirects a folder to the absolute path of
 * its `index.html`: API Gateway does not reveal a trailing slash, on which the pages' relative addresses
 * depend.
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
      // Weak: API Gateway may compress the response, and a strong tag would identify a single encoding.
      const headers = { ...common, 'Content-Type': page.contentType, ETag: `W/${page.etag}` };
      return isFresh(header(event, 'If-None-Match'), page.etag)
        ? { statusCode: 304, headers, body: '' }
        : { statusCode: 200, headers, body: page.body };
    }
    if (pages.has(path === '' ? startPage : `${path}/${startPage}`)) {
      // A single leading slash: two would denote a host.
      const folder = event.requestContext.path.replace(/^\/+/, '/').replace(/\/$/, '');
      return { statusCode: 308, headers: { ...common, Location: `${folder}/${startPage}` }, body: '' };
    }
    throw new ProblemError(404, 'The console has no such file.');
  };
