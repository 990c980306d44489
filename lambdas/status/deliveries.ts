import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { authenticateReader, type ReaderPorts } from '../api/credentials.ts';
import { type FindDeliveryPorts, findDelivery } from '../api/find-delivery.ts';
import { json } from '../api/responses.ts';
import { toDeliveryView } from '../domain/delivery/delivery-view.ts';
import type { Clock } from '../domain/ports.ts';

export interface DeliveriesPorts extends FindDeliveryPorts, ReaderPorts {
  clock: Clock;
}

/** `GET /api/scrap_prices/{requestId}/deliveries`: the attempts to deliver the request's end. */
export const createDeliveriesHandler =
  (ports: DeliveriesPorts) =>
  async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
    const nowMs = ports.clock();
    const { uid } = await authenticateReader(ports, event, nowMs);
    const found = await findDelivery(ports, event.pathParameters?.requestId, uid, nowMs);
    return json(event, 200, toDeliveryView(found.requestId, found.record, found.receiver));
  };
