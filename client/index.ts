export * from './errors.ts';
export {
  type CallOptions,
  type Pause,
  type Progress,
  type QueueOptions,
  type ScrapeOptions,
  ScrapPrices,
  type ScrapPricesOptions,
  type WatchDefinition,
} from './scrap-prices.ts';
export type * from './types.ts';
export {
  type VerifyOptions,
  verifyWebhook,
  type WebhookEvent,
  type WebhookHeaders,
  WebhookVerificationError,
} from './webhook.ts';
