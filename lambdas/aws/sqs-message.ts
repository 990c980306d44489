/**
 * SQS rejects messages with U+FFFE or U+FFFF, and some emulators those with characters beyond U+FFFF; shop names and SKUs
 * may contain either. JSON can escape all of them in ASCII. A body of 256 KiB grows at most threefold, within the limit of
 * 1 MiB.
 *
 * @see https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html
 */
export const toMessageBody = (message: object): string =>
  JSON.stringify(message).replace(
    /[\ud800-\udfff\ufffe\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16)}`,
  );

/**
 * Makes the queue fair: if one caller has many messages in progress, those of others go first.
 *
 * @see https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-fair-queues.html
 */
export const withMessageGroup = (message: { Caller: string } | object): { MessageGroupId?: string } =>
  'Caller' in message ? { MessageGroupId: message.Caller } : {};
