import { maxWaitSeconds } from '../../lambdas/api/prefer-wait.ts';
import { maxBodyBytes } from '../../lambdas/domain/queue-request.ts';
import packageJson from '../../package.json' with { type: 'json' };
import {
  deliveryExamples,
  exampleRequestId,
  problemExamples,
  queueBodyExample,
  requestDataExample,
} from './examples.ts';
import { jsonSchemas } from './schemas.ts';

const schemaRef = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const headerRef = (name: string) => ({ $ref: `#/components/headers/${name}` });

const queuePath = '/api/scrap_prices/queue';
const statusPath = '/api/scrap_prices/{requestId}';
const deliveriesPath = '/api/scrap_prices/{requestId}/deliveries';

const headers = {
  'X-Request-Id': {
    description: 'Names the call in the service’s logs.',
    schema: { type: 'string' },
  },
  'Retry-After': {
    description: 'Seconds to wait before the next call.',
    schema: { type: 'integer', minimum: 0 },
  },
  Location: { description: 'Path of the status, stage prefix included.', schema: { type: 'string' } },
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

const meanings: Record<number, string> = {
  400: 'The request payload is invalid. `Errors` names every violation at once.',
  401: 'Authentication fails. An unknown UID, a wrong key, a disabled and an expired license look the same.',
  403: 'Only where the deployment has a web ACL: one of its rules refuses the call.',
  404: 'The request is not found: unknown, expired, another caller’s, or no identifier at all.',
  409: 'Nothing was posted yet that could be posted again.',
  413: 'The body is larger than the gateway reads (10 MB). Between that and 256 KiB the answer is 400.',
  422: 'The idempotency key was used with another body, and that request still lives.',
  429: 'A quota of the license or the rate limit of the deployment is used up.',
  500: 'The service failed.',
  503: 'The service cannot take the call at the moment, or did not answer in time. The call may be repeated.',
};

const extraHeaders: Record<number, string[]> = {
  401: ['x-amzn-Remapped-WWW-Authenticate'],
  429: ['Retry-After', 'RateLimit', 'RateLimit-Policy'],
  500: ['Retry-After'],
  503: ['Retry-After'],
};

const headersOf = (...names: string[]) =>
  Object.fromEntries(['X-Request-Id', ...names].map((name) => [name, headerRef(name)]));

/** @param without - names of examples that this operation cannot give. */
const problemResponses = (instance: string, statuses: number[], without: string[] = []) => {
  const examples = problemExamples(instance);
  const examplesOf = (status: number) =>
    Object.fromEntries(Object.entries(examples[status]!).filter(([name]) => !without.includes(name)));
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      {
        description: meanings[status],
        headers: headersOf(...(extraHeaders[status] ?? [])),
        content: {
          'application/problem+json': { schema: schemaRef('Problem'), examples: examplesOf(status) },
        },
      },
    ]),
  );
};

const queueOperation = {
  operationId: 'queueRequest',
  tags: ['Requests'],
  summary: 'Queue a request',
  description: [
    'Creates a request in state Pending (0). Credentials stand in the body.',
    `The body is at most ${maxBodyBytes / 1_024} KiB. Member names are case-sensitive; members of a selling site that the service does not know are ignored and named in that site’s \`Warnings\`.`,
  ].join('\n\n'),
  security: [],
  parameters: [
    {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description:
        'Makes a repeated call answer with the first one’s `RequestId` and its present status while that request lives; it is not charged again. Visible ASCII characters, scoped to the UID.',
      schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
    },
  ],
  requestBody: {
    required: true,
    content: { 'application/json': { schema: schemaRef('QueueBody'), example: queueBodyExample } },
  },
  responses: {
    202: {
      description: 'The request is queued.',
      headers: headersOf('Location', 'Retry-After', 'RateLimit', 'RateLimit-Policy', 'Cache-Control'),
      content: {
        'application/json': {
          schema: schemaRef('QueuedView'),
          example: { RequestId: exampleRequestId, RequestStatus: 0 },
        },
      },
    },
    ...problemResponses(queuePath, [400, 401, 403, 413, 422, 429, 500, 503]),
  },
};

const statusOperation = {
  operationId: 'getRequest',
  tags: ['Requests'],
  summary: 'Check request status',
  description: [
    'Credentials stand in the two headers `LicenseKey` and `UID`, or are HTTP Basic with the UID as user and the license key as password. Given both ways they have to agree.',
    'A request that is not completed five minutes after it was queued is Failed (1). Completed and failed requests are removed five minutes later.',
  ].join('\n\n'),
  security: [{ LicenseKey: [], UID: [] }, { Basic: [] }],
  parameters: [
    {
      name: 'requestId',
      in: 'path',
      required: true,
      description: 'Identifier that the queue operation returned.',
      schema: { type: 'string' },
      example: exampleRequestId,
    },
    {
      name: 'Prefer',
      in: 'header',
      required: false,
      description: `Holds the answer until the request has ended or so many seconds are over (RFC 7240), 1 to ${maxWaitSeconds}. Another preference is passed over.`,
      schema: { type: 'string' },
      example: 'wait=10',
    },
  ],
  responses: {
    200: {
      description:
        'The request: Pending (0), Failed (1), or Completed (2) with its prices in `Data`. `Retry-After` only while pending.',
      headers: headersOf('Retry-After', 'Preference-Applied', 'Cache-Control'),
      content: {
        'application/json': {
          schema: { oneOf: ['PendingView', 'FailedView', 'CompletedView'].map(schemaRef) },
          examples: {
            Pending: {
              value: { RequestId: exampleRequestId, RequestStatus: 0, Progress: { Sites: 20, Done: 7 } },
            },
            Failed: { value: { RequestId: exampleRequestId, RequestStatus: 1 } },
            Completed: {
              value: { RequestId: exampleRequestId, RequestStatus: 2, Data: requestDataExample },
            },
          },
        },
      },
    },
    ...problemResponses(
      statusPath.replace('{requestId}', exampleRequestId),
      [401, 403, 404, 429, 500, 503],
      ['Quota'],
    ),
  },
};

const requestIdParameter = statusOperation.parameters[0];
const deliveriesInstance = deliveriesPath.replace('{requestId}', exampleRequestId);

const deliveriesOperation = {
  operationId: 'getDeliveries',
  tags: ['Deliveries'],
  summary: 'See what came of a webhook',
  description:
    'The tries to tell the request’s webhook of its end. It can be read from when the request is queued until an hour after the last try that is planned, longer than the request itself. A request without a webhook has none (404).',
  security: statusOperation.security,
  parameters: [requestIdParameter],
  responses: {
    200: {
      description: 'The tries so far, and when the next one comes.',
      headers: headersOf('Cache-Control'),
      content: {
        'application/json': { schema: schemaRef('DeliveryView'), example: deliveryExamples.underWay },
      },
    },
    ...problemResponses(deliveriesInstance, [401, 403, 404, 429, 500, 503], ['Quota']),
  },
};

const resendOperation = {
  operationId: 'resendDelivery',
  tags: ['Deliveries'],
  summary: 'Post it again',
  description:
    'Posts at once what was posted before, with the same `webhook-id` and body and a signature of now, beside the tries that the service makes; one that the receiver takes ends those. It counts as a request against the license’s quota, at most twenty times for one request.',
  security: statusOperation.security,
  parameters: [requestIdParameter],
  responses: {
    202: {
      description: 'It is being posted; the operation before tells what came of it.',
      headers: headersOf('RateLimit', 'RateLimit-Policy', 'Cache-Control'),
      content: {
        'application/json': { schema: schemaRef('DeliveryView'), example: deliveryExamples.resent },
      },
    },
    ...problemResponses(deliveriesInstance, [401, 403, 404, 409, 429, 500, 503]),
  },
};

/**
 * The API as an OpenAPI 3.1 document, made from the schemas that the service itself checks by.
 *
 * @param baseUrl - address of a running deployment; absent: a variable to fill in.
 */
export const openApiDocument = (baseUrl?: string) => ({
  openapi: '3.1.0',
  info: {
    title: packageJson.name,
    version: packageJson.version,
    summary: 'Prices of a product across selling sites, with evidence.',
    description: [
      'Queue a SKU with a list of selling sites, ask for the request by its identifier, and read the prices: exact decimal strings with their currency, and for each one the evidence of where on the page it stands.',
      'What cannot be told for certain is said to be so (`Ambiguous`, `null`), never guessed.',
    ].join('\n\n'),
    license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
  },
  servers: [
    baseUrl
      ? { url: baseUrl, description: 'This deployment' }
      : {
          url: '{baseUrl}',
          description: 'A deployment; `npm start` runs one on this machine',
          variables: {
            baseUrl: {
              default: 'http://127.0.0.1:8787/prod',
              description: 'Address of the API, stage included; `cdk deploy` prints it',
            },
          },
        },
  ],
  tags: [
    { name: 'Requests', description: 'A scrape request: queued, pending, then completed or failed.' },
    { name: 'Deliveries', description: 'How the end of a request is told to its webhook.' },
  ],
  paths: {
    [queuePath]: { post: queueOperation },
    [statusPath]: { get: statusOperation },
    [deliveriesPath]: { get: deliveriesOperation, post: resendOperation },
  },
  components: {
    securitySchemes: {
      LicenseKey: {
        type: 'apiKey',
        in: 'header',
        name: 'LicenseKey',
        description: 'License key; together with `UID`.',
      },
      UID: {
        type: 'apiKey',
        in: 'header',
        name: 'UID',
        description: 'The caller’s identifier; together with `LicenseKey`.',
      },
      Basic: { type: 'http', scheme: 'basic', description: 'UID as user, license key as password.' },
    },
    headers,
    schemas: jsonSchemas((name) => `#/components/schemas/${name}`),
  },
});
