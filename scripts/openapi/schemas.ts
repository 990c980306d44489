import * as z from 'zod';
import {
  deliveryAttemptSchema,
  deliveryViewSchema,
} from '../../lambdas/domain/delivery/delivery-view-schema.ts';
import { authorizationSchema, queueBodySchema } from '../../lambdas/domain/request/queue-request.ts';
import {
  progressSchema,
  queuedViewSchema,
  requestDataSchema,
  requestViewSchema,
  summarySchema,
} from '../../lambdas/domain/request/request-view-schema.ts';
import { webhookSchema } from '../../lambdas/domain/request/webhook-schema.ts';
import {
  candidateSchema,
  evidenceSchema,
  identitySchema,
  moneySchema,
  offerSchema,
  regionalSizeSchema,
  shippingSchema,
  siteErrorSchema,
  siteResultSchema,
  sumSchema,
  unitMeasureSchema,
  unitPriceSchema,
  variantSchema,
} from '../../lambdas/domain/result/site-result.ts';
import {
  expectationSchema,
  selectorSchema,
  sellingSiteMembersSchema,
  sellingSiteSchema,
  variantWishSchema,
} from '../../lambdas/domain/site/selling-site.ts';
import { placeSchema } from '../../lambdas/domain/watch/price-changes.ts';
import { runReasonSchema, whenSchema } from '../../lambdas/domain/watch/watch.ts';
import { watchBodySchema } from '../../lambdas/domain/watch/watch-body.ts';
import {
  historyChangeSchema,
  historyEntrySchema,
  seenSiteSchema,
} from '../../lambdas/domain/watch/watch-history.ts';
import {
  watchedDataSchema,
  watchHistorySchema,
  watchListSchema,
  watchRunSchema,
  watchSummarySchema,
  watchViewSchema,
} from '../../lambdas/domain/watch/watch-view.ts';

export type JsonSchema = {
  [keyword: string]: unknown;
  properties?: Record<string, JsonSchema>;
  required?: string[];
};

const [pendingViewSchema, failedViewSchema, completedViewSchema] = requestViewSchema.options;

const named: Record<string, z.ZodType> = {
  QueueBody: queueBodySchema,
  Authorization: authorizationSchema,
  SellingSite: sellingSiteSchema,
  Webhook: webhookSchema,
  Selector: selectorSchema,
  Selectors: sellingSiteMembersSchema.shape.Selectors.unwrap(),
  VariantWish: variantWishSchema,
  Expectation: expectationSchema,
  QueuedView: queuedViewSchema,
  PendingView: pendingViewSchema,
  Progress: progressSchema,
  FailedView: failedViewSchema,
  CompletedView: completedViewSchema,
  RequestData: requestDataSchema,
  Summary: summarySchema,
  SiteResult: siteResultSchema,
  Money: moneySchema,
  Shipping: shippingSchema,
  UnitPrice: unitPriceSchema,
  UnitMeasure: unitMeasureSchema,
  Sum: sumSchema,
  Offer: offerSchema,
  RegionalSize: regionalSizeSchema,
  Variant: variantSchema,
  Evidence: evidenceSchema,
  Candidate: candidateSchema,
  Identity: identitySchema,
  SiteError: siteErrorSchema,
  DeliveryView: deliveryViewSchema,
  DeliveryAttempt: deliveryAttemptSchema,
  WatchBody: watchBodySchema,
  When: whenSchema,
  Below: whenSchema.shape.Below.unwrap(),
  WatchView: watchViewSchema,
  WatchedData: watchedDataSchema,
  WatchList: watchListSchema,
  WatchSummary: watchSummarySchema,
  WatchRun: watchRunSchema,
  WatchReason: runReasonSchema,
  WatchHistory: watchHistorySchema,
  HistoryEntry: historyEntrySchema,
  SeenSite: seenSiteSchema,
  HistoryChange: historyChangeSchema,
  WatchPlace: placeSchema,
};

const problemSchema: JsonSchema = {
  type: 'object',
  properties: {
    type: { type: 'string', description: 'Always `about:blank`.' },
    title: { type: 'string', description: 'Name of the status.' },
    status: { type: 'integer', description: 'HTTP status.' },
    detail: { type: 'string', description: 'Explanation of the error.' },
    instance: { type: 'string', description: 'Path of the call.' },
    Errors: {
      type: 'array',
      description: 'On 400: every violation at once.',
      items: {
        type: 'object',
        properties: {
          Pointer: { type: 'string', description: 'JSON pointer (RFC 6901); empty for the whole body.' },
          Detail: { type: 'string', description: 'Explanation of the violation.' },
        },
        required: ['Pointer', 'Detail'],
      },
    },
  },
  required: ['type', 'title', 'status', 'detail', 'instance'],
};

const isObject = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Drops redundant keywords: the pattern beside a format, and the bounds of a safe integer. */
const simplify = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(simplify);
  if (!isObject(schema)) return schema;
  const { $schema: _dialect, $id: _id, ...rest } = schema;
  if (rest.format) delete rest.pattern;
  if (Number.isInteger(rest.const)) rest.type = 'integer';
  if (rest.maximum === Number.MAX_SAFE_INTEGER) delete rest.maximum;
  if (rest.minimum === Number.MIN_SAFE_INTEGER) delete rest.minimum;
  return Object.fromEntries(Object.entries(rest).map(([keyword, value]) => [keyword, simplify(value)]));
};

/**
 * Returns the contract's schemas as JSON Schema 2020-12, by name.
 *
 * @param refTo - returns a reference to a schema, e.g. `#/components/schemas/Money`.
 */
export const jsonSchemas = (refTo: (name: string) => string): Record<string, JsonSchema> => {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  // "input": answers may gain members, and unknown members of a request are ignored, so no object is closed.
  const { schemas } = z.toJSONSchema(registry, { uri: refTo, io: 'input' });
  return { ...(simplify(schemas) as Record<string, JsonSchema>), Problem: problemSchema };
};

/** Returns the JSON schema of the registry file, for completion in editors. */
export const registryFileSchema = (): JsonSchema => {
  const { SellingSite, Selector, Selectors, VariantWish, Expectation } = jsonSchemas(
    (name) => `#/$defs/${name}`,
  );
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Selling sites of a deployment',
    description: 'Callers refer to an entry by its "Name".',
    type: 'object',
    properties: {
      $schema: { type: 'string', description: 'Address of this schema, for editors.' },
      SellingSites: {
        type: 'array',
        items: {
          allOf: [{ $ref: '#/$defs/SellingSite' }, { required: ['Name'] }],
          unevaluatedProperties: false,
        },
      },
    },
    required: ['SellingSites'],
    additionalProperties: false,
    $defs: {
      SellingSite: {
        ...SellingSite,
        not: { required: ['Url', 'SearchUrl'] },
        anyOf: [{ required: ['Url'] }, { required: ['SearchUrl'] }],
      },
      Selector: { ...Selector, additionalProperties: false },
      Selectors: { ...Selectors, additionalProperties: false },
      VariantWish: { ...VariantWish, additionalProperties: false },
      Expectation: { ...Expectation, additionalProperties: false },
    },
  };
};
