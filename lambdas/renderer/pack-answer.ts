import { promisify } from 'node:util';
import { zstdCompress } from 'node:zlib';
import type { PageLoad } from '../web/page-load.ts';
import { WebError } from '../web/web-error.ts';
import {
  type AnsweredPage,
  answeredHeaders,
  type LoadedPage,
  maxDocumentBytes,
  maxDocumentsBytes,
  maxPackedBytes,
  type RenderAnswer,
  renderProtocolVersion,
} from './protocol.ts';

const compress = promisify(zstdCompress);

/** Characters of an error's message that are passed on. */
const maxMessageLength = 1_000;
const maxHeaderLength = 1_000;

/** A page as it goes into the answer, with the size of its document before it was packed. */
export interface PackedPage {
  page: AnsweredPage;
  documentBytes: number;
}

const tooLarge = (what: string): WebError =>
  new WebError('TooLarge', `The rendered page is ${what}, which is too large to return.`, {
    retryable: false,
  });

const keptHeaders = (headers: PageLoad['headers']): LoadedPage['Loaded']['Headers'] => {
  const kept: LoadedPage['Loaded']['Headers'] = {};
  for (const name of answeredHeaders) {
    const value = headers[name];
    if (value !== undefined) kept[name] = value.slice(0, maxHeaderLength);
  }
  return kept;
};

/** @throws WebError `TooLarge` for a document that no answer has room for, even alone. */
export const packLoaded = async (key: number, load: PageLoad): Promise<PackedPage> => {
  const document = Buffer.from(load.html, 'utf8');
  if (document.length > maxDocumentBytes) throw tooLarge(`of ${document.length} bytes`);
  const Document = (await compress(document)).toString('base64');
  if (Document.length > maxPackedBytes) throw tooLarge(`of ${Document.length} bytes when it is packed`);
  return {
    page: {
      Key: key,
      Loaded: {
        FinalUrl: load.finalUrl,
        HttpStatus: load.httpStatus,
        Headers: keptHeaders(load.headers),
        Document,
        WireBytes: load.wireBytes,
        Attempts: load.attempts,
      },
    },
    documentBytes: document.length,
  };
};

export const packFailed = (key: number, error: WebError): PackedPage => ({
  page: {
    Key: key,
    Failed: {
      Code: error.code,
      Message: error.message.slice(0, maxMessageLength),
      Retryable: error.retryable,
      ...(error.httpStatus !== undefined && { HttpStatus: error.httpStatus }),
      ...(error.retryAfterSeconds !== undefined && { RetryAfterSeconds: error.retryAfterSeconds }),
    },
  },
  documentBytes: 0,
});

const packedBytes = ({ page }: PackedPage): number => ('Loaded' in page ? page.Loaded.Document.length : 0);

/** As many pages as fit into one answer, the smallest first; the others are named, to be asked for once more. */
export const packAnswer = (packed: readonly PackedPage[]): RenderAnswer => {
  let roomBytes = maxPackedBytes;
  let documentRoomBytes = maxDocumentsBytes;
  const Pages = packed
    .toSorted((one, other) => packedBytes(one) - packedBytes(other))
    .map((item): AnsweredPage => {
      const isFitting = packedBytes(item) <= roomBytes && item.documentBytes <= documentRoomBytes;
      if (!isFitting) return { Key: item.page.Key, LeftOut: true };
      roomBytes -= packedBytes(item);
      documentRoomBytes -= item.documentBytes;
      return item.page;
    });
  return { Version: renderProtocolVersion, Pages };
};
