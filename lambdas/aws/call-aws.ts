import { RefusedError, UnavailableError } from '../domain/ports.ts';

/**
 * AWS errors that a caller can only wait out: throttling, faults of the service, and no answer at all.
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.Errors.html
 */
const transientNames = new Set([
  'InternalServerError',
  'InternalFailure',
  'ItemCollectionSizeLimitExceededException',
  'LimitExceededException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'RequestTimeout',
  'RequestThrottled',
  'ServiceUnavailable',
  'ThrottlingException',
  'TimeoutError',
  'TransactionInProgressException',
  'KmsThrottledException',
]);

const isTransient = (error: unknown): error is Error => {
  if (!(error instanceof Error)) return false;
  const { $metadata, $fault, code } = error as {
    $metadata?: { httpStatusCode?: number };
    $fault?: string;
    code?: string;
  };
  return (
    transientNames.has(error.name) ||
    $fault === 'server' ||
    ($metadata?.httpStatusCode ?? 0) >= 500 ||
    // Node's socket errors: refused, reset, unreachable, not resolved.
    (typeof code === 'string' && /^(E[A-Z]+|UND_ERR_\w+)$/.test(code))
  );
};

/**
 * Runs one call to AWS, after the SDK's own retries, and names its transient failures.
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
    const isAws = error instanceof Error && ('$metadata' in error || isTransient(error));
    if (!isAws) throw error;
    throw new RefusedError(error.name, `${action}: ${error.message}`, { cause: error });
  }
};
