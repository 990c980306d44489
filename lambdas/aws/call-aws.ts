import { RefusedError, UnavailableError } from '../domain/ports.ts';

/**
 * Answers that AWS would give at any time: the call itself is wrong, or what it asks for is not
 * so. Everything else can be waited out, whatever it is named: throttling and faults of a service, and also rights
 * and credentials that somebody mends, or a stranger's page that came in place of an answer.
 *
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.Errors.html
 * @see https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/CommonErrors.html
 */
const lastingNames = new Set([
  'BatchRequestTooLong',
  'ConditionalCheckFailedException',
  'ConflictException',
  'IdempotentParameterMismatchException',
  'InvalidMessageContents',
  'InvalidParameterCombination',
  'InvalidParameterValue',
  'InvalidParameterValueException',
  'MalformedQueryString',
  'MissingParameter',
  'QueueDoesNotExist',
  'ReceiptHandleIsInvalid',
  'ResourceInUseException',
  'ResourceNotFoundException',
  'SerializationException',
  'TransactionCanceledException',
  'UnsupportedOperation',
  'ValidationException',
]);

/** The SDK marks what was answered. */
const isAnswered = (error: Error): boolean => '$metadata' in error;

/** Node's socket errors: refused, reset, unreachable, not resolved; or no answer in time. */
const isUnanswered = (error: Error): boolean => {
  const { code } = error as { code?: unknown };
  return error.name === 'TimeoutError' || (typeof code === 'string' && /^(E[A-Z]+|UND_ERR_\w+)$/.test(code));
};

const isTransient = (error: unknown): error is Error =>
  error instanceof Error && !lastingNames.has(error.name) && (isAnswered(error) || isUnanswered(error));

/**
 * Runs one call to AWS, after the SDK's own retries, and names the failures that can be waited out.
 *
 * @throws UnavailableError with the SDK's error as its cause; every other error rises as it is.
 */
export const callAws = async <T>(action: string, call: () => Promise<T>): Promise<T> => {
  try {
    return await call();
  } catch (error) {
    if (isTransient(error)) throw new UnavailableError(`${action}: ${error.name}`, { cause: error });
    throw error;
  }
};

/**
 * Runs one conditional write.
 *
 * @returns false when DynamoDB refused it because its condition does not hold.
 * @throws as {@link callAws} does.
 */
export const writeConditionally = async (action: string, write: () => Promise<unknown>): Promise<boolean> =>
  (await answerConditionally(action, write)) !== undefined;

/** Like {@link writeConditionally}, with DynamoDB's answer; `undefined` when the condition does not hold. */
export const answerConditionally = <T>(action: string, write: () => Promise<T>): Promise<T | undefined> =>
  callAws(action, async () => {
    try {
      return await write();
    } catch (error) {
      if (error instanceof Error && error.name === 'ConditionalCheckFailedException') return undefined;
      throw error;
    }
  });

/** Runs one call to what is the operator's own. @throws RefusedError for whatever AWS or the network answers. */
export const namingRefusals = async (action: string, call: () => Promise<void>): Promise<void> => {
  try {
    await call();
  } catch (error) {
    const isAws = error instanceof Error && (isAnswered(error) || isUnanswered(error));
    if (!isAws) throw error;
    throw new RefusedError(error.name, `${action}: ${error.message}`, { cause: error });
  }
};
