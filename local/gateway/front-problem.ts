import { randomUUID } from 'node:crypto';
import { maxHeaderSize } from 'node:http';
import { problemTemplate } from '../../lib/constructs/gateway-problems.ts';

/** Why the front answers a call itself, which never becomes one of the API's. */
const problems = {
  Malformed: {
    status: 400,
    title: 'Bad Request',
    detail: 'The call is no HTTP of the version that it names.',
  },
  ForeignOrigin: {
    status: 403,
    title: 'Forbidden',
    detail:
      'Pages of this origin may not call the service; the setting `allowedOrigins` names those that may.',
  },
  Unauthorized: {
    status: 401,
    title: 'Unauthorized',
    detail: 'This is for whoever started the service: send its access key as `Authorization: Bearer`.',
  },
  Late: { status: 408, title: 'Request Timeout', detail: 'The call did not come whole in time.' },
  ChunkTooLarge: {
    status: 413,
    title: 'Content Too Large',
    detail: 'The extensions of a chunk of the body are too large.',
  },
  Misdirected: {
    status: 421,
    title: 'Misdirected Request',
    detail: 'This service answers to 127.0.0.1 and localhost alone.',
  },
  HeadTooLarge: {
    status: 431,
    title: 'Request Header Fields Too Large',
    detail: `The address and the header fields are too large; at most ${maxHeaderSize} bytes are taken.`,
  },
  NoTunnel: {
    status: 501,
    title: 'Not Implemented',
    detail: 'This service opens no tunnels to other hosts.',
  },
  DiskFull: {
    status: 503,
    title: 'Service Unavailable',
    detail:
      'The disk of the data folder or of the folder for temporary files is nearly full: make room, and the service goes on.',
  },
  Starting: { status: 503, title: 'Service Unavailable', detail: 'The service is starting.' },
};

export type FrontProblemType = keyof typeof problems;

/** @see https://nodejs.org/api/http.html#event-clienterror */
const typesByCode: Readonly<Record<string, FrontProblemType>> = {
  HPE_HEADER_OVERFLOW: 'HeadTooLarge',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'ChunkTooLarge',
  ERR_HTTP_REQUEST_TIMEOUT: 'Late',
};

/** @param code - of an error of Node.js's parser. */
export const frontProblemOf = (code: string | undefined): FrontProblemType =>
  typesByCode[code ?? ''] ?? 'Malformed';

/** An answer of the front in the shape of API Gateway's own. The connection ends with it. */
export const renderFrontProblem = (type: FrontProblemType) => {
  const { status, title, detail } = problems[type];
  const requestId = randomUUID();
  const body = problemTemplate({ type, status, title, detail }).replace('$context.requestId', requestId);
  return {
    status,
    title,
    headers: {
      'Content-Type': 'application/problem+json',
      'Cache-Control': 'no-store',
      'X-Request-Id': requestId,
      ...(status === 503 && { 'Retry-After': '1' }),
      'Content-Length': String(Buffer.byteLength(body)),
      Connection: 'close',
    },
    body,
  };
};
