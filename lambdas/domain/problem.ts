import type { Violation } from './json-text.ts';

/** RFC 9457 problem details, with the extension `Errors` on 400. */
export interface ProblemDetails {
  type: string;
  title: string;
  status: number;
  detail: string;
  instance: string;
  Errors?: Violation[];
}

const titles = {
  400: 'Bad Request',
  401: 'Unauthorized',
  404: 'Not Found',
  409: 'Conflict',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
} as const;

export type ProblemStatus = keyof typeof titles;

/** An error response, thrown by a handler and converted at its edge. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly status: ProblemStatus;
  readonly violations: Violation[] | undefined;
  /** Extra response headers, such as `Retry-After`. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: ProblemStatus,
    detail: string,
    options: { violations?: Violation[]; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(detail, { cause: options.cause });
    this.status = status;
    this.violations = options.violations;
    this.headers = options.headers ?? {};
  }
}

export const invalidPayload = (violations: Violation[]): ProblemError =>
  new ProblemError(400, 'The request payload is invalid; "Errors" names each place.', { violations });

/** One wording for every 401: it must not distinguish an unknown UID from a wrong, disabled or expired key. */
export const unauthorized = (): ProblemError =>
  new ProblemError(401, 'No enabled license has this UID and license key.', {
    headers: { 'WWW-Authenticate': 'Basic realm="scrap-prices", charset="UTF-8"' },
  });

/** Characters that a URI must escape, and percent signs that start no escape. */
const noUriCharacter = /%(?![\dA-Fa-f]{2})|[^\w\-.~:/@!$&'()*+,;=%]/gu;

/** Escapes whatever path the caller sent as a URI reference. */
const toUriReference = (path: string): string =>
  path.toWellFormed().replace(noUriCharacter, (character) => encodeURIComponent(character));

/** @param instance - path of the call, without query or credentials. */
export const toProblemDetails = (error: ProblemError, instance: string): ProblemDetails => ({
  type: 'about:blank',
  title: titles[error.status],
  status: error.status,
  detail: error.message,
  instance: toUriReference(instance),
  ...(error.violations ? { Errors: error.violations } : {}),
});
