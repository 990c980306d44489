import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { authenticate, credentialsFromHeaders } from '../api/credentials.ts';
import { type FindDeliveryPorts, findDelivery } from '../api/find-delivery.ts';
import { json } from '../api/responses.ts';
import { resendMessage } from '../domain/delivery/delivery.ts';
import { type DeliveryRecord, maxResends } from '../domain/delivery/delivery-record.ts';
import { toDeliveryView } from '../domain/delivery/delivery-view.ts';
import type { Clock, DeliveryQueue, DeliveryStore, LicenseReader, QuotaStore } from '../domain/ports.ts';
import { ProblemError } from '../domain/problem.ts';
import { callerName } from '../domain/request/scrape-message.ts';
import type { EpochMs } from '../domain/timing.ts';
import { takeQuotas } from './take-quotas.ts';

export interface ResendPorts extends FindDeliveryPorts {
  deliveries: Pick<DeliveryStore, 'get' | 'countResend'>;
  licenses: LicenseReader;
  quotas: QuotaStore;
  queue: DeliveryQueue;
  clock: Clock;
}

const notSent = (): ProblemError =>
  new ProblemError(
    409,
    'Nothing has been sent for this request yet, so there is nothing to resend; the webhook is called when it ends.',
  );

const tooMany = ({ expiresAtMs }: DeliveryRecord, nowMs: EpochMs): ProblemError =>
  new ProblemError(
    429,
    `This request has been resent ${maxResends} times, the maximum; queue a new request.`,
    { headers: { 'Retry-After': String(Math.max(1, Math.ceil((expiresAtMs - nowMs) / 1_000))) } },
  );

/**
 * `POST /api/scrap_prices/{requestId}/deliveries`: resends to the webhook at once, in addition to automatic attempts.
 * Counts as a request, since it makes the service call an address.
 */
export const createResendHandler =
  (ports: ResendPorts) =>
  async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
    const nowMs = ports.clock();
    const license = await authenticate(ports.licenses, credentialsFromHeaders(event), nowMs);
    const { uid } = license;
    const found = await findDelivery(ports, event.pathParameters?.requestId, uid, nowMs);
    const { requestId, record, receiver } = found;
    if (!record || record.attempts.length === 0) throw notSent();
    const quotas = await takeQuotas(ports.quotas, license, 0, nowMs);
    try {
      const resend = await ports.deliveries.countResend(requestId, maxResends);
      if (resend === undefined) throw tooMany(record, nowMs);
      await ports.queue.send(resendMessage(requestId, callerName(uid), resend, nowMs), 0);
      const view = toDeliveryView(requestId, { ...record, resendsRequested: resend }, receiver);
      return json(event, 202, view, quotas.headers);
    } catch (error) {
      await quotas.giveBack();
      throw error;
    }
  };
