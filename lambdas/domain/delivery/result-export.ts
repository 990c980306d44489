import { gzipSync } from 'node:zlib';
import { requestStatus } from '../request/request.ts';
import type { RequestData, RequestView } from '../request/request-view-schema.ts';
import type { webhookTypes } from './delivery-body.ts';

/** The content posted at a request's end; see `webhookBody`. */
export interface ReportedEnd {
  type: (typeof webhookTypes)[keyof typeof webhookTypes];
  /** When it ended, ISO 8601 in UTC. */
  timestamp: string;
  data: RequestView;
}

/** Source of every event of the service; its role allows no other. */
export const eventSource = 'scrap-prices';

/** Prefix of all result keys in the operator's bucket; nothing is written outside it. */
export const resultsPrefix = 'results/';

/** A completed request as it is written to the operator's bucket. */
export interface ResultObject {
  key: string;
  /** Gzipped NDJSON; the same bytes on every attempt. */
  body: Buffer;
}

/** Event for the operator's bus when a request has ended. */
export interface ResultEvent {
  type: ReportedEnd['type'];
  timestamp: string;
  detail: {
    RequestId: string;
    UID: string;
    RequestStatus: number;
    Sku: string | null;
    RequestedAt: string | null;
    CompletedAt: string | null;
    Summary: RequestData['Summary'] | null;
    /** Location of its results; `null` if the request failed or no bucket is configured. */
    Bucket: string | null;
    Key: string | null;
  };
}

const dataOf = ({ data }: ReportedEnd): RequestData | undefined =>
  data.RequestStatus === requestStatus.Completed ? data.Data : undefined;

/**
 * Key of a request's results: partitioned by day (UTC) and UID for query engines, then sorted by time. Day and time are
 * those of its end, which never change.
 */
const resultKey = ({ timestamp, data }: ReportedEnd, uid: string): string =>
  `${resultsPrefix}date=${timestamp.slice(0, 10)}/uid=${uid}/${timestamp.replaceAll(':', '-')}-${data.RequestId}.ndjson.gz`;

/**
 * A request's results as NDJSON, one line a site: members of the request, then the site's result.
 *
 * @returns `undefined` for a failed request.
 */
export const resultObject = (report: ReportedEnd, uid: string): ResultObject | undefined => {
  const data = dataOf(report);
  if (!data) return undefined;
  const { RequestedAt, CompletedAt } = data;
  const facts = { RequestId: report.data.RequestId, UID: uid, RequestedAt, CompletedAt };
  const lines = data.Sites.map((site) => `${JSON.stringify({ ...facts, ...site })}\n`);
  return { key: resultKey(report, uid), body: gzipSync(lines.join('')) };
};

/** @param place - where its results were written. */
export const resultEvent = (
  report: ReportedEnd,
  uid: string,
  place: { bucket: string; key: string } | undefined,
): ResultEvent => {
  const data = dataOf(report);
  return {
    type: report.type,
    timestamp: report.timestamp,
    detail: {
      RequestId: report.data.RequestId,
      UID: uid,
      RequestStatus: report.data.RequestStatus,
      Sku: data?.Sku ?? null,
      RequestedAt: data?.RequestedAt ?? null,
      CompletedAt: data?.CompletedAt ?? null,
      Summary: data?.Summary ?? null,
      Bucket: place?.bucket ?? null,
      Key: place?.key ?? null,
    },
  };
};
