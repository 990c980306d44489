/** Names of the service's own metrics, for functions, dashboard and alarms alike. */
export const metricNamespace = 'ScrapPrices';

/** Dimension of each metric beside `service`: the name of the deployment that wrote it. */
export const deploymentDimension = 'Deployment';

export const metricNames = {
  /** Count of accepted requests. Queue. */
  requestsQueued: 'RequestsQueued',
  /** Count of sites in accepted requests. Queue. */
  sitesQueued: 'SitesQueued',
  /** Count of requests whose last group was written. Scraper. */
  requestsCompleted: 'RequestsCompleted',
  /** Count of requests that were found unfinished at their deadline by a reader. Status. */
  requestsFailed: 'RequestsFailed',
  /** Milliseconds from queueing to completion. Scraper. */
  completionTime: 'CompletionTime',
  /** Count of scraped sites, by dimension `Outcome`. Scraper. */
  sites: 'Sites',
  /** Count of scraped sites, by dimension `Tier`. Scraper. */
  sitesByTier: 'SitesByTier',
  /** Milliseconds that one site took. Scraper. */
  siteTime: 'SiteTime',
  /** Count of invocations of the renderer that ended without an answer to be used, by dimension `Kind`. Scraper. */
  rendererFaults: 'RendererFaults',
  /** Milliseconds to make the browser's binary ready, once for each new function. Renderer. */
  chromiumColdStart: 'ChromiumColdStart',
  /** Milliseconds to launch a browser. Renderer. */
  browserLaunch: 'BrowserLaunch',
  /** Count of browsers that did not start with one set of switches; the next one is tried. Renderer. */
  browserStartsFailed: 'BrowserStartsFailed',
  /** Bytes that crossed the network for pages. Scraper. */
  wireBytes: 'WireBytes',
  /** Count of groups that were written shortly before the deadline in the scraper's stead. Closing. */
  groupsGivenUp: 'GroupsGivenUp',
  /** Count of requests whose end a receiver took. Delivery. */
  webhooksDelivered: 'WebhooksDelivered',
  /** Count of requests that were found unfinished at their deadline, to be told to a webhook. Delivery. */
  requestsFailedTold: 'RequestsFailedTold',
  /** Count of tries to tell a receiver that did not succeed. Delivery. */
  webhookTriesFailed: 'WebhookTriesFailed',
  /** Count of requests whose end no receiver took at any try, or that were gone before the first. Delivery. */
  webhooksGivenUp: 'WebhooksGivenUp',
  /** Count of receivers that get one try of each delivery from then on, having failed every one for three days. Delivery. */
  webhookReceiversSuspended: 'WebhookReceiversSuspended',
  /** Count of tries that callers asked for. Delivery. */
  webhooksResent: 'WebhooksResent',
  /** Count of ended requests that were written to the operator's bucket, or told to its event bus. Delivery. */
  exportsMade: 'ExportsMade',
  /** Count of tries of that which failed two minutes after the first, or later. Delivery. */
  exportsLate: 'ExportsLate',
  /** Milliseconds that a receiver took to answer. Delivery. */
  webhookTime: 'WebhookTime',
  /** Count of scrapes that watches have queued. Watcher. */
  watchScrapes: 'WatchScrapes',
  /** Count of scrapes of watches that were refused, failed or gone before they were compared. Watcher. */
  watchScrapesFailed: 'WatchScrapesFailed',
  /** Count of calls that tell of changes. Watcher. */
  watchChangesTold: 'WatchChangesTold',
  /** Count of messages dropped because their request had ended. Scraper. */
  messagesDropped: 'MessagesDropped',
} as const;
