import { createHash } from 'node:crypto';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { authenticate } from '../api/credentials.ts';
import { bodyOf } from '../api/event-body.ts';
import { header } from '../api/header.ts';
import { json } from '../api/responses.ts';
import { canonicalJson, type Violation } from '../domain/json-text.ts';
import type { LicenseReader, QuotaStore } from '../domain/ports.ts';
import { invalidPayload } from '../domain/problem.ts';
import {
  type Credentials,
  parseQueueRequest,
  type QueueRequest,
  type SellingSiteRegistry,
} from '../domain/request/queue-request.ts';
import type { Timings } from '../domain/timing.ts';
import { type AcceptPorts, acceptRequest, type Idempotency } from './accept-request.ts';
import { findUnusable, type WebhookCheck } from './check-body.ts';
import { mustBeSigned } from './must-be-signed.ts';
import { takeQuotas } from './take-quotas.ts';

export interface QueuePorts extends AcceptPorts {
  licenses: LicenseReader;
  quotas: QuotaStore;
  registry: SellingSiteRegistry;
  /** Checks webhooks' addresses; absent: accepts all. */
  checkWebhook?: WebhookCheck;
  timings: Timings;
  /** Called once for each accepted request. */
  onQueued?: (request: { requestId: string; uid: string; sites: number }) => void;
}

const idempotencyKeyPattern = /^[\x21-\x7e]{1,255}$/;

/** Quotes do not matter: the draft defines a quoted string, but most clients send the bare key. */
const unquoted = (key: string): string =>
  /^"(?:[^"\\]|\\["\\])+"$/.test(key) ? key.slice(1, -1).replace(/\\(.)/g, '$1') : key;

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Identifies what is requested, however it is spelled and with whichever key of the license. */
const dataHashOf = (body: string): string =>
  hashOf(canonicalJson((JSON.parse(body) as { Data?: unknown }).Data ?? null));

/** @param body - absent if invalid. */
const idempotencyOf = (
  event: APIGatewayProxyEvent,
  body: string | undefined,
): Idempotency | Violation | undefined => {
  const key = header(event, 'Idempotency-Key');
  if (key === undefined) return undefined;
  if (!idempotencyKeyPattern.test(key)) {
    return {
      Pointer: '',
      Detail: 'the header Idempotency-Key must be sent once, as 1 to 255 visible ASCII characters',
    };
  }
  if (body === undefined) return undefined;
  return { key: unquoted(key), dataHash: dataHashOf(body) };
};

/** Path of the status operation, stage prefix included. */
const statusPath = (event: APIGatewayProxyEvent, requestId: string): string =>
  event.requestContext.path.replace(/\/queue\/?$/, `/${requestId}`);

/** `POST /api/scrap_prices/queue`: checks body, then credentials, then the idempotency key, then quotas. */
export const createQueueHandler =
  (ports: QueuePorts) =>
  async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
    const body = bodyOf(event);
    const parsed = parseQueueRequest(body, ports.registry);
    const violations = [
      ...('violations' in parsed ? parsed.violations : []),
      ...(await findUnusable(parsed.json, ports.checkWebhook)),
    ];
    const idempotency = idempotencyOf(event, violations.length === 0 ? (body ?? undefined) : undefined);
    if (idempotency && 'Pointer' in idempotency) violations.push(idempotency);
    if (violations.length > 0) throw invalidPayload(violations);
    const { credentials, request } = parsed as { credentials: Credentials; request: QueueRequest };
    const nowMs = ports.clock();
    const license = await authenticate(ports.licenses, credentials, nowMs);
    mustBeSigned(request.webhook, license, nowMs);
    const { requestId, status, quotas } = await acceptRequest(ports, {
      uid: license.uid,
      ...request,
      idempotency: idempotency && 'key' in idempotency ? idempotency : undefined,
      takeQuotas: () => takeQuotas(ports.quotas, license, request.sites.length, nowMs),
    });
    if (quotas) ports.onQueued?.({ requestId, uid: license.uid, sites: request.sites.length });
    return json(
      event,
      202,
      { RequestId: requestId, RequestStatus: status },
      {
        ...quotas?.headers,
        Location: statusPath(event, requestId),
        'Retry-After': String(ports.timings.pollAfterSeconds),
      },
    );
  };
