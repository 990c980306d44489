/** Limits of one page load over plain HTTP. Sizes in bytes, times in milliseconds. */
export interface HttpLimits {
  /** Body of one response as it crosses the network. */
  wireBytes: number;
  /** Everything that one request brings, with interim answers and the marks between the pieces of a body. */
  framedBytes: number;
  /** Body of one response after each layer of decompression. */
  decodedBytes: number;
  /** Of a plain text such as robots.txt no more is read, before and after decompression; what follows is left. */
  plainTextBytes: number;
  /** Head of one response. */
  headerBytes: number;
  /** Redirects of one load, meta refreshes included. */
  redirects: number;
  /** From resolved name to a usable connection, TLS included. A request's own patience goes before it. */
  connectMs: number;
  /** From sending a request to the head of its response; name resolution and connecting included. */
  firstByteMs: number;
  /** Between two pieces of a body. */
  idleMs: number;
  /** The same for the body of a status from 400 on, which counts with or without it. */
  errorIdleMs: number;
  /** The whole load: all redirects, waits and the second try. */
  wholeMs: number;
  /** `Retry-After` is waited out up to this long; a longer one ends the load. */
  retryAfterMs: number;
  /** Before the second try; up to as much again is added at random. */
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
