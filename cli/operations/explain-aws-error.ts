import { UnavailableError, UsageError } from '../exit-codes.ts';
import { networkFailureOf } from '../reachable.ts';

interface SdkError extends Error {
  $metadata?: { httpStatusCode?: number };
  $fault?: string;
  $retryable?: { throttling?: boolean };
  code?: string;
  hostname?: string;
}

interface Explanation {
  /** Matches the error's name, `message:` and message. */
  pattern?: RegExp;
  /** In addition to, or instead of, the pattern. */
  applies?: (error: SdkError) => boolean;
  text: (error: SdkError, signIn: string) => string;
}

/** Names the profile, since a typo in it is the usual cause of missing credentials. */
const ofProfile = (): string => {
  const { AWS_PROFILE: profile } = process.env;
  return profile ? ` for the profile "${profile}" (AWS_PROFILE)` : '';
};

const useLocal = 'For the service on this machine, add --local.';

/** Mistakes that the operator must correct; the first match counts. */
const usageErrors: readonly Explanation[] = [
  {
    pattern: /^CredentialsProviderError:/,
    text: (_error, signIn) => `No AWS credentials were found${ofProfile()}. ${signIn}\n${useLocal}`,
  },
  {
    // Before wrong keys: some of AWS's messages about clock skew have the same names.
    pattern:
      /^(?:RequestExpired|RequestInTheFuture|RequestTimeTooSkewed):|signature (?:has )?expired|signature not yet current|time too skewed/i,
    text: ({ message }) =>
      `AWS refuses the signature’s time: ${message}\nSet the clock of this machine (at most 5 minutes off), then try again.`,
  },
  {
    pattern: /^(?:ExpiredToken|ExpiredTokenException|TokenRefreshRequired):/,
    text: (_error, signIn) => `The AWS credentials have expired. ${signIn}`,
  },
  {
    pattern:
      /^(?:UnrecognizedClientException|InvalidClientTokenId|InvalidAccessKeyId|SignatureDoesNotMatch|InvalidSignatureException):/,
    text: ({ name }, signIn) =>
      `AWS does not know these credentials (${name}), or the region is not enabled in their account.\n${signIn}`,
  },
  {
    pattern: /^[^:]*:Region (?:is missing|not accepted)/,
    text: () =>
      'No usable AWS region was found: set AWS_REGION, or the region of your profile, to that of the deployment.\n' +
      useLocal,
  },
  {
    pattern: /^(?:AccessDenied|UnauthorizedOperation|AuthorizationError|NotAuthorized)/,
    text: ({ message }) => `These AWS credentials may not do this: ${message}`,
  },
];

/** Temporary failures, and failures of the network. */
const outages: readonly Explanation[] = [
  {
    pattern:
      /^(?:Throttl|TooManyRequests|RequestLimitExceeded|RequestThrottled|ProvisionedThroughputExceeded|SlowDown|LimitExceededException:)/,
    applies: ({ $retryable }) => $retryable?.throttling === true,
    text: ({ name }) =>
      `AWS throttles the calls of this account (${name}).\nWait a minute, then try again; a quota can be raised in Service Quotas.`,
  },
  {
    // The SDK's messages about unreadable responses, such as a login page.
    pattern: /Deserialization error|is not valid JSON|char '.' is not expected/,
    text: () =>
      'The response did not come from AWS. Look for a proxy or login page of this network, and check AWS_ENDPOINT_URL.',
  },
  {
    applies: (error) => networkFailureOf(error) !== undefined,
    text: (error) => {
      const { reason, remedy } = networkFailureOf(error)!;
      const host = error.hostname ? ` at ${error.hostname}` : '';
      return `AWS cannot be reached (${error.code ?? error.name})${host}: ${reason}.\n${remedy}`;
    },
  },
  {
    pattern: /^TimeoutError:/,
    applies: ({ $fault, $metadata, code }) =>
      $fault === 'server' || ($metadata?.httpStatusCode ?? 0) >= 500 || /^E[A-Z]+$/.test(code ?? ''),
    text: ({ name, code }) => `AWS did not respond (${code ?? name}); try again.`,
  },
];

/**
 * Explains an error of the AWS SDK: what was expected and what to do.
 *
 * @param options.hasLocal - true if the command has an option `--local`.
 * @returns the error itself if the operator cannot fix it.
 */
export const explainAwsError = (error: unknown, { hasLocal = true } = {}): unknown => {
  if (!(error instanceof Error)) return error;
  const alternative = hasLocal ? ', or use --local for the service that "scrap-prices start" runs' : '';
  const signIn = `Sign in (e.g. "aws sso login", with AWS_PROFILE set)${alternative}.`;
  const textIn = (explanations: readonly Explanation[]): string | undefined =>
    explanations
      .find(({ pattern, applies }) => pattern?.test(`${error.name}:${error.message}`) || applies?.(error))
      ?.text(error, signIn);
  const usage = textIn(usageErrors);
  if (usage !== undefined) return new UsageError(usage, { cause: error });
  const outage = textIn(outages);
  return outage === undefined ? error : new UnavailableError(outage, { cause: error });
};
