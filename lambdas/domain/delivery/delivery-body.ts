import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { isFullyWritten, type RequestState, type StoredRequest, stateOf } from '../request/request.ts';
import { toRequestView } from '../request/request-view.ts';
import { maxSentBytesPerRequest } from '../result/result-pack.ts';
import type { EpochMs } from '../timing.ts';

/** A delivery's content, destination and owner. */
export interface Payload {
  uid: string;
  url: string;
  /** Absent: the license's secrets sign. */
  secret?: string | undefined;
  body: Buffer;
}

export const webhookTypes = { Completed: 'scrap_prices.completed', Failed: 'scrap_prices.failed' } as const;

/**
 * The body posted when a request has ended: its end, and the status operation's response.
 *
 * @returns UTF-8, identical on every call for the same request; `undefined` while it is pending. Seal a failed request
 *   before reporting it.
 */
export const webhookBody = (
  request: StoredRequest,
  nowMs: EpochMs,
  retentionMs: number,
): Buffer | undefined => {
  const end = requestEnd(request, nowMs, retentionMs);
  return (
    end &&
    Buffer.from(
      JSON.stringify({
        type: webhookTypes[end.state.name],
        timestamp: new Date(end.endedAtMs).toISOString(),
        data: toRequestView(request, end.state),
      }),
    )
  );
};

/** The same body with only identifiers, status and summary. */
export const referenceBody = (full: Uint8Array): Buffer => {
  const { data, ...envelope } = JSON.parse(Buffer.from(full).toString('utf8')) as {
    data: { RequestId: string; RequestStatus: number; Data?: { Sku: string; Summary: object } };
  };
  const { RequestId, RequestStatus, Data } = data;
  const reference = {
    RequestId,
    RequestStatus,
    ...(Data && { Data: { Sku: Data.Sku, Summary: Data.Summary } }),
  };
  return Buffer.from(JSON.stringify({ ...envelope, data: reference }));
};

/** How a request has ended, and when. */
export interface RequestEnd {
  state: Extract<RequestState, { name: 'Completed' | 'Failed' }>;
  endedAtMs: EpochMs;
}

/** @returns the same value on every call for the same request; `undefined` while it is pending. */
export const requestEnd = (
  request: StoredRequest,
  nowMs: EpochMs,
  retentionMs: number,
): RequestEnd | undefined => {
  const endedAtMs = endOf(request, nowMs);
  if (endedAtMs === undefined) return undefined;
  // Evaluate the state at its end: the report must not depend on when it is made.
  const state = stateOf(request, endedAtMs, retentionMs);
  return state.name === 'Completed' || state.name === 'Failed' ? { state, endedAtMs } : undefined;
};

/** True if the request was revoked (sealed before its deadline): its call was answered with an error. */
export const isRevoked = ({ sealedAtMs, deadlineMs }: StoredRequest): boolean =>
  sealedAtMs !== undefined && sealedAtMs < deadlineMs;

/** When a request ended; `undefined` while it is pending. */
const endOf = (request: StoredRequest, nowMs: EpochMs): EpochMs | undefined => {
  const { lastResultAtMs, sealedAtMs, deadlineMs } = request;
  if (sealedAtMs === undefined && isFullyWritten(request) && lastResultAtMs !== undefined)
    return lastResultAtMs;
  return sealedAtMs !== undefined || nowMs >= deadlineMs ? deadlineMs : undefined;
};

/** Compresses a body for storage: results take at most 380 KB in a request's item, and little more here. */
export const packBytes = (body: Uint8Array): Buffer =>
  brotliCompressSync(body, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
  });

export const unpackBytes = (packed: Uint8Array): Buffer =>
  brotliDecompressSync(packed, { maxOutputLength: maxSentBytesPerRequest * 2 });

/** Compresses a body for a message, as Base64. */
export const packBody = (body: Uint8Array): string => packBytes(body).toString('base64');

export const unpackBody = (packed: string): Buffer => unpackBytes(Buffer.from(packed, 'base64'));
