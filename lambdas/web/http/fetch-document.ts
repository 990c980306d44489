import { isUtf8 } from 'node:buffer';
import type { Readable } from 'node:stream';
import { CookieJar } from 'tough-cookie';
import type { Dispatcher } from 'undici';
import type { EgressPolicy } from '../egress/egress-policy.ts';
import type { Politeness } from '../politeness.ts';
import { refuseActionUrl } from '../refuse-action-url.ts';
import { retryAfterSeconds } from '../retry-after.ts';
import { toTransportError } from '../transport-error.ts';
import { WebError } from '../web-error.ts';
import { contentKind, looksBinary, mediaType } from './content-type.ts';
import { decodeText } from './decode-text.ts';
import { type Decoded, decompress, type ReadLimit } from './decompress.ts';
import type { HttpLimits } from './http-limits.ts';
import type { PinnedDispatcher } from './pinned-dispatcher.ts';
import { metaRefreshTarget, refreshTarget } from './refresh.ts';
import { navigationHeaders } from './request-headers.ts';

export interface FetchContext {
  dispatcher: Dispatcher;
  /** If set, each hop uses a new connection; see `PinnedDispatcher`. */
  openFresh?: PinnedDispatcher['openFresh'] | undefined;
  /** See `PinnedDispatcher`. */
  extendConnectTimeout: PinnedDispatcher['extendConnectTimeout'];
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
  /** Called before each hop; throws to forbid it. */
  beforeHop?: (url: URL) => Promise<void>;
  /** Treats the file as text whatever its declared type, and ignores refreshes. */
  isPlainText?: boolean;
}

export interface FetchedDocument {
  finalUrl: string;
  httpStatus: number;
  headers: Record<string, string>;
  html: string;
  wireBytes: number;
  /** See `PageLoad`. */
  isTruncated: boolean;
}

interface Answer {
  status: number;
  headers: Record<string, string>;
  setCookies: string[];
  body: Buffer;
  wireBytes: number;
  isTruncated: boolean;
}

const redirectStatuses = new Set([301, 302, 303, 307, 308]);

/** Reads raw UTF-8 in a header, like browsers. */
const textOf = (value: string): string => {
  // Header values have one character per byte.
  const bytes = Buffer.from(value, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : value;
};

/** Target of a redirect. */
const locationOf = ({ status, headers }: Pick<Answer, 'status' | 'headers'>): string | undefined =>
  headers.location === undefined || !redirectStatuses.has(status) ? undefined : textOf(headers.location);

/** Redirect bodies up to this size are read, to keep the connection. */
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

/** @throws WebError if the declared length is too large. */
const refuseDeclared = (
  { headers, body }: Dispatcher.ResponseData,
  url: URL,
  { maxBytes, mayTruncate = false }: ReadLimit,
): void => {
  if (mayTruncate || !(Number(headers['content-length']) > maxBytes)) return;
  body.destroy();
  throw tooLarge(url, maxBytes);
};

const readBody = async (
  body: AsyncIterable<Buffer>,
  url: URL,
  { maxBytes, mayTruncate = false }: ReadLimit,
): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > maxBytes && !mayTruncate) throw tooLarge(url, maxBytes);
    chunks.push(chunk);
    // Leaving the loop aborts the response.
    if (length > maxBytes) break;
  }
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, length);
};

/** The body of an error response; empty if it fails, since the status is enough. */
const readErrorBody = async (
  body: Readable,
  url: URL,
  limits: HttpLimits,
  signal: AbortSignal,
): Promise<Buffer> => {
  let isAbandoned = false;
  const abandon = (): void => {
    isAbandoned = true;
    body.destroy();
  };
  const silence = setTimeout(abandon, limits.errorIdleMs);
  const counted = async function* (): AsyncGenerator<Buffer> {
    for await (const chunk of body) {
      silence.refresh();
      yield chunk as Buffer;
    }
  };
  try {
    return await readBody(counted(), url, { maxBytes: limits.wireBytes });
  } catch (error) {
    if (isAbandoned && !signal.aborted) return Buffer.alloc(0);
    throw error;
  } finally {
    clearTimeout(silence);
  }
};

/**
 * Decodes the content codings of a body. If a page is truncated before its first byte, the connection failed.
 * Error responses need no body, since their status is enough.
 */
const decodeBody = async (
  wire: Buffer,
  { status, headers }: Pick<Answer, 'status' | 'headers'>,
  url: URL,
  readLimit: ReadLimit,
  signal: AbortSignal,
): Promise<Decoded> => {
  const isError = status >= 400;
  try {
    const decoded = await decompress(wire, headers['content-encoding'], readLimit, signal);
    if (isError || !decoded.isTruncated || decoded.body.length > 0) return decoded;
  } catch (error) {
    if (isError && error instanceof WebError && error.isUndecodable)
      return { body: Buffer.alloc(0), isTruncated: true };
    throw error;
  }
  const message = `The page on "${url.host}" was truncated before any of it could be decompressed.`;
  throw new WebError('ConnectionFailed', message, { retryable: true });
};

/** Statuses without a page in their body. */
const hasNoPage = (status: number): boolean => status === 204 || status === 205 || status === 304;

/** How much of a response to read, before and after decompression. */
const readLimits = (limits: HttpLimits, isPlainText: boolean): Record<'wire' | 'decoded', ReadLimit> => {
  const text = { maxBytes: limits.plainTextBytes, mayTruncate: true };
  return isPlainText
    ? { wire: text, decoded: text }
    : { wire: { maxBytes: limits.wireBytes }, decoded: { maxBytes: limits.decodedBytes } };
};

/** Makes one request and reads its response. */
const fetchOnce = async (
  { dispatcher, openFresh, extendConnectTimeout, limits, userAgent }: FetchContext,
  url: URL,
  { acceptLanguage, signal, isPlainText = false }: DocumentRequest,
  cookie: string,
): Promise<Answer> => {
  const controller = new AbortController();
  const onAbort = (): void => controller.abort(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  const fresh = openFresh?.();
  let hasHeaders = false;
  const silence = setTimeout(() => {
    const message = `The host "${url.host}" did not answer within ${limits.firstByteMs} ms.`;
    controller.abort(new WebError('Timeout', message, { retryable: true }));
  }, limits.firstByteMs);
  try {
    signal.throwIfAborted();
    extendConnectTimeout(url.origin, limits.connectMs);
    const response = await (fresh ?? dispatcher).request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method: 'GET',
      headers: navigationHeaders({ url, userAgent, acceptLanguage, cookie }),
      signal: controller.signal,
      bodyTimeout: limits.idleMs,
    });
    clearTimeout(silence);
    hasHeaders = true;
    const { statusCode: status, body } = response;
    // An aborted body must not cause an unhandled error.
    body.on('error', () => {});
    const headers = headersOf(response.headers);
    const given = response.headers['set-cookie'];
    const answer = {
      status,
      headers,
      setCookies: given === undefined ? [] : [given].flat(),
      wireBytes: bytesOf(headers),
    };
    // undici enforces the limit for HTTP/1; compressed HTTP/2 headers may expand beyond it.
    if (answer.wireBytes > limits.headerBytes) {
      body.destroy();
      throw new WebError(
        'TooLarge',
        `The host "${url.host}" sent headers larger than ${limits.headerBytes} bytes.`,
        {
          retryable: false,
        },
      );
    }
    const isRedirect = locationOf(answer) !== undefined;
    const isReadable = isPlainText || contentKind(headers['content-type']) !== undefined;
    if (isRedirect || hasNoPage(status) || !isReadable) {
      if (isRedirect) await body.dump({ limit: maxRedirectBodyBytes, signal: controller.signal });
      else body.destroy();
      return { ...answer, body: Buffer.alloc(0), isTruncated: false };
    }
    const readLimit = readLimits(limits, isPlainText);
    refuseDeclared(response, url, readLimit.wire);
    const wire = await (status < 400
      ? readBody(body, url, readLimit.wire)
      : readErrorBody(body, url, limits, controller.signal));
    const decoded = await decodeBody(wire, answer, url, readLimit.decoded, controller.signal);
    return {
      ...answer,
      wireBytes: answer.wireBytes + wire.length,
      body: decoded.body,
      isTruncated: decoded.isTruncated || wire.length > readLimit.wire.maxBytes,
    };
  } catch (error) {
    if (controller.signal.aborted) throw controller.signal.reason;
    throw toTransportError(error, url.host, hasHeaders);
  } finally {
    clearTimeout(silence);
    signal.removeEventListener('abort', onAbort);
    void fresh?.destroy();
  }
};

const nextUrl = (policy: EgressPolicy, target: string, base: URL): URL => {
  const next = URL.parse(target, base);
  if (next === null) {
    throw new WebError('InvalidUrl', `The host "${base.host}" redirects to an invalid URL.`, {
      retryable: false,
    });
  }
  if (next.hash === '') next.hash = base.hash;
  return policy.checkUrl(next);
};

const withoutFragment = (url: URL): string => url.href.slice(0, url.href.length - url.hash.length);

/** Records visited addresses. @returns a function that throws for endless redirects. */
const createHopCheck = (maxRedirects: number): ((url: URL, cookie: string) => void) => {
  const seen = new Set<string>();
  const refuse = (message: string): never => {
    throw new WebError('TooManyRedirects', message, { retryable: false });
  };
  return (url, cookie) => {
    // The same page with different cookies is a cookie check, not a loop.
    const state = `${withoutFragment(url)} ${cookie}`;
    if (seen.has(state)) refuse(`The host "${url.host}" redirects in a loop.`);
    if (seen.size > maxRedirects) refuse(`The page redirects more than ${maxRedirects} times.`);
    seen.add(state);
  };
};

/** Pauses requests to a host for as long as it asks. */
const applyRetryAfter = (
  { politeness, now }: FetchContext,
  host: string,
  { status, headers }: Answer,
): void => {
  if (status !== 429 && status !== 503) return;
  const seconds = retryAfterSeconds(headers['retry-after'], now());
  if (seconds !== undefined) politeness.pause(host, seconds * 1_000);
};

const isUnreadable = ({ headers, body }: Answer): boolean =>
  contentKind(headers['content-type']) === undefined ||
  (mediaType(headers['content-type']) === '' && looksBinary(body));

/** @throws WebError if the response is not a page. */
const readPage = (answer: Answer, url: URL, acceptLanguage: string): string => {
  const { status, headers, body } = answer;
  if (status < 400 && !hasNoPage(status) && isUnreadable(answer)) {
    const type = mediaType(headers['content-type']) || 'undeclared binary content';
    throw new WebError('UnsupportedContent', `"${url.host}" sent ${type}; expected a page.`, {
      retryable: false,
      httpStatus: status,
    });
  }
  return decodeText(body, headers['content-type'], acceptLanguage.split(',', 1)[0]!);
};

/** Target of a page's refresh by header or meta tag, unless it is the page itself. */
const refreshUrl = (
  policy: EgressPolicy,
  { status, headers }: Answer,
  html: string,
  url: URL,
): URL | undefined => {
  if (status >= 400) return undefined;
  const target = refreshTarget(textOf(headers.refresh ?? '')) ?? metaRefreshTarget(html);
  if (target === undefined) return undefined;
  const refreshed = nextUrl(policy, target, url);
  return withoutFragment(refreshed) === withoutFragment(url) ? undefined : refreshed;
};

/**
 * Fetches one document and follows its redirects. Checks each hop against the policy, and refuses URLs that
 * change state. Follows redirects from https to http, like browsers for typed URLs: no secrets are sent, and
 * `Secure` cookies are withheld. Cookies are discarded after the document.
 *
 * @returns The document for any HTTP status; the caller interprets 404 or 503. Without a readable body,
 * `html` is empty.
 * @throws WebError if there is no valid response.
 */
export const fetchDocument = async (
  context: FetchContext,
  request: DocumentRequest,
): Promise<FetchedDocument> => {
  const { policy, politeness, limits } = context;
  const checkHop = createHopCheck(limits.redirects);
  const jar = new CookieJar(undefined, { looseMode: true });
  let url = policy.checkUrl(request.url);
  let wireBytes = 0;

  for (;;) {
    const current = url;
    const cookie = await jar.getCookieString(current.href);
    checkHop(current, cookie);
    refuseActionUrl(current);
    await request.beforeHop?.(current);
    const answer = await politeness.run(current.host, request.signal, () =>
      fetchOnce(context, current, request, cookie),
    );
    wireBytes += answer.wireBytes;
    for (const text of answer.setCookies) await jar.setCookie(text, current.href, { ignoreError: true });
    applyRetryAfter(context, current.host, answer);

    const location = locationOf(answer);
    if (location !== undefined) {
      url = nextUrl(policy, location, current);
      continue;
    }
    const { status: httpStatus, headers, isTruncated } = answer;
    const document = {
      finalUrl: current.href,
      httpStatus,
      headers,
      wireBytes,
      // The body of an error may be incomplete.
      isTruncated: isTruncated && httpStatus < 400,
    };
    if (request.isPlainText) return { ...document, html: answer.body.toString('utf8') };
    const html = readPage(answer, current, request.acceptLanguage);
    const refreshed = refreshUrl(policy, answer, html, current);
    if (refreshed === undefined) return { ...document, html };
    url = refreshed;
  }
};
