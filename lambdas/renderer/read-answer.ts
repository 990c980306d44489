import {
  type LoadedPage,
  maxAnswerBytes,
  maxDocumentBytes,
  maxDocumentsBytes,
  maxPagesPerInvocation,
  type PageAnswer,
  readAnswer,
} from '../domain/render-protocol.ts';
import { RendererFault } from '../domain/renderer-fault.ts';
import { readLines } from '../domain/text-lines.ts';
import type { EgressPolicy } from '../web/egress/egress-policy.ts';
import { decompress } from '../web/http/decompress.ts';
import type { PageLoad } from '../web/page-load.ts';
import { refuseActionUrl } from '../web/refuse-action-url.ts';
import { WebError } from '../web/web-error.ts';
import { hasAtMostJsonValues } from './json-value-limit.ts';

/** JSON values of a line: a page has about a dozen. */
const maxLineValues = 1_000;

/** Chunks of a response. Usually some hundred; each costs memory, however small. */
const maxChunks = 20_000;

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

const pagesOf = (line: string): PageAnswer[] => {
  if (!hasAtMostJsonValues(Buffer.from(line), maxLineValues))
    throw unreadable('more JSON values than allowed');
  try {
    return readAnswer(JSON.parse(line)).Pages;
  } catch (error) {
    // The message quotes the response and is logged.
    const cause = new Error(shownText(error instanceof Error ? error.message : String(error)));
    throw unreadable('an invalid line', cause);
  }
};

/** @throws RendererFault once a response exceeds its limits, so that an endless one does not fill the memory. */
async function* limited(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  let bytes = 0;
  let count = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    count += 1;
    if (bytes > maxAnswerBytes || count > maxChunks) {
      throw unreadable(`${bytes} bytes in ${count} chunks, more than allowed`);
    }
    yield chunk;
  }
}

/**
 * Reads the renderer's response while it arrives, and validates it as untrusted input: treat the browser as
 * compromised. The first outcome of each page counts; outcomes of other pages are ignored.
 *
 * @param keys - of the requested pages.
 * @returns each page's key and outcome, as soon as its line is complete.
 * @throws RendererFault if the response is invalid or ends without an outcome for each page. Outcomes returned before
 *   remain valid.
 */
export async function* readRenderAnswer(
  chunks: AsyncIterable<Uint8Array>,
  keys: Iterable<number>,
  policy: EgressPolicy,
  signal: AbortSignal,
): AsyncGenerator<[key: number, outcome: PageOutcome], void, undefined> {
  const awaited = new Set(keys);
  let remainingBytes = maxDocumentsBytes;
  const outcomeOf = async (page: PageAnswer): Promise<PageOutcome> => {
    if ('Failed' in page) return toWebError(page);
    if ('LeftOut' in page) return 'LeftOut';
    try {
      const { load, documentBytes } = await unpack(page, policy, remainingBytes, signal);
      remainingBytes -= documentBytes;
      return load;
    } catch (error) {
      if (error instanceof WebError) return error;
      throw error;
    }
  };
  const lines = readLines(limited(chunks), { maxLineBytes: maxAnswerBytes });
  for await (const { number, text, problem } of lines) {
    if (problem !== null) throw unreadable('a line that is not UTF-8');
    if (number > maxPagesPerInvocation) throw unreadable('more lines than pages');
    for (const page of pagesOf(text)) {
      if (awaited.delete(page.Key)) yield [page.Key, await outcomeOf(page)];
    }
  }
  if (awaited.size > 0) throw unreadable(`without ${awaited.size} of the pages`);
}
