import { type EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { RefusedError, type ResultBus } from '../domain/ports.ts';
import { eventSource } from '../domain/result-export.ts';
import { namingRefusals } from './call-aws.ts';

/** Tells the operator's own event bus of requests that have ended. @param EventBusName - or its ARN. */
export const createEventBridgeResultBus = (client: EventBridgeClient, EventBusName: string): ResultBus => ({
  send: ({ type, timestamp, detail }) =>
    namingRefusals(`Sending to the event bus ${EventBusName}`, async () => {
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
      // The call succeeds although its event was not taken.
      const { ErrorCode, ErrorMessage } = Entries?.[0] ?? {};
      if (ErrorCode !== undefined) throw new RefusedError(ErrorCode, ErrorMessage ?? '');
    }),
});
