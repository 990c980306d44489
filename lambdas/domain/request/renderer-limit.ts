/**
 * Maximum number of concurrent renderers of one scraper, retries included. Two, so that pages need not wait for the
 * slowest one of an earlier invocation. Concurrency limits and costs count on it.
 */
export const maxRenderersPerScraper = 2;
