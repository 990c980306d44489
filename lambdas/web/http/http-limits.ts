/** Limits of one page load over plain HTTP. Sizes in bytes, times in milliseconds. */
export interface HttpLimits {
  /** Body of one response as it crosses the network. */
  wireBytes: number;
  /** All bytes of one response, including interim responses and chunk framing. */
  framedBytes: number;
  /** Body of one response after each layer of decompression. */
  decodedBytes: number;
  /** Plain text such as robots.txt is truncated here, before and after decompression. */
  plainTextBytes: number;
  /** Headers of one response. */
  headerBytes: number;
  /** Redirects of one load, meta refreshes included. */
  redirects: number;
  /** From resolved name to connection, TLS included. A longer `patienceMs` takes precedence. */
  connectMs: number;
  /** From the request to the response headers, including DNS and connecting. */
  firstByteMs: number;
  /** Longest pause within a body. */
  idleMs: number;
  /** The same for the optional body of a status of 400 or above. */
  errorIdleMs: number;
  /** The whole load, including redirects, pauses and the retry. */
  totalMs: number;
  /** Longest `Retry-After` to wait for; a longer one ends the load. */
  retryAfterMs: number;
  /** Pause before the retry, plus random jitter of up to the same duration. */
  backoffMs: number;
}

/**
 * The largest known product pages have almost 6 MB of markup and under 1 MB on the wire; healthy shops
 * respond within 3 s. Every limit leaves a margin above that.
 */
export const defaultHttpLimits: HttpLimits = {
  wireBytes: 8 * 1024 * 1024,
  framedBytes: 16 * 1024 * 1024,
  decodedBytes: 16 * 1024 * 1024,
  // RFC 9309 (2.5) requires at least the first 500 KiB.
  plainTextBytes: 512 * 1024,
  headerBytes: 64 * 1024,
  redirects: 10,
  connectMs: 8_000,
  firstByteMs: 12_000,
  idleMs: 10_000,
  errorIdleMs: 2_000,
  totalMs: 25_000,
  retryAfterMs: 5_000,
  backoffMs: 300,
};
