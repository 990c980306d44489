import { maxWaitSeconds } from '../../lambdas/api/preferences.ts';
import { maxHeldCallsOfLicense } from '../../lambdas/domain/request/held-calls.ts';
import { maxBodyBytes } from '../../lambdas/domain/request/queue-request.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { deliveryExamples, exampleRequestId, queueBodyExample, requestDataExample } from './examples.ts';
import { headerSecurity, headers, headersOf, problemResponses, schemaRef } from './responses.ts';
import { jsonSchemas } from './schemas.ts';
import { watchPaths } from './watch-operations.ts';

const queuePath = '/api/scrap_prices/queue';
const statusPath = '/api/scrap_prices/{requestId}';
const deliveriesPath = '/api/scrap_prices/{requestId}/deliveries';

const queueOperation = {
  operationId: 'queueRequest',
  tags: ['Requests'],
  summary: 'Queue a request',
  description: [
    'Creates a request in state Pending (0). The body carries the credentials.',
    `The body is at most ${maxBodyBytes / 1_024} KiB. Member names are case-sensitive; unknown members of a selling site are ignored and listed in that site’s \`Warnings\`.`,
  ].join('\n\n'),
  security: [],
  parameters: [
    {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description:
        'A repeated call with the same key returns the first one’s `RequestId` and current status while that request exists, and is not charged again. Visible ASCII characters, scoped to the UID.',
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
      links: {
        Status: {
          operationId: 'getRequest',
          parameters: { requestId: '$response.body#/RequestId' },
          description: 'Reads the request’s status, and its prices once it is completed.',
        },
        Deliveries: {
          operationId: 'getDeliveries',
          parameters: { requestId: '$response.body#/RequestId' },
          description: 'Shows the attempts to call its webhook.',
        },
      },
    },
    ...problemResponses(queuePath, [400, 401, 403, 413, 422, 429, 500, 503], { without: ['Calls'] }),
  },
};

const statusOperation = {
  operationId: 'getRequest',
  tags: ['Requests'],
  summary: 'Check request status',
  description: [
    'Credentials are sent in the two headers `LicenseKey` and `UID`, or as HTTP Basic with the UID as user and the license key as password. If both are sent, they must agree.',
    'A request that is not completed five minutes after it was queued is Failed (1). Completed and failed requests are removed five minutes later.',
  ].join('\n\n'),
  security: headerSecurity,
  parameters: [
    {
      name: 'requestId',
      in: 'path',
      required: true,
      description: 'Identifier that the queue operation returned.',
      schema: { type: 'string', format: 'uuid' },
      example: exampleRequestId,
    },
    {
      name: 'Prefer',
      in: 'header',
      required: false,
      description: `\`wait=N\` holds the response until the request has ended, for at most N seconds, 1 to ${maxWaitSeconds} (RFC 7240). \`partial-results\` adds the results that exist so far to the \`Progress\` of a pending request, and a held response then ends as soon as there are more of them. Other preferences are ignored. Up to ${maxHeldCallsOfLicense} calls of a license are held at the same time, and in total as many as the deployment allows; any further call is answered at once, without \`wait\` in \`Preference-Applied\`.`,
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
    ...problemResponses(statusPath.replace('{requestId}', exampleRequestId), [401, 403, 404, 429, 500, 503], {
      without: ['Quota'],
    }),
  },
};

const requestIdParameter = statusOperation.parameters[0];
const deliveriesInstance = deliveriesPath.replace('{requestId}', exampleRequestId);

const deliveriesOperation = {
  operationId: 'getDeliveries',
  tags: ['Deliveries'],
  summary: 'List webhook deliveries',
  description:
    'The attempts to notify the request’s webhook. Available from the moment the request is queued until an hour after the last planned attempt, so longer than the request itself. 404 for a request without a webhook.',
  security: headerSecurity,
  parameters: [requestIdParameter],
  responses: {
    200: {
      description: 'The attempts so far, and the time of the next one.',
      headers: headersOf('Cache-Control'),
      content: {
        'application/json': { schema: schemaRef('DeliveryView'), example: deliveryExamples.underWay },
      },
    },
    ...problemResponses(deliveriesInstance, [401, 403, 404, 429, 500, 503], { without: ['Quota'] }),
  },
};

const resendOperation = {
  operationId: 'resendDelivery',
  tags: ['Deliveries'],
  summary: 'Resend a webhook',
  description:
    'Posts the same body again at once, with the same `webhook-id` and a fresh signature, in addition to the automatic attempts; these end once the receiver accepts it. Counts as a request against the license’s quota. At most twenty times per request.',
  security: headerSecurity,
  parameters: [requestIdParameter],
  responses: {
    202: {
      description: 'The webhook is being resent; the list of deliveries shows the outcome.',
      headers: headersOf('RateLimit', 'RateLimit-Policy', 'Cache-Control'),
      content: {
        'application/json': { schema: schemaRef('DeliveryView'), example: deliveryExamples.resent },
      },
      links: {
        Deliveries: {
          operationId: 'getDeliveries',
          parameters: { requestId: '$request.path.requestId' },
          description: 'Shows the outcome.',
        },
      },
    },
    ...problemResponses(deliveriesInstance, [401, 403, 404, 409, 429, 500, 503], { without: ['Calls'] }),
  },
};

/**
 * Builds the OpenAPI 3.1 document from the schemas that the service validates with.
 *
 * @param baseUrl - address of a deployment; absent: a variable.
 */
export const openApiDocument = (baseUrl?: string) => ({
  openapi: '3.1.0',
  info: {
    title: packageJson.name,
    version: packageJson.version,
    summary: 'Prices of a product across selling sites, with evidence.',
    description: [
      'Queue a SKU with a list of selling sites, ask for the request by its identifier, and read the prices: exact decimal strings with their currency, and with evidence of where on the page each one was found.',
      'Uncertain results are marked as such (`Ambiguous`, `null`), never guessed.',
    ].join('\n\n'),
    contact: { name: 'The operator of the deployment' },
    license: { name: 'Apache 2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
  },
  servers: [
    baseUrl
      ? { url: baseUrl, description: 'This deployment' }
      : {
          url: '{baseUrl}',
          description: 'A deployment; `scrap-prices start` runs one on this machine',
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
    { name: 'Deliveries', description: 'Notifications of a request’s webhook when the request ends.' },
    {
      name: 'Watches',
      description:
        'Scheduled scrapes that notify you of changes. Only in deployments with watches (setting `watches`); elsewhere each of these operations returns 404.',
    },
  ],
  paths: {
    [queuePath]: { post: queueOperation },
    [statusPath]: { get: statusOperation },
    [deliveriesPath]: { get: deliveriesOperation, post: resendOperation },
    ...watchPaths,
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
