import { UnavailableError, UsageError } from '../exit-codes.ts';

const unknownCredentials = new Set([
  'UnrecognizedClientException',
  'InvalidClientTokenId',
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'InvalidSignatureException',
]);
const expiredCredentials = new Set([
  'ExpiredToken',
  'ExpiredTokenException',
  'TokenRefreshRequired',
  'RequestExpired',
]);
const denied = /^(AccessDenied|AccessDeniedException|UnauthorizedOperation|AuthorizationError|NotAuthorized)/;
const signingIn = 'Sign in (e.g. "aws sso login", with AWS_PROFILE set)';

export interface ExplainOptions {
  /** Whether the command has an option `--local`. */
  hasLocal?: boolean;
}

/** Which credentials were looked for: a slip in the name of the profile is the usual reason for none. */
const ofProfile = (): string => {
  const { AWS_PROFILE: profile } = process.env;
  return profile ? ` for the profile "${profile}" (AWS_PROFILE)` : '';
};

/**
 * Says of an error of the AWS SDK what was expected and what to do.
 *
 * @returns the error itself when it is nothing that the operator can put right.
 */
export const explainAwsError = (error: unknown, { hasLocal = true }: ExplainOptions = {}): unknown => {
  if (!(error instanceof Error)) return error;
  const { $metadata, $fault, $retryable, code } = error as {
    $metadata?: { httpStatusCode?: number };
    $fault?: string;
    $retryable?: { throttling?: boolean };
    code?: string;
  };
  const options = { cause: error };
  const signIn = `${signingIn}${hasLocal ? ', or use --local for the service that "npm start" runs' : ''}.`;
  if (error.name === 'CredentialsProviderError') {
    return new UsageError(`No AWS credentials were found${ofProfile()}. ${signIn}`, options);
  }
  if (expiredCredentials.has(error.name)) {
    return new UsageError(`The AWS credentials have expired. ${signIn}`, options);
  }
  if (unknownCredentials.has(error.name)) {
    return new UsageError(`AWS does not know these credentials (${error.name}). ${signIn}`, options);
  }
  if (/^Region (is missing|not accepted)/.test(error.message)) {
    return new UsageError(
      'No usable AWS region was found: set AWS_REGION, or the region of your profile, to that of the deployment.',
      options,
    );
  }
  if (denied.test(error.name)) {
    return new UsageError(`These AWS credentials may not do this: ${error.message}`, options);
  }
  const isTransient =
    $fault === 'server' ||
    $retryable?.throttling === true ||
    ($metadata?.httpStatusCode ?? 0) >= 500 ||
    error.name === 'TimeoutError' ||
    (typeof code === 'string' && /^E[A-Z]+$/.test(code));
  if (isTransient)
    return new UnavailableError(`AWS did not answer (${code ?? error.name}); try again.`, options);
  return error;
};
