import { isUtf8 } from 'node:buffer';
import { CookieJar } from 'tough-cookie';
import type { Dispatcher } from 'undici';
import type { EgressPolicy } from '../egress/egress-policy.ts';
import { WebError } from '../page-load.ts';
import type { Politeness } from '../politeness.ts';
import { refuseActing } from '../refuse-acting.ts';
import { retryAfterSeconds } from '../retry-after.ts';
import { contentKind, looksBinary, mediaType } from './content-type.ts';
import { decodeText } from './decode-text.ts';
import { decompress } from './decompress.ts';
import type { HttpLimits } from './http-limits.ts';
import { metaRefreshTarget } from './meta-refresh.ts';
import type { PinnedDispatcher } from './pinned-dispatcher.ts';
import { navigationHeaders } from './request-headers.ts';
import { toTransportError } from './transport-error.ts';

/** What fetching needs from its tier. */
export interface Fetching {
  dispatcher: Dispatcher;
  /** See `PinnedDispatcher`. */
  waitLonger: PinnedDispatcher['waitLonger'];
  policy: EgressPolicy;
  politeness: Politeness;
  limits: HttpLimits;
  userAgent: string;
  /** Milliseconds since the epoch. */
  now: () => number;
}

export interface DocumentRequest {
  url: string;
  acceptLanguage: string;
  signal: AbortSignal;
  /** Asked before each hop; throws where the hop may not be made. */
  beforeHop?: (url: URL) => Promise<void>;
  /** For a file that is text whatever type it is given; it moves nobody on by what it holds. */
  isPlainText?: boolean;
}

export interface FetchedDocument {
  finalUrl: string;
  httpStatus: number;
  headers: Record<string, string>;
  html: string;
  wireBytes: number;
}

interface Answer {
  status: number;
  headers: Record<string, string>;
  setCookies: string[];
  body: Buffer;
  wireBytes: number;
}

const redirectStatuses = new Set([301, 302, 303, 307, 308]);

/** Bodies of redirects are read up to here to keep the connection, and cut beyond. */
const maxRedirectBodyBytes = 16 * 1024;

const tooLarge = (url: URL, maxBytes: number): WebError =>
  new WebError('TooLarge', `The page on "${url.host}" is larger than ${maxBytes} bytes.`, {
    retryable: false,
  });

const headersOf = (raw: Record<string, string | string[] | undefined>): Record<string, string> => {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(raw)) {
    if (value !== undefined) headers[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
  }
  return headers;
};

const bytesOf = (headers: Record<string, string>): number =>
  Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0);

const readBody = async (body: AsyncIterable<Buffer>, url: URL, maxBytes: number): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > maxBytes) throw tooLarge(url, maxBytes);
    chunks.push(chunk);
  }
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, length);
};

/** Statuses whose body cannot be a page. */
const hasNoPage = (status: number): boolean => status === 204 || status === 205 || status === 304;

/** Makes one request and reads its answer, or refuses to. */
const fetchOnce = async (
  { dispatcher, waitLonger, limits, userAgent }: Fetching,
  url: URL,
  { acceptLanguage, signal, isPlainText = false }: DocumentRequest,
  cookie: string,
): Promise<Answer> => {
  const controller = new AbortController();
  const onAbort = (): void => controller.abort(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  const silence = setTimeout(() => {
    const message = `The host "${url.host}" did not answer within ${limits.firstByteMs} ms.`;
    controller.abort(new WebError('Timeout', message, { retryable: true }));
  }, limits.firstByteMs);
  try {
    signal.throwIfAborted();
    waitLonger(url.origin, limits.connectMs);
    const response = await dispatcher.request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method: 'GET',
      headers: navigationHeaders({ url, userAgent, acceptLanguage, cookie }),
      signal: controller.signal,
      bodyTimeout: limits.idleMs,
    });
    clearTimeout(silence);
    const { statusCode: status, body } = response;
    // Whatever ends the reading, an aborted body must not become an unhandled error.
    body.on('error', () => {});
    const headers = headersOf(response.headers);
    const given = response.headers['set-cookie'];
    const answer = {
      status,
      headers,
      setCookies: given === undefined ? [] : [given].flat(),
      wireBytes: bytesOf(headers),
    };
    // undici holds HTTP/1 heads to the limit; over HTTP/2 a small head may unpack to a large one.
    if (answer.wireBytes > limits.headerBytes) {
      body.destroy();
      throw new WebError('TooLarge', `The host "${url.host}" answered with a head beyond the limit.`, {
        retryable: false,
      });
    }
    const isRedirect = redirectStatuses.has(status) && headers.location !== undefined;
    const isReadable = isPlainText || contentKind(headers['content-type']) !== undefined;
    if (isRedirect || hasNoPage(status) || !isReadable) {
      if (isRedirect) await body.dump({ limit: maxRedirectBodyBytes, signal: controller.signal });
      else body.destroy();
      return { ...answer, body: Buffer.alloc(0) };
    }
    if (Number(headers['content-length']) > limits.wireBytes) {
      body.destroy();
      throw tooLarge(url, limits.wireBytes);
    }
    const wire = await readBody(body, url, limits.wireBytes);
    return {
      ...answer,
      wireBytes: answer.wireBytes + wire.length,
      body: await decompress(wire, headers['content-encoding'], limits.decodedBytes, controller.signal),
    };
  } catch (error) {
    if (controller.signal.aborted) throw controller.signal.reason;
    throw toTransportError(error, url.host);
  } finally {
    clearTimeout(silence);
    signal.removeEventListener('abort', onAbort);
  }
};

/** Header values arrive as one character per byte; a `Location` with raw UTF-8 is read as such, as browsers do. */
const locationText = (value: string): string => {
  const bytes = Buffer.from(value, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : value;
};

const nextUrl = (policy: EgressPolicy, target: string, base: URL): URL => {
  const next = URL.parse(target, base);
  if (next === null) {
    throw new WebError('InvalidUrl', `The host "${base.host}" redirects to what is not a URL.`, {
      retryable: false,
    });
  }
  if (next.hash === '') next.hash = base.hash;
  return policy.checkUrl(next);
};

const withoutFragment = (url: URL): string => url.href.slice(0, url.href.length - url.hash.length);

/**
 * Fetches one document through all its redirects. Each hop passes the policy anew, and none goes to an address that
 * acts on the shop. A redirect from https to http
 * is followed, as browsers do for a page that is typed in: nothing secret is sent, and cookies marked `Secure` stay
 * behind. Cookies live for this one document and no longer.
 *
 * @returns The document for any HTTP status; what a 404 or a 503 means is for the caller. Without a readable body,
 *   `html` is empty.
 * @throws WebError for what is not an answer.
 */
export const fetchDocument = async (
  fetching: Fetching,
  request: DocumentRequest,
): Promise<FetchedDocument> => {
  const { policy, politeness, limits, now } = fetching;
  const seen = new Set<string>();
  let jar: CookieJar | undefined;
  let url = policy.checkUrl(request.url);
  let wireBytes = 0;

  for (let hop = 0; ; hop += 1) {
    const cookie = (await jar?.getCookieString(url.href)) ?? '';
    const state = `${withoutFragment(url)} ${cookie}`;
    // The same page with other cookies is a site that wants to see its cookie, and not a loop.
    if (seen.has(state)) {
      throw new WebError('TooManyRedirects', `The host "${url.host}" redirects in a circle.`, {
        retryable: false,
      });
    }
    if (hop > limits.redirects) {
      throw new WebError('TooManyRedirects', `The page redirects more than ${limits.redirects} times.`, {
        retryable: false,
      });
    }
    seen.add(state);
    refuseActing(url);
    await request.beforeHop?.(url);
    const current = url;
    const answer = await politeness.run(url.host, request.signal, () =>
      fetchOnce(fetching, current, request, cookie),
    );
    wireBytes += answer.wireBytes;
    const { status, headers, setCookies } = answer;

    if (setCookies.length > 0) {
      jar ??= new CookieJar(undefined, { looseMode: true });
      for (const text of setCookies) await jar.setCookie(text, url.href, { ignoreError: true });
    }
    if (status === 429 || status === 503) {
      const seconds = retryAfterSeconds(headers['retry-after'], now());
      if (seconds !== undefined) politeness.rest(url.host, seconds * 1_000);
    }
    if (redirectStatuses.has(status) && headers.location !== undefined) {
      url = nextUrl(policy, locationText(headers.location), url);
      continue;
    }
    if (request.isPlainText) {
      return {
        finalUrl: url.href,
        httpStatus: status,
        headers,
        html: answer.body.toString('utf8'),
        wireBytes,
      };
    }
    if (status < 400 && !hasNoPage(status)) {
      const isUnreadable =
        contentKind(headers['content-type']) === undefined ||
        (mediaType(headers['content-type']) === '' && looksBinary(answer.body));
      if (isUnreadable) {
        const type = mediaType(headers['content-type']) || 'undeclared binary content';
        throw new WebError('UnsupportedContent', `Expected a page on "${url.host}"; it sent ${type}.`, {
          retryable: false,
          httpStatus: status,
        });
      }
    }
    const html = decodeText(answer.body, headers['content-type'], request.acceptLanguage.split(',', 1)[0]!);
    const refresh = status < 400 ? metaRefreshTarget(html) : undefined;
    const refreshed = refresh === undefined ? undefined : nextUrl(policy, refresh, url);
    if (refreshed !== undefined && withoutFragment(refreshed) !== withoutFragment(url)) {
      url = refreshed;
      continue;
    }
    return { finalUrl: url.href, httpStatus: status, headers, html, wireBytes };
  }
};
