import type { Protocol } from 'puppeteer-core';

/**
 * For `Fetch.enable`. Chromium reports `<link rel="prefetch">` as `Fetch`, like a script's own calls, which
 * therefore pass through here too. Prefetches by speculation rules never do; a switch disables them.
 */
export const prefetchPatterns: readonly Protocol.Fetch.RequestPattern[] = [
  { resourceType: 'Fetch', requestStage: 'Request' },
  { resourceType: 'Ping', requestStage: 'Request' },
];

/**
 * True if a paused request does not contribute to the page: it prefetches a possible next page (`<link
 * rel="prefetch">`, a `Link` header) or reports a click (`<a ping>`). Scripts cannot set these headers.
 *
 * @see https://html.spec.whatwg.org/multipage/links.html#link-type-prefetch
 */
export const isPrefetchOrPing = ({ headers }: Protocol.Network.Request): boolean =>
  Object.keys(headers).some((name) => /^(?:sec-purpose|ping-to)$/i.test(name));
