import type { CDPSession, Protocol } from 'puppeteer-core';
import { hearOfTargets } from './hear-of-targets.ts';

/** A browser's description of itself, as CDP takes it. */
export type Identity = Protocol.Emulation.SetUserAgentOverrideRequest;

/** Who the workers of each page say that they are. */
export interface WorkerIdentities {
  /** For the workers of a browser context that start from now on. */
  set(browserContextId: string, identity: Identity): void;
  delete(browserContextId: string): void;
}

/** For a user agent that is not Chromium's. A shared worker that is told nothing tells of Chromium's own, headless. */
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
 * Gives the workers of a page the page's own identity, nested and shared ones included. What is set for a page holds
 * for its frames alone: a worker would tell the browser's languages, and a shared one that the browser is headless.
 *
 * A worker stands still until puppeteer, which attaches to every target, lets it run; this hears of it before.
 */
export const giveWorkersIdentity = (session: CDPSession): WorkerIdentities => {
  const identities = new Map<string, Identity>();
  hearOfTargets(session, (worker, { type, browserContextId }) => {
    const identity = identities.get(browserContextId ?? '');
    if (!identity || !workerTypes.has(type)) return;
    // One that is gone already needs none.
    worker.send('Emulation.setUserAgentOverride', identity).catch(() => {});
  });
  return {
    set: (browserContextId, identity) =>
      void identities.set(browserContextId, { userAgentMetadata: noHints, ...identity }),
    delete: (browserContextId) => void identities.delete(browserContextId),
  };
};
