import { promisify } from 'node:util';
import { zstdCompress } from 'node:zlib';
import {
  type LoadedPage,
  maxDocumentBytes,
  maxDocumentsBytes,
  maxPackedBytes,
  type PageAnswer,
  type RenderAnswer,
  returnedHeaderNames,
} from '../domain/render-protocol.ts';
import type { PageLoad } from '../web/page-load.ts';
import { WebError } from '../web/web-error.ts';

const compress = promisify(zstdCompress);

/** Characters of an error message. */
const maxMessageLength = 1_000;
const maxHeaderLength = 1_000;

/** A page of the response and the uncompressed size of its document. */
export interface PackedPage {
  page: PageAnswer;
  documentBytes: number;
}

const tooLarge = (size: string): WebError =>
  new WebError('TooLarge', `The rendered page has ${size}, which is too large to return.`, {
    retryable: false,
  });

const pickHeaders = (headers: PageLoad['headers']): LoadedPage['Loaded']['Headers'] => {
  const picked: LoadedPage['Loaded']['Headers'] = {};
  for (const name of returnedHeaderNames) {
    const value = headers[name];
    if (value !== undefined) picked[name] = value.slice(0, maxHeaderLength);
  }
  return picked;
};

/**
 * @throws WebError `TooLarge` for a document that does not fit into any response, even alone.
 */
export const packLoaded = async (key: number, load: PageLoad): Promise<PackedPage> => {
  const document = Buffer.from(load.html, 'utf8');
  if (document.length > maxDocumentBytes) throw tooLarge(`${document.length} bytes`);
  const Document = (await compress(document)).toString('base64');
  if (Document.length > maxPackedBytes) throw tooLarge(`${Document.length} bytes when compressed`);
  return {
    page: {
      Key: key,
      Loaded: {
        FinalUrl: load.finalUrl,
        HttpStatus: load.httpStatus,
        Headers: pickHeaders(load.headers),
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
      ...error.siteError,
      Message: error.message.slice(0, maxMessageLength),
      Attempts: error.attempts,
      ...(error.httpStatus !== undefined && { HttpStatus: error.httpStatus }),
      ...(error.retryAfterSeconds !== undefined && { RetryAfterSeconds: error.retryAfterSeconds }),
    },
  },
  documentBytes: 0,
});

const packedBytes = ({ page }: PackedPage): number => ('Loaded' in page ? page.Loaded.Document.length : 0);

/**
 * Creates the function that packs the pages of one response into its lines, in the order they are done. Pages
 * that no longer fit are marked `LeftOut`, to be requested again.
 */
export const createLinePacker = (): ((packed: PackedPage) => RenderAnswer) => {
  let remainingBytes = maxPackedBytes;
  let remainingDocumentBytes = maxDocumentsBytes;
  const fitted = (item: PackedPage): PageAnswer => {
    const fits = packedBytes(item) <= remainingBytes && item.documentBytes <= remainingDocumentBytes;
    if (!fits) return { Key: item.page.Key, LeftOut: true };
    remainingBytes -= packedBytes(item);
    remainingDocumentBytes -= item.documentBytes;
    return item.page;
  };
  return (packed) => ({ Version: 1, Pages: [fitted(packed)] });
};
