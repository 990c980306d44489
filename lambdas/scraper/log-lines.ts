/** Messages of log lines that tests, load tests and the runbook search for. */
export const scraperLogLines = {
  messageDropped: 'Message dropped',
  messageFailed: 'Message failed',
  /** Requeued because the store does not respond. */
  messagePostponed: 'Message sent again: the store does not respond',
  siteScraped: 'Site scraped',
  groupWritten: 'Group written',
  rendererFailed: 'The renderer failed',
} as const;
