/** Names of the service's own metrics, for functions, dashboard and alarms alike. */
export const metricNamespace = 'ScrapPrices';

/** Dimension of each metric in addition to `service`: the name of the deployment. */
export const deploymentDimension = 'Deployment';

export const metricNames = {
  /** Count of accepted requests. Queue. */
  requestsQueued: 'RequestsQueued',
  /** Count of sites in accepted requests. Queue. */
  sitesQueued: 'SitesQueued',
  /** Count of requests whose last group was written. Scraper. */
  requestsCompleted: 'RequestsCompleted',
  /** Count of requests found unfinished at their deadline by a status call. Status. */
  requestsFailed: 'RequestsFailed',
  /** Milliseconds that a group waited for a scraper. Scraper. */
  queueWait: 'QueueWait',
  /** Milliseconds from queueing to completion. Scraper. */
  completionTime: 'CompletionTime',
  /** Count of scraped sites, by dimension `Outcome`. Scraper. */
  sites: 'Sites',
  /** Count of scraped sites, by dimension `Tier`. Scraper. */
  sitesByTier: 'SitesByTier',
  /** Milliseconds that one site took. Scraper. */
  siteTime: 'SiteTime',
  /** Count of renderer invocations without a usable response. Scraper. */
  rendererFaults: 'RendererFaults',
  /** Milliseconds to unpack the browser, once per function instance. Renderer. */
  chromiumColdStart: 'ChromiumColdStart',
  /** Milliseconds to launch a browser. Renderer. */
  browserLaunch: 'BrowserLaunch',
  /** Count of failed browser starts; the next set of switches is tried. Renderer. */
  browserStartsFailed: 'BrowserStartsFailed',
  /** Bytes transferred for pages. Scraper. */
  wireBytes: 'WireBytes',
  /** Count of groups written in place of the scraper shortly before the deadline. Closing. */
  groupsGivenUp: 'GroupsGivenUp',
  /** Count of deliveries accepted by a receiver. Delivery. */
  webhooksDelivered: 'WebhooksDelivered',
  /** Count of requests found unfinished at their deadline by a delivery. Delivery. */
  failedRequestsReported: 'FailedRequestsReported',
  /** Count of failed delivery attempts. Delivery. */
  webhookTriesFailed: 'WebhookTriesFailed',
  /** Count of deliveries whose last attempt failed, or whose request was gone before the first. Delivery. */
  webhooksGivenUp: 'WebhooksGivenUp',
  /** Count of ended requests exported to the operator's bucket or event bus. Delivery. */
  exportsMade: 'ExportsMade',
  /** Count of export attempts that failed two minutes after the first, or later. Delivery. */
  exportsLate: 'ExportsLate',
  /** Count of scrapes queued by watches. Watcher. */
  watchScrapes: 'WatchScrapes',
  /** Count of scrapes of watches that were refused, failed or lost. Watcher. */
  watchScrapesFailed: 'WatchScrapesFailed',
  /** Count of notifications of changes. Watcher. */
  watchChangesReported: 'WatchChangesReported',
  /** Count of messages dropped because their request had ended. Scraper. */
  messagesDropped: 'MessagesDropped',
} as const;
