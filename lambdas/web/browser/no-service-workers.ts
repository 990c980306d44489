import type { CDPSession } from 'puppeteer-core';
import { hearOfTargets } from './hear-of-targets.ts';

/**
 * Keeps service workers from coming to be: `register` is there and rejects, as for any visitor whose network is down
 * while the worker's script is asked for. A visit of a page has no use for one; it would fetch what the page's own
 * session never hears of, and as another browser than the page.
 *
 * A worker stands still until puppeteer, which attaches to every target, lets it run, and only then asks for its
 * script; this hears of it before.
 */
export const refuseServiceWorkers = (session: CDPSession): void =>
  hearOfTargets(session, (worker, { type }) => {
    if (type !== 'service_worker') return;
    worker.on('Fetch.requestPaused', ({ requestId }) => {
      worker.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' }).catch(() => {});
    });
    // Of all that it asks for, its own script first. One that is gone already needs none.
    worker.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }).catch(() => {});
  });
