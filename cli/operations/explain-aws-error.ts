import { UnavailableError, UsageError } from '../exit-codes.ts';
import { networkTroubleOf } from '../reachable.ts';

const unknownCredentials = new Set([
  'UnrecognizedClientException',
  'InvalidClientTokenId',
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'InvalidSignatureException',
]);
const expiredCredentials = new Set(['ExpiredToken', 'ExpiredTokenException', 'TokenRefreshRequired']);
const wrongTimes = new Set(['RequestExpired', 'RequestInTheFuture', 'RequestTimeTooSkewed']);
/** AWS's words for signatures made at the wrong time, whose error names it shares with wrong keys. */
const wrongTime = /signature (?:has )?expired|signature not yet current|time too skewed/i;
const throttled =
  /^(?:Throttl|TooManyRequests|RequestLimitExceeded|RequestThrottled|ProvisionedThroughputExceeded|SlowDown|LimitExceededException$)/;
/** The SDK of what it could not read, such as a page in the place of an answer. */
const unreadable = /Deserialization error|is not valid JSON|char '.' is not expected/;
const denied = /^(AccessDenied|AccessDeniedException|UnauthorizedOperation|AuthorizationError|NotAuthorized)/;
const signingIn = 'Sign in (e.g. "aws sso login", with AWS_PROFILE set)';

interface ExplainOptions {
  /** The command has an option `--local`. */
  hasLocal?: boolean;
}

/** Which credentials were looked for: a slip in the name of the profile is the usual reason for none. */
const ofProfile = (): string => {
  const { AWS_PROFILE: profile } = process.env;
  return profile ? ` for the profile "${profile}" (AWS_PROFILE)` : '';
};

interface SdkError extends Error {
  $metadata?: { httpStatusCode?: number };
  $fault?: string;
  $retryable?: { throttling?: boolean };
  code?: string;
  hostname?: string;
}

interface Failure {
  applies: (error: SdkError) => boolean;
  says: (error: SdkError, signIn: string) => string;
}

const usageFailures: readonly Failure[] = [
  {
    applies: ({ name }) => name === 'CredentialsProviderError',
    says: (_error, signIn) => `No AWS credentials were found${ofProfile()}. ${signIn}`,
  },
  {
    applies: ({ name, message }) => wrongTimes.has(name) || wrongTime.test(message),
    says: ({ message }) =>
      `AWS refuses what was signed at the wrong time: ${message} Set the clock of this machine (it may be 5 minutes off at most), then try again.`,
  },
  {
    applies: ({ name }) => expiredCredentials.has(name),
    says: (_error, signIn) => `The AWS credentials have expired. ${signIn}`,
  },
  {
    applies: ({ name }) => unknownCredentials.has(name),
    says: ({ name }, signIn) =>
      `AWS does not know these credentials (${name}), or the region is not enabled in their account. ${signIn}`,
  },
  {
    applies: ({ message }) => /^Region (is missing|not accepted)/.test(message),
    says: () =>
      'No usable AWS region was found: set AWS_REGION, or the region of your profile, to that of the deployment.',
  },
  {
    applies: ({ name }) => denied.test(name),
    says: ({ message }) => `These AWS credentials may not do this: ${message}`,
  },
];

/** Failures that pass, or lie between here and AWS. */
const outages: readonly Failure[] = [
  {
    applies: ({ name, $retryable }) => $retryable?.throttling === true || throttled.test(name),
    says: ({ name }) =>
      `AWS did not answer: it throttles the calls of this account (${name}). Wait a minute, then try again; a quota can be raised in Service Quotas.`,
  },
  {
    applies: ({ message }) => unreadable.test(message),
    says: () =>
      'The response did not come from AWS. Look for a proxy or login page of this network, and check AWS_ENDPOINT_URL.',
  },
  {
    applies: (error) => networkTroubleOf(error) !== undefined,
    says: (error) => {
      const { reason, advice } = networkTroubleOf(error)!;
      const where = error.hostname ? ` at ${error.hostname}` : '';
      return `AWS did not answer (${error.code ?? error.name})${where}: ${reason}. ${advice}`;
    },
  },
  {
    applies: ({ name, $fault, $metadata, code }) =>
      $fault === 'server' ||
      ($metadata?.httpStatusCode ?? 0) >= 500 ||
      name === 'TimeoutError' ||
      (typeof code === 'string' && /^E[A-Z]+$/.test(code)),
    says: ({ name, code }) => `AWS did not answer (${code ?? name}); try again.`,
  },
];

/**
 * Says of an error of the AWS SDK what was expected and what to do.
 *
 * @returns the error itself when it is nothing that the operator can put right.
 */
export const explainAwsError = (error: unknown, { hasLocal = true }: ExplainOptions = {}): unknown => {
  if (!(error instanceof Error)) return error;
  const signIn = `${signingIn}${hasLocal ? ', or use --local for the service that "scrap-prices start" runs' : ''}.`;
  const saidBy = (failures: readonly Failure[]): string | undefined =>
    failures.find(({ applies }) => applies(error))?.says(error, signIn);
  const usage = saidBy(usageFailures);
  if (usage !== undefined) return new UsageError(usage, { cause: error });
  const outage = saidBy(outages);
  return outage === undefined ? error : new UnavailableError(outage, { cause: error });
};
