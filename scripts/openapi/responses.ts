import { type ProblemExamples, problemExamples } from './examples.ts';

export const schemaRef = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const headerRef = (name: string) => ({ $ref: `#/components/headers/${name}` });

export const headers = {
  'X-Request-Id': {
    description: 'Names the call in the service’s logs.',
    schema: { type: 'string' },
  },
  'Retry-After': {
    description: 'Seconds to wait before the next call.',
    schema: { type: 'integer', minimum: 0 },
  },
  Location: { description: 'Path of what was made, stage prefix included.', schema: { type: 'string' } },
  'x-amzn-Remapped-WWW-Authenticate': {
    description:
      'How to authenticate: `WWW-Authenticate`, by the name under which the REST API of AWS passes it on.',
    schema: { type: 'string' },
    example: 'Basic realm="scrap-prices", charset="UTF-8"',
  },
  'Preference-Applied': {
    description: 'The preference by which the answer was held.',
    schema: { type: 'string' },
    example: 'wait=10',
  },
  RateLimit: {
    description: 'What is left of each quota of the license, and in how many seconds it is whole again.',
    schema: { type: 'string' },
    example: '"requests";r=59;t=60',
  },
  'RateLimit-Policy': {
    description: 'The quotas of the license.',
    schema: { type: 'string' },
    example: '"requests";q=60;w=60',
  },
  'Cache-Control': { description: 'Always `no-store`.', schema: { type: 'string', const: 'no-store' } },
};

/** Meaning of a status, whatever the operation. */
const meanings: Record<number, string> = {
  400: 'The request payload is invalid. `Errors` names every violation at once.',
  401: 'Authentication fails. An unknown UID, a wrong key, a disabled and an expired license look the same.',
  403: 'Only where the deployment has a web ACL: one of its rules refuses the call.',
  404: 'The request is not found: unknown, expired, another caller’s, or no identifier at all.',
  409: 'Nothing was posted yet that could be posted again.',
  413: 'The body is larger than the gateway reads (10 MB). Between that and 256 KiB the answer is 400.',
  422: 'The idempotency key was used with another body, and that request still lives.',
  429: 'A quota of the license, the rate limit of the deployment or that of the caller’s address is used up.',
  500: 'The service failed.',
  503: 'The service cannot take the call at the moment, or did not answer in time. The call may be repeated.',
};

const extraHeaders: Record<number, string[]> = {
  401: ['x-amzn-Remapped-WWW-Authenticate'],
  429: ['Retry-After', 'RateLimit', 'RateLimit-Policy'],
  500: ['Retry-After'],
  503: ['Retry-After'],
};

export const headersOf = (...names: string[]) =>
  Object.fromEntries(['X-Request-Id', ...names].map((name) => [name, headerRef(name)]));

/** Answers in which an operation differs from others. */
interface OwnProblems {
  /** Names of examples that it cannot give. */
  without?: string[];
  /** By status, in the place of the usual ones. */
  meanings?: Record<number, string>;
  examples?: Record<number, ProblemExamples>;
}

/** @param instance - path of a call. */
export const problemResponses = (instance: string, statuses: number[], own: OwnProblems = {}) => {
  const { without = [] } = own;
  const examples = { ...problemExamples(instance), ...own.examples };
  const examplesOf = (status: number) =>
    Object.fromEntries(Object.entries(examples[status]!).filter(([name]) => !without.includes(name)));
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      {
        description: own.meanings?.[status] ?? meanings[status],
        headers: headersOf(...(extraHeaders[status] ?? [])),
        content: {
          'application/problem+json': { schema: schemaRef('Problem'), examples: examplesOf(status) },
        },
      },
    ]),
  );
};

/** Of operations whose credentials do not stand in a body. */
export const headerSecurity = [{ LicenseKey: [], UID: [] }, { Basic: [] }];
