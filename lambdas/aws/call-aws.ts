import { RefusedError, UnavailableError } from '../domain/ports.ts';

/**
 * Permanent errors: the call is invalid, or its condition does not hold. All other errors are temporary:
 * throttling, service faults, missing permissions or credentials, or a proxy's error page.
 *
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.Errors.html
 * @see https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/CommonErrors.html
 */
const permanentErrors = new Set([
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

/** The SDK marks errors that came in a response. */
const hasResponse = (error: Error): boolean => '$metadata' in error;

/** Socket errors of Node.js, and timeouts. */
const isNetworkError = (error: Error): boolean => {
  const { code } = error as { code?: unknown };
  return error.name === 'TimeoutError' || (typeof code === 'string' && /^(E[A-Z]+|UND_ERR_\w+)$/.test(code));
};

const isTransient = (error: unknown): error is Error =>
  error instanceof Error && !permanentErrors.has(error.name) && (hasResponse(error) || isNetworkError(error));

/**
 * Runs one call to AWS, with the SDK's own retries, and reports temporary failures.
 *
 * @throws UnavailableError with the SDK's error as its cause; any other error unchanged.
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
 * @returns false if its condition does not hold.
 * @throws as {@link callAws}.
 */
export const writeConditionally = async (action: string, write: () => Promise<unknown>): Promise<boolean> =>
  (await updateConditionally(action, write)) !== undefined;

/** Like {@link writeConditionally}, with DynamoDB's response; `undefined` if the condition does not hold. */
export const updateConditionally = <T>(action: string, write: () => Promise<T>): Promise<T | undefined> =>
  callAws(action, async () => {
    try {
      return await write();
    } catch (error) {
      if (error instanceof Error && error.name === 'ConditionalCheckFailedException') return undefined;
      throw error;
    }
  });

/** Runs one call to the operator's own resources. @throws RefusedError for any error of AWS or the network. */
export const callOperatorAws = async (action: string, call: () => Promise<void>): Promise<void> => {
  try {
    await call();
  } catch (error) {
    const isAws = error instanceof Error && (hasResponse(error) || isNetworkError(error));
    if (!isAws) throw error;
    throw new RefusedError(error.name, `${action}: ${error.message}`, { cause: error });
  }
};
