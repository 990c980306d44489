import type { CDPSession } from 'puppeteer-core';
import { WebError } from '../web-error.ts';
import type { BrowserLimits } from './browser-limits.ts';

/** Traffic of a page's frames; only its proxy sees that of workers and sockets. */
export interface PageTraffic {
  /** Time since the last request began or ended; 0 during one, ms. */
  quietForMs(): number;
}

/** Request types not worth waiting for; event streams never end. */
const bringsNothing: ReadonlySet<string> = new Set([
  'Image',
  'Media',
  'Font',
  'Ping',
  'EventSource',
  'Manifest',
  'CSPViolationReport',
]);

/**
 * @param end - called if the page exceeds its bytes or requests.
 */
export const watchPageTraffic = (
  session: CDPSession,
  limits: Pick<BrowserLimits, 'bytes' | 'requests'>,
  end: (error: WebError) => void,
): PageTraffic => {
  const underWay = new Set<string>();
  let bytes = 0;
  let requests = 0;
  let changedAt = performance.now();

  session.on('Network.dataReceived', ({ dataLength }) => {
    bytes += dataLength;
    if (bytes <= limits.bytes) return;
    const message = `The page and what it loads exceed ${limits.bytes} bytes.`;
    end(new WebError('TooLarge', message, { retryable: false }));
  });
  session.on('Network.requestWillBeSent', ({ requestId, type }) => {
    // The proxy counts network requests; this also counts those that are answered or blocked before.
    requests += 1;
    if (requests > limits.requests) {
      const message = `The page and what it loads exceed ${limits.requests} requests.`;
      end(new WebError('TooLarge', message, { retryable: false }));
    }
    if (type !== undefined && bringsNothing.has(type)) return;
    underWay.add(requestId);
    changedAt = performance.now();
  });
  const settle = ({ requestId }: { requestId: string }): void => {
    if (!underWay.delete(requestId)) return;
    changedAt = performance.now();
  };
  session.on('Network.loadingFinished', settle);
  session.on('Network.loadingFailed', settle);
  return { quietForMs: () => (underWay.size > 0 ? 0 : performance.now() - changedAt) };
};
