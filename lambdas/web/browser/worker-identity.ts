import type { CDPSession, Protocol } from 'puppeteer-core';
import { onTargetAttached } from './on-target-attached.ts';

/** The user agent and related properties, as in CDP. */
export type Identity = Protocol.Emulation.SetUserAgentOverrideRequest;

/** Identities of each page's workers. */
export interface WorkerIdentities {
  /** Applies to workers of a browser context that start from now on. */
  set(browserContextId: string, identity: Identity): void;
  delete(browserContextId: string): void;
}

/** For user agents other than Chromium's. Without it, a shared worker would report headless Chromium. */
const noHints: Protocol.Emulation.UserAgentMetadata = {
  brands: [],
  fullVersionList: [],
  platform: '',
  platformVersion: '',
  architecture: '',
  model: '',
  mobile: false,
};

const workerTypes = new Set(['worker', 'shared_worker']);

/**
 * Gives a page's workers, including nested and shared ones, the page's own identity. Overrides of a page
 * apply only to its frames: a worker would report the browser's languages, and a shared worker that it is
 * headless.
 */
export const applyWorkerIdentities = (session: CDPSession): WorkerIdentities => {
  const identities = new Map<string, Identity>();
  onTargetAttached(session, (worker, { type, browserContextId }) => {
    const identity = identities.get(browserContextId ?? '');
    if (!identity || !workerTypes.has(type)) return;
    // Fails harmlessly if the worker is gone.
    worker.send('Emulation.setUserAgentOverride', identity).catch(() => {});
  });
  return {
    set: (browserContextId, identity) =>
      void identities.set(browserContextId, { userAgentMetadata: noHints, ...identity }),
    delete: (browserContextId) => void identities.delete(browserContextId),
  };
};
