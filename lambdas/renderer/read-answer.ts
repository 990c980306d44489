import type { EgressPolicy } from '../web/egress/egress-policy.ts';
import { decompress } from '../web/http/decompress.ts';
import type { PageLoad } from '../web/page-load.ts';
import { refuseActing } from '../web/refuse-acting.ts';
import { WebError } from '../web/web-error.ts';
import {
  type AnsweredPage,
  type LoadedPage,
  maxAnswerBytes,
  maxDocumentBytes,
  maxDocumentsBytes,
  readAnswer,
} from './protocol.ts';
import { RendererFault } from './renderer-fault.ts';
import { hasFewJsonValues } from './small-json.ts';

/** Values of an answer: a page has some dozen, and a later version may add others. */
const maxAnswerValues = 1_000;

/** Outcome of a page: brought, failed, or to be asked for once more. */
export type PageOutcome = PageLoad | WebError | 'LeftOut';

const unreadable = (what: string, cause?: unknown): RendererFault =>
  new RendererFault('Unreadable', `The renderer answered ${what}.`, { cause });

/** Text from the renderer that callers and logs see: without what splits lines or hides text. */
const shownText = (text: string): string =>
  text
    .slice(0, 2_000)
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]+/gu, ' ')
    .slice(0, 500);

const toWebError = ({ Failed }: Extract<AnsweredPage, { Failed: unknown }>): WebError =>
  new WebError(Failed.Code, shownText(Failed.Message), {
    retryable: Failed.Retryable,
    ...(Failed.HttpStatus !== undefined && { httpStatus: Failed.HttpStatus }),
    ...(Failed.RetryAfterSeconds !== undefined && { retryAfterSeconds: Failed.RetryAfterSeconds }),
  });

/** @throws WebError for a document that ended where nothing may be read, is damaged or too large. */
const unpack = async (
  { Loaded }: LoadedPage,
  policy: EgressPolicy,
  roomBytes: number,
  signal: AbortSignal,
): Promise<{ load: PageLoad; documentBytes: number }> => {
  const finalUrl = policy.checkUrl(Loaded.FinalUrl);
  refuseActing(finalUrl);
  const packed = Buffer.from(Loaded.Document, 'base64');
  const maxBytes = Math.min(maxDocumentBytes, roomBytes);
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

const pagesOf = (payload: Uint8Array): AnsweredPage[] => {
  if (payload.length > maxAnswerBytes) throw unreadable(`${payload.length} bytes, more than were asked for`);
  if (!hasFewJsonValues(payload, maxAnswerValues)) throw unreadable('more values than were asked for');
  try {
    return readAnswer(JSON.parse(Buffer.from(payload).toString('utf8'))).Pages;
  } catch (error) {
    // It quotes the answer, and goes to the log.
    const cause = new Error(shownText(error instanceof Error ? error.message : String(error)));
    throw unreadable('what is no answer', cause);
  }
};

/**
 * Reads what the renderer answered, as text of a stranger: a browser that was taken over may have written it.
 *
 * @param keys - of the pages that were asked for.
 * @returns an outcome for each of them.
 * @throws RendererFault where it is no answer to what was asked.
 */
export const readRenderAnswer = async (
  payload: Uint8Array,
  keys: readonly number[],
  policy: EgressPolicy,
  signal: AbortSignal,
): Promise<Map<number, PageOutcome>> => {
  const answered = pagesOf(payload);
  const pages = new Map(answered.map((page) => [page.Key, page]));
  const isOfThese = answered.length === keys.length && keys.every((key) => pages.has(key));
  if (!isOfThese) throw unreadable('for other pages than were asked for');
  const outcomes = new Map<number, PageOutcome>();
  let roomBytes = maxDocumentsBytes;
  for (const [key, page] of pages) {
    if ('Failed' in page) outcomes.set(key, toWebError(page));
    else if ('LeftOut' in page) outcomes.set(key, 'LeftOut');
    else {
      try {
        const { load, documentBytes } = await unpack(page, policy, roomBytes, signal);
        roomBytes -= documentBytes;
        outcomes.set(key, load);
      } catch (error) {
        if (!(error instanceof WebError)) throw error;
        outcomes.set(key, error);
      }
    }
  }
  return outcomes;
};
