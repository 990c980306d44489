import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { type RequestState, type StoredRequest, stateOf } from './request.ts';
import { toRequestView } from './request-view.ts';
import { maxSentBytesPerRequest } from './result-pack.ts';
import type { EpochMs } from './timing.ts';

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
 * The body posted when a request has ended: its end, and the response of the status operation.
 *
 * @returns the body as UTF-8, the same at every call for the same request; `undefined` while it is pending. A failed
 *   request has to be sealed before anybody is told.
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

/** The same with identifiers, status and summary alone. */
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

/** @returns the same at every call for the same request; `undefined` while it is pending. */
export const requestEnd = (
  request: StoredRequest,
  nowMs: EpochMs,
  retentionMs: number,
): RequestEnd | undefined => {
  const endedAtMs = endOf(request, nowMs);
  if (endedAtMs === undefined) return undefined;
  // At its very end: what is told must not depend on when it is told.
  const state = stateOf(request, endedAtMs, retentionMs);
  return state.name === 'Completed' || state.name === 'Failed' ? { state, endedAtMs } : undefined;
};

/** Sealed before its deadline, it was taken back: whoever queued it was told that it is not queued. */
export const isTakenBack = ({ sealedAtMs, deadlineMs }: StoredRequest): boolean =>
  sealedAtMs !== undefined && sealedAtMs < deadlineMs;

/** When a request ended; `undefined` while it is pending. */
const endOf = (request: StoredRequest, nowMs: EpochMs): EpochMs | undefined => {
  const { groups, groupCount, lastResultAtMs, sealedAtMs, deadlineMs } = request;
  if (sealedAtMs === undefined && groups.size === groupCount && lastResultAtMs !== undefined)
    return lastResultAtMs;
  return sealedAtMs !== undefined || nowMs >= deadlineMs ? deadlineMs : undefined;
};

/** A body as small as it is kept: results are at most 380 KB in a request's item, and hardly more here. */
export const packBytes = (body: Uint8Array): Buffer =>
  brotliCompressSync(body, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
  });

export const unpackBytes = (packed: Uint8Array): Buffer =>
  brotliDecompressSync(packed, { maxOutputLength: maxSentBytesPerRequest * 2 });

/** The same as it goes into a message: Base64. */
export const packBody = (body: Uint8Array): string => packBytes(body).toString('base64');

export const unpackBody = (packed: string): Buffer => unpackBytes(Buffer.from(packed, 'base64'));
