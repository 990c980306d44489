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
  /** Calls that are held at the same time in all. Status. */
  maxHeldCalls: 'MAX_HELD_CALLS',
  /** Calls of a license that only read, in a minute. Status, watches. */
  statusCallsPerMinute: 'STATUS_CALLS_PER_MINUTE',
  /** URL of the queue of site groups. Queue (send), scraper (visibility). */
  scrapeQueueUrl: 'SCRAPE_QUEUE_URL',
  /** URL of the queue of requests to close. Queue and closing (send). */
  closingQueueUrl: 'CLOSING_QUEUE_URL',
  /** URL of the queue of deliveries to webhooks. Queue, scraper, closing and delivery (send). */
  deliveryQueueUrl: 'DELIVERY_QUEUE_URL',
  /** Name of the table of delivery records (partition key `RequestId`, TTL `ExpiresAtEpochSeconds`). Delivery, status, queue. */
  deliveriesTable: 'DELIVERIES_TABLE',
  /** Name of the operator's own bucket that completed requests are written to; empty: none. Delivery. */
  deliverBucket: 'DELIVER_BUCKET',
  /** Name or ARN of the operator's own event bus that is told of ended requests; empty: none. Delivery. */
  deliverBus: 'DELIVER_BUS',
  /** `true` where the end of every request is told to the operator. Queue. */
  tellsOperator: 'TELLS_OPERATOR',
  /** Name of the table of watches (keys `Part`, `Entry`, TTL `ExpiresAtEpochSeconds`). Watches, watcher. */
  watchesTable: 'WATCHES_TABLE',
  /** URL of the queue of the steps of watches. Watches and watcher (send). */
  watchQueueUrl: 'WATCH_QUEUE_URL',
  /** ARN of that queue, to which EventBridge sends. Watches. */
  watchQueueArn: 'WATCH_QUEUE_ARN',
  /** Name of the group of the schedules of watches. Watches. */
  scheduleGroup: 'SCHEDULE_GROUP',
  /** ARN of the role that EventBridge sends with. Watches. */
  schedulerRoleArn: 'SCHEDULER_ROLE_ARN',
  /** Days that the history of a watch is kept. Watcher. */
  historyDays: 'HISTORY_DAYS',
  /** `true` where webhooks may be http as well as https. Queue, delivery. */
  webhookHttp: 'WEBHOOK_HTTP',
  /** ARN of the queue of deliveries, to which EventBridge sends. Delivery. */
  deliveryQueueArn: 'DELIVERY_QUEUE_ARN',
  /** Name of the group of the schedules of tries. Delivery. */
  deliveryScheduleGroup: 'DELIVERY_SCHEDULE_GROUP',
  /** ARN of the role that EventBridge sends tries with. Delivery. */
  deliverySchedulerRoleArn: 'DELIVERY_SCHEDULER_ROLE_ARN',
  /** When further tries of a webhook are made, in seconds after the first, comma-separated. Delivery. */
  webhookRetrySeconds: 'WEBHOOK_RETRY_SECONDS',
  /** Posts to one receiver of a license in a minute. Delivery. */
  webhooksPerMinute: 'WEBHOOKS_PER_MINUTE',
  slowDeliverers: 'SLOW_DELIVERERS',
  /** Seconds from queueing to the deadline. Queue, scraper, closing, delivery. */
  processingWindowSeconds: 'PROCESSING_WINDOW_SECONDS',
  /** Seconds from completion or failure to removal. Queue, status, scraper, closing, delivery. */
  retentionSeconds: 'RETENTION_SECONDS',
  /** The scraper's own timeout in seconds: an emulator's `getRemainingTimeInMillis` may be larger than the truth. */
  functionTimeoutSeconds: 'FUNCTION_TIMEOUT_SECONDS',
  /** Comma-separated `host:port` that the egress policy admits beside the public web; empty on AWS. Scraper, queue, delivery. */
  allowedTargets: 'ALLOWED_TARGETS',
  /**
   * Command that would let a target be reached which is refused; it is told with the refusal. Scraper, renderer, queue, delivery. The local
   * stack sets it, no deployment does.
   */
  egressAdvice: 'EGRESS_ADVICE',
  /** Name of the function that renders pages. Scraper. */
  rendererFunction: 'RENDERER_FUNCTION',
  /** `User-Agent` of both tiers. Scraper. Absent: that of the bundled Chromium. */
  userAgent: 'USER_AGENT',
  /** Web address that the user agent names, after the service's own name; empty: neither. Scraper, delivery. */
  userAgentLink: 'USER_AGENT_LINK',
  /** `ignore` or `obey`. Scraper. */
  robotsPolicy: 'ROBOTS_POLICY',
  /** Parallel fetches for one host. Scraper. */
  maxFetchesPerHost: 'MAX_FETCHES_PER_HOST',
  /** Pages that one browser loads at the same time. Scraper. */
  maxBrowserPages: 'MAX_BROWSER_PAGES',
  /**
   * An installed Chrome to use instead of the bundled one; for machines that it does not run on. Renderer. No deployment
   * sets it.
   */
  chromePath: 'CHROME_PATH',
  /** Origins that may call from a browser, comma-separated; empty: none. Queue, status. */
  allowedOrigins: 'ALLOWED_ORIGINS',
} as const;
