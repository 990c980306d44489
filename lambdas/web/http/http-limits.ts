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
  wholeMs: number;
  /** Longest `Retry-After` that is waited for; a longer one ends the load. */
  retryAfterMs: number;
  /** Pause before the retry, plus up to as much again at random. */
  backoffMs: number;
}

/**
 * The largest product pages seen in the field are near 6 MB of markup and under 1 MB on the wire; a healthy shop
 * answers within 3 s. Each limit leaves a margin over that, and none is one that a healthy page meets.
 */
export const defaultHttpLimits: HttpLimits = {
  wireBytes: 8 * 1024 * 1024,
  framedBytes: 16 * 1024 * 1024,
  decodedBytes: 16 * 1024 * 1024,
  // RFC 9309 (2.5) asks for the first 500 KiB at least.
  plainTextBytes: 512 * 1024,
  headerBytes: 64 * 1024,
  redirects: 10,
  connectMs: 8_000,
  firstByteMs: 12_000,
  idleMs: 10_000,
  errorIdleMs: 2_000,
  wholeMs: 25_000,
  retryAfterMs: 5_000,
  backoffMs: 300,
};
