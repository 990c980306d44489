import { type EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { eventSource } from '../domain/delivery/result-export.ts';
import { RefusedError, type ResultBus } from '../domain/ports.ts';
import { callOperatorAws } from './call-aws.ts';

/** Sends events about ended requests to the operator's event bus. @param EventBusName - name or ARN. */
export const createEventBridgeResultBus = (client: EventBridgeClient, EventBusName: string): ResultBus => ({
  send: ({ type, timestamp, detail }) =>
    callOperatorAws(`Sending to the event bus ${EventBusName}`, async () => {
      const { Entries } = await client.send(
        new PutEventsCommand({
          Entries: [
            {
              EventBusName,
              Source: eventSource,
              DetailType: type,
              Time: new Date(timestamp),
              Detail: JSON.stringify(detail),
            },
          ],
        }),
      );
      // The call succeeds even if its event was rejected.
      const { ErrorCode, ErrorMessage } = Entries?.[0] ?? {};
      if (ErrorCode !== undefined) throw new RefusedError(ErrorCode, ErrorMessage ?? '');
    }),
});
