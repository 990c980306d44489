import type { EgressPolicy } from '../web/egress/egress-policy.ts';
import { decompress } from '../web/http/decompress.ts';
import type { PageLoad } from '../web/page-load.ts';
import { refuseActionUrl } from '../web/refuse-action-url.ts';
import { WebError } from '../web/web-error.ts';
import { hasAtMostJsonValues } from './json-value-limit.ts';
import {
  type LoadedPage,
  maxAnswerBytes,
  maxDocumentBytes,
  maxDocumentsBytes,
  type PageAnswer,
  readAnswer,
} from './protocol.ts';
import { RendererFault } from './renderer-fault.ts';

/** JSON values of a response: a page has about a dozen, and a later version may add some. */
const maxAnswerValues = 1_000;

/** Outcome of a page: loaded, failed, or to be requested again. */
export type PageOutcome = PageLoad | WebError | 'LeftOut';

const unreadable = (what: string, cause?: unknown): RendererFault =>
  new RendererFault('Unreadable', `The renderer answered ${what}.`, { cause });

/** Sanitizes text for callers and logs: removes line breaks, control and invisible characters. */
const shownText = (text: string): string =>
  text
    .slice(0, 2_000)
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]+/gu, ' ')
    .slice(0, 500);

const toWebError = ({ Failed }: Extract<PageAnswer, { Failed: unknown }>): WebError => {
  const error = new WebError(Failed.Code, shownText(Failed.Message), {
    retryable: Failed.Retryable,
    ...(Failed.HttpStatus !== undefined && { httpStatus: Failed.HttpStatus }),
    ...(Failed.RetryAfterSeconds !== undefined && { retryAfterSeconds: Failed.RetryAfterSeconds }),
  });
  error.attempts = Failed.Attempts;
  return error;
};

/**
 * @throws WebError if the final URL is forbidden, or the document is damaged or too large.
 */
const unpack = async (
  { Loaded }: LoadedPage,
  policy: EgressPolicy,
  remainingBytes: number,
  signal: AbortSignal,
): Promise<{ load: PageLoad; documentBytes: number }> => {
  const finalUrl = policy.checkUrl(Loaded.FinalUrl);
  refuseActionUrl(finalUrl);
  const packed = Buffer.from(Loaded.Document, 'base64');
  const maxBytes = Math.min(maxDocumentBytes, remainingBytes);
  const { body: document } = await decompress(packed, 'zstd', { maxBytes }, signal);
  return {
    documentBytes: document.length,
    load: {
      finalUrl: finalUrl.href,
      httpStatus: Loaded.HttpStatus,
      headers: Loaded.Headers as Record<string, string>,
      html: document.toString('utf8'),
      renderMode: 'Browser',
      wireBytes: Loaded.WireBytes,
      attempts: Loaded.Attempts,
    },
  };
};

const pagesOf = (payload: Uint8Array): PageAnswer[] => {
  if (payload.length > maxAnswerBytes) throw unreadable(`${payload.length} bytes, more than allowed`);
  if (!hasAtMostJsonValues(payload, maxAnswerValues)) throw unreadable('more JSON values than allowed');
  try {
    return readAnswer(JSON.parse(Buffer.from(payload).toString('utf8'))).Pages;
  } catch (error) {
    // The message quotes the response and is logged.
    const cause = new Error(shownText(error instanceof Error ? error.message : String(error)));
    throw unreadable('an invalid response', cause);
  }
};

/**
 * Validates the renderer's response as untrusted input: treat the browser as compromised.
 *
 * @param keys - of the requested pages.
 * @returns an outcome for each of them.
 * @throws RendererFault if the response does not match the request.
 */
export const readRenderAnswer = async (
  payload: Uint8Array,
  keys: readonly number[],
  policy: EgressPolicy,
  signal: AbortSignal,
): Promise<Map<number, PageOutcome>> => {
  const answered = pagesOf(payload);
  const pages = new Map(answered.map((page) => [page.Key, page]));
  const matches = answered.length === keys.length && keys.every((key) => pages.has(key));
  if (!matches) throw unreadable('for other pages than requested');
  const outcomes = new Map<number, PageOutcome>();
  let remainingBytes = maxDocumentsBytes;
  for (const [key, page] of pages) {
    if ('Failed' in page) outcomes.set(key, toWebError(page));
    else if ('LeftOut' in page) outcomes.set(key, 'LeftOut');
    else {
      try {
        const { load, documentBytes } = await unpack(page, policy, remainingBytes, signal);
        remainingBytes -= documentBytes;
        outcomes.set(key, load);
      } catch (error) {
        if (!(error instanceof WebError)) throw error;
        outcomes.set(key, error);
      }
    }
  }
  return outcomes;
};
