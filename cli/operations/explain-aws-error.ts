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
/** AWS's messages about clock skew, which has the same error names as wrong keys. */
const wrongTime = /signature (?:has )?expired|signature not yet current|time too skewed/i;
const throttled =
  /^(?:Throttl|TooManyRequests|RequestLimitExceeded|RequestThrottled|ProvisionedThroughputExceeded|SlowDown|LimitExceededException$)/;
/** The SDK's messages about unreadable responses, such as a login page. */
const unreadable = /Deserialization error|is not valid JSON|char '.' is not expected/;
const denied = /^(AccessDenied|AccessDeniedException|UnauthorizedOperation|AuthorizationError|NotAuthorized)/;
const signingIn = 'Sign in (e.g. "aws sso login", with AWS_PROFILE set)';

interface ExplainOptions {
  /** True if the command has an option `--local`. */
  hasLocal?: boolean;
}

/** Names the profile, since a typo in it is the usual cause of missing credentials. */
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
      `AWS refuses the signature’s time: ${message} Set the clock of this machine (at most 5 minutes off), then try again.`,
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

/** Temporary failures, and failures of the network. */
const outages: readonly Failure[] = [
  {
    applies: ({ name, $retryable }) => $retryable?.throttling === true || throttled.test(name),
    says: ({ name }) =>
      `AWS throttles the calls of this account (${name}). Wait a minute, then try again; a quota can be raised in Service Quotas.`,
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
      return `AWS cannot be reached (${error.code ?? error.name})${where}: ${reason}. ${advice}`;
    },
  },
  {
    applies: ({ name, $fault, $metadata, code }) =>
      $fault === 'server' ||
      ($metadata?.httpStatusCode ?? 0) >= 500 ||
      name === 'TimeoutError' ||
      (typeof code === 'string' && /^E[A-Z]+$/.test(code)),
    says: ({ name, code }) => `AWS did not respond (${code ?? name}); try again.`,
  },
];

/**
 * Explains an error of the AWS SDK: what was expected and what to do.
 *
 * @returns the error itself if the operator cannot fix it.
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
