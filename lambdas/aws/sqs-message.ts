/**
 * SQS refuses a message with U+FFFE or U+FFFF, and some emulators one with a character beyond U+FFFF; a shop's name
 * or a SKU may have either. JSON can write all of them as ASCII. A body of 256 KiB grows threefold at most, which a
 * message of 1 MiB holds.
 *
 * @see https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html
 */
export const toMessageBody = (message: object): string =>
  JSON.stringify(message).replace(
    /[\ud800-\udfff\ufffe\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16)}`,
  );

/**
 * Makes the queue a fair one: where one caller has much of it in work, messages of the others go before its own.
 *
 * @see https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-fair-queues.html
 */
export const inTurn = ({ Caller }: { Caller?: string | undefined }): { MessageGroupId?: string } =>
  Caller === undefined ? {} : { MessageGroupId: Caller };
