/** Names of the environment variables that constructs set and `index.ts` files read; values are strings. */
export const environment = {
  /** Name of the deployment, a dimension of every metric. All. */
  deployment: 'DEPLOYMENT',
  /** Name of the table of requests. Queue, status, scraper, closing, delivery. */
  requestsTable: 'REQUESTS_TABLE',
  /** Name of the table of licenses. Queue, status, delivery. */
  licensesTable: 'LICENSES_TABLE',
  /** Name of the table of quota counters (partition key `UsageKey`, TTL `ExpiresAtEpochSeconds`). Queue, status, watches. */
  usageTable: 'USAGE_TABLE',
  /** Maximum number of concurrently held calls. Status. */
  maxHeldCalls: 'MAX_HELD_CALLS',
  /** Read-only calls of a license per minute. Status, watches. */
  statusCallsPerMinute: 'STATUS_CALLS_PER_MINUTE',
  /** URL of the queue of site groups. Queue (send), scraper (visibility). */
  scrapeQueueUrl: 'SCRAPE_QUEUE_URL',
  /** URL of the queue of requests to close. Queue and closing (send). */
  closingQueueUrl: 'CLOSING_QUEUE_URL',
  /** URL of the queue of deliveries to webhooks. Queue, scraper, closing and delivery (send). */
  deliveryQueueUrl: 'DELIVERY_QUEUE_URL',
  /** Name of the table of delivery records (partition key `RequestId`, TTL `ExpiresAtEpochSeconds`). Delivery, status, queue. */
  deliveriesTable: 'DELIVERIES_TABLE',
  /** Name of the operator's own bucket for completed requests; empty: none. Delivery. */
  deliverBucket: 'DELIVER_BUCKET',
  /** Name or ARN of the operator's own event bus for ended requests; empty: none. Delivery. */
  deliverBus: 'DELIVER_BUS',
  /** Number of the cell in request identifiers. Queue, watcher. */
  cell: 'CELL',
  /** `true` if all ended requests are exported to the operator. Queue. */
  exportsToOperator: 'EXPORTS_TO_OPERATOR',
  /** Name of the table of watches (keys `Part`, `Entry`, TTL `ExpiresAtEpochSeconds`). Watches, watcher. */
  watchesTable: 'WATCHES_TABLE',
  /** URL of the watch queue. Watches and watcher (send). */
  watchQueueUrl: 'WATCH_QUEUE_URL',
  /** ARN of that queue, to which EventBridge sends. Watches. */
  watchQueueArn: 'WATCH_QUEUE_ARN',
  /** Name of the schedule group of watches. Watches. */
  scheduleGroup: 'SCHEDULE_GROUP',
  /** ARN of the role that EventBridge sends with. Watches. */
  schedulerRoleArn: 'SCHEDULER_ROLE_ARN',
  /** Retention of watches' history, in days. Watcher. */
  historyDays: 'HISTORY_DAYS',
  /** `true` if webhooks may use http as well as https. Queue, delivery. */
  webhookHttp: 'WEBHOOK_HTTP',
  /** ARN of the queue of deliveries, to which EventBridge sends. Delivery. */
  deliveryQueueArn: 'DELIVERY_QUEUE_ARN',
  /** ARN of the dead-letter queue of deliveries, for schedules that cannot send. Delivery. */
  deliveryDeadLetterQueueArn: 'DELIVERY_DEAD_LETTER_QUEUE_ARN',
  /** Name of the schedule group of delivery attempts. Delivery. */
  deliveryScheduleGroup: 'DELIVERY_SCHEDULE_GROUP',
  /** ARN of EventBridge's role for delivery attempts. Delivery. */
  deliverySchedulerRoleArn: 'DELIVERY_SCHEDULER_ROLE_ARN',
  /** Times of a webhook's further attempts, in seconds after the first, comma-separated. Delivery. */
  webhookRetrySeconds: 'WEBHOOK_RETRY_SECONDS',
  /** Maximum calls per minute to one receiver of a license. Delivery. */
  webhooksPerMinute: 'WEBHOOKS_PER_MINUTE',
  /** Concurrent functions that call slow receivers. Delivery. */
  slowDeliverers: 'SLOW_DELIVERERS',
  /** Seconds from queueing to the deadline. Queue, scraper, closing, delivery. */
  processingWindowSeconds: 'PROCESSING_WINDOW_SECONDS',
  /** Seconds from completion or failure to removal. Queue, status, scraper, closing, delivery. */
  retentionSeconds: 'RETENTION_SECONDS',
  /**
   * The function's own timeout in seconds, since an emulator's `getRemainingTimeInMillis` may be too large.
   */
  functionTimeoutSeconds: 'FUNCTION_TIMEOUT_SECONDS',
  /**
   * Comma-separated `host:port` allowed in addition to the public web; empty on AWS. Scraper, queue,
   * delivery.
   */
  allowedTargets: 'ALLOWED_TARGETS',
  /**
   * Command that allows a refused target, for error messages. Scraper, renderer, queue, delivery. Set only by
   * the local stack.
   */
  egressAdvice: 'EGRESS_ADVICE',
  /** Name of the function that renders pages. Scraper. */
  rendererFunction: 'RENDERER_FUNCTION',
  /** Concurrent renderers of one scraper. Scraper. */
  renderersPerScraper: 'RENDERERS_PER_SCRAPER',
  /** `User-Agent` of both tiers. Scraper. Absent: that of the bundled Chromium. */
  userAgent: 'USER_AGENT',
  /** URL in the user agent, after the service's name; empty: neither. Scraper, delivery. */
  userAgentLink: 'USER_AGENT_LINK',
  /** `ignore` or `obey`. Scraper. */
  robotsPolicy: 'ROBOTS_POLICY',
  /** Parallel fetches for one host. Scraper. */
  maxFetchesPerHost: 'MAX_FETCHES_PER_HOST',
  /** Pages that one browser loads at the same time. Scraper. */
  maxBrowserPages: 'MAX_BROWSER_PAGES',
  /** An installed Chrome, for machines that cannot run the bundled one. Renderer. Not set by deployments. */
  chromePath: 'CHROME_PATH',
  /** Origins that may call from a browser, comma-separated; empty: none. Queue, status. */
  allowedOrigins: 'ALLOWED_ORIGINS',
} as const;
