import { type ProblemExamples, problemExamples } from './examples.ts';

export const schemaRef = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const headerRef = (name: string) => ({ $ref: `#/components/headers/${name}` });

export const headers = {
  'X-Request-Id': {
    description: 'Identifies the call in the service’s logs.',
    schema: { type: 'string' },
  },
  'Retry-After': {
    description: 'Seconds to wait before the next call.',
    schema: { type: 'integer', minimum: 0 },
  },
  Location: {
    description: 'Path of the created resource, including the stage prefix.',
    schema: { type: 'string' },
  },
  'x-amzn-Remapped-WWW-Authenticate': {
    description: 'How to authenticate: `WWW-Authenticate` as renamed by AWS REST APIs.',
    schema: { type: 'string' },
    example: 'Basic realm="scrap-prices", charset="UTF-8"',
  },
  'Preference-Applied': {
    description: 'The preferences that were honoured.',
    schema: { type: 'string' },
    example: 'wait=10',
  },
  RateLimit: {
    description: 'Remaining amount of each of the license’s quotas, and seconds until its reset.',
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

/** Meanings of statuses for all operations. */
const meanings: Record<number, string> = {
  400: 'The request payload is invalid. `Errors` names every violation at once.',
  401: 'Authentication fails. An unknown UID, a wrong key, a disabled and an expired license look the same.',
  403: 'Only in deployments with a web ACL: one of its rules blocked the call.',
  404: 'The request is not found: the identifier is unknown, expired, malformed or belongs to another caller.',
  409: 'Nothing has been posted yet.',
  413: 'The body exceeds the gateway’s limit: 10 MB on AWS, where the status is 400 from 256 KiB, and 256 KiB locally.',
  422: 'The idempotency key was used with another body, and that request still exists.',
  429: 'A quota of the license, or the rate limit of the deployment or of the caller’s address, is exhausted.',
  500: 'The service failed.',
  503: 'The service is temporarily unable to handle the call, or did not answer in time. Retry it.',
};

const extraHeaders: Record<number, string[]> = {
  401: ['x-amzn-Remapped-WWW-Authenticate'],
  429: ['Retry-After', 'RateLimit', 'RateLimit-Policy'],
  500: ['Retry-After'],
  503: ['Retry-After'],
};

export const headersOf = (...names: string[]) =>
  Object.fromEntries(['X-Request-Id', ...names].map((name) => [name, headerRef(name)]));

/** Differences of an operation from the common responses. */
interface OwnProblems {
  /** Examples that do not apply. */
  without?: string[];
  /** Replacements by status. */
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

/** For operations without credentials in the body. */
export const headerSecurity = [{ LicenseKey: [], UID: [] }, { Basic: [] }];
