import type { Protocol } from 'puppeteer-core';

/**
 * For `Fetch.enable`. Chromium files `<link rel="prefetch">` under the type of a script's own calls, which therefore
 * pass by here too; what speculation rules ask for never comes here, see the switches.
 */
export const asidePatterns: readonly Protocol.Fetch.RequestPattern[] = [
  { resourceType: 'Fetch', requestStage: 'Request' },
  { resourceType: 'Ping', requestStage: 'Request' },
];

/**
 * True if a paused request contributes nothing to the page: it is made for a page that may come next
 * (`<link rel="prefetch">`, a header `Link`), or tells that a link was followed (`<a ping>`). The names of these
 * headers are closed to scripts.
 *
 * @see https://html.spec.whatwg.org/multipage/links.html#link-type-prefetch
 */
export const isAside = ({ headers }: Protocol.Network.Request): boolean =>
  Object.keys(headers).some((name) => /^(?:sec-purpose|ping-to)$/i.test(name));
