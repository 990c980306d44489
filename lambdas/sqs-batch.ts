import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';

/**
 * Handles the messages of a batch in parallel.
 *
 * @param handle - resolves to true if the message must stay in its queue.
 * @param onError - called if it rejects; the message then stays in its queue as well.
 */
export const handleBatch = async (
  { Records }: SQSEvent,
  handle: (record: SQSRecord) => Promise<boolean>,
  onError: (messageId: string, error: unknown) => void,
): Promise<SQSBatchResponse> => {
  const remaining = await Promise.all(
    Records.map(async (record) => {
      const { messageId } = record;
      try {
        return (await handle(record)) ? [{ itemIdentifier: messageId }] : [];
      } catch (error) {
        onError(messageId, error);
        return [{ itemIdentifier: messageId }];
      }
    }),
  );
  return { batchItemFailures: remaining.flat() };
};
