import type { CDPSession } from 'puppeteer-core';
import { onTargetAttached } from './on-target-attached.ts';

/**
 * Blocks service workers: `register` exists and rejects, as if the network failed while loading the worker's
 * script. A single visit needs none, and a service worker's requests would bypass the page's session and its
 * identity.
 *
 * A worker is paused until puppeteer, which attaches to every target, resumes it; only then does it request
 * its script.
 */
export const blockServiceWorkers = (session: CDPSession): void =>
  onTargetAttached(session, (worker, { type }) => {
    if (type !== 'service_worker') return;
    worker.on('Fetch.requestPaused', ({ requestId }) => {
      worker.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' }).catch(() => {});
    });
    // Blocks all its requests, starting with its own script. Fails harmlessly if the worker is gone.
    worker.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }).catch(() => {});
  });
