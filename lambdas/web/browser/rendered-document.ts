import { setTimeout as delay } from 'node:timers/promises';
import { type CDPSession, ProtocolError } from 'puppeteer-core';
import { WebError } from '../web-error.ts';
import type { BrowserLimits } from './browser-limits.ts';

/**
 * Runs in an isolated world, so that the page cannot see or change it. Counts changes of the document.
 * Resolves when that count or the loading state differs from `known`, or after `waitMs`.
 *
 * Style changes, which animations cause endlessly, are not significant. The page is idle if it has finished
 * all work since its last change.
 */
const observe = (known: Observed | undefined, waitMs: number): string => `(() => {
  const state = (globalThis.__observed ??= { mutations: 1, weighty: 1, idleAt: 0 });
  const askIdle = () => {
    if (state.isAsking) return;
    state.isAsking = true;
    const asked = state.mutations;
    requestIdleCallback(() => {
      state.isAsking = false;
      state.idleAt = asked;
      if (asked === state.mutations) state.wake?.(); else askIdle();
    });
  };
  if (!state.observer && document.documentElement) {
    const weighs = ({ type, attributeName }) =>
      type !== 'attributes' || ${JSON.stringify(significantAttributes)}.includes(attributeName);
    state.observer = new MutationObserver((records) => {
      state.mutations += 1;
      if (records.some(weighs)) state.weighty += 1;
      askIdle();
      state.wake?.();
    });
    state.observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
    document.addEventListener('readystatechange', () => state.wake?.());
    askIdle();
  }
  const told = () => [state.mutations, document.readyState, state.weighty, state.idleAt === state.mutations];
  if (told().join() !== ${JSON.stringify(known?.join())}) return told();
  return new Promise((resolve) => {
    const wake = () => { clearTimeout(timer); state.wake = undefined; resolve(told()); };
    const timer = setTimeout(wake, ${waitMs});
    state.wake = wake;
  });
})()`;

/** Attributes whose changes are significant. */
const significantAttributes = ['disabled', 'hidden', 'content', 'value'];

/** Number of changes, `document.readyState`, number of significant changes, and whether the page is idle. */
type Observed = [number, string, number, boolean];

/** Serializes the document with its open shadow roots; returns a number if it exceeds a limit. */
const serialize = (limits: Pick<BrowserLimits, 'htmlChars' | 'elements'>): string => `(() => {
  const root = document.documentElement;
  if (!root) return '';
  const shadowRoots = [];
  let elements = 0;
  // Shadow roots may be nested: the list grows during the loop.
  for (let tree = document, next = 0; tree; tree = shadowRoots[next++]) {
    const all = tree.querySelectorAll('*');
    elements += all.length;
    if (elements > ${limits.elements}) return elements;
    for (const { shadowRoot } of all) if (shadowRoot && shadowRoots.length < 2000) shadowRoots.push(shadowRoot);
  }
  const html = shadowRoots.length > 0 && root.getHTML
    ? '<html lang="' + (root.lang || '').replace(/[^A-Za-z0-9-]/g, '') + '">' + root.getHTML({ shadowRoots }) + '</html>'
    : root.outerHTML;
  return html.length > ${limits.htmlChars} ? html.length : '<!doctype html>' + html;
})()`;

const matches = (selector: string): string => `(() => {
  try { return document.querySelector(${JSON.stringify(selector)}) !== null; } catch { return false; }
})()`;

/**
 * Like {@link observe}, once pending work is done. Waits for an idle callback, and then for a task of the
 * lowest priority, which runs after all work queued before. A second idle callback would often wait for the
 * next idle period, 50 ms later.
 */
const observeWhenIdle = `new Promise((resolve) => {
  requestIdleCallback(
    ({ didTimeout }) => scheduler.postTask(() => resolve(!didTimeout), { priority: 'background' }),
    { timeout: 300 },
  );
}).then((isIdle) => {
  const told = ${observe(undefined, 0)};
  return [...told.slice(0, 3), isIdle && told[3]];
})`;

export interface DocumentState {
  /** Differs after every change and navigation. */
  version: string;
  /** The markup is incomplete. */
  isParsing: boolean;
  /** Everything that the markup itself requests has loaded. */
  isLoaded: boolean;
  /** Differs after every change but style changes. */
  significantVersion: string;
  /** The page has been idle since its last change. */
  isIdle: boolean;
}

/** Reads the rendered document from outside the page's scripts. */
export interface RenderedDocument {
  /** Resolves once the state differs from the last one returned, or after `waitMs`. */
  state(waitMs: number): Promise<DocumentState>;
  /** @throws WebError `TooLarge` for a document over its limits. */
  html(): Promise<string>;
  has(selector: string): Promise<boolean>;
  /** Resolves once pending work is done; if that takes too long, with `isIdle` false. */
  stateWhenIdle(): Promise<DocumentState>;
  /** True if the page has timers that are about to fire. Only a hint, which the page can forge. */
  hasPendingTimers(): Promise<boolean>;
}

/** Timeout of code in the page's own world, ms. */
const hintMs = 50;

/** For failures other than navigations. */
const attempts = 5;
const betweenAttemptsMs = 30;

/**
 * True if a navigation interrupted the command. Such a command is repeated without limit, since navigations
 * and time have their own caps. Reads only the browser's own message: puppeteer's includes the command's
 * name, and `createIsolatedWorld` of a closed page would match.
 */
const isOfAnotherDocument = (error: unknown): boolean =>
  error instanceof ProtocolError && /context|navigated|world|frame/i.test(error.originalMessage);

/**
 * @param command - runs a command with a deadline; rejects with WebError `Timeout` when the page does not
 *   answer.
 * @param pendingTimersExpression - expression that evaluates to true if timers are about to fire.
 */
export const createRenderedDocument = (
  session: CDPSession,
  frameId: string,
  limits: Pick<BrowserLimits, 'htmlChars' | 'elements'>,
  command: <T>(call: Promise<T>) => Promise<T>,
  pendingTimersExpression = 'false',
): RenderedDocument => {
  let world: number | undefined;
  let known: Observed | undefined;

  const evaluateOnce = async (expressionOf: () => string): Promise<unknown> => {
    if (world === undefined) {
      const created = await command(
        session.send('Page.createIsolatedWorld', { frameId, worldName: 'scrap-prices' }),
      );
      world = created.executionContextId;
    }
    const { result, exceptionDetails } = await command(
      session.send('Runtime.evaluate', {
        expression: expressionOf(),
        contextId: world,
        returnByValue: true,
        awaitPromise: true,
      }),
    );
    if (exceptionDetails) throw new Error(exceptionDetails.text);
    return result.value;
  };

  const evaluate = async (expressionOf: () => string): Promise<unknown> => {
    // A navigation destroys the world; a retry finds the new document.
    for (let failures = 0; ; ) {
      try {
        return await evaluateOnce(expressionOf);
      } catch (error) {
        world = undefined;
        known = undefined;
        if (!isOfAnotherDocument(error)) failures += 1;
        if (error instanceof WebError || failures === attempts) throw error;
        await delay(betweenAttemptsMs);
      }
    }
  };

  const stateBy = async (expressionOf: () => string): Promise<DocumentState> => {
    known = (await evaluate(expressionOf)) as Observed;
    const [count, readyState, weighty, isIdle] = known;
    return {
      version: `${world}:${count}`,
      isParsing: readyState === 'loading',
      isLoaded: readyState === 'complete',
      significantVersion: `${world}:${weighty}`,
      isIdle,
    };
  };

  return {
    state: (waitMs) => stateBy(() => observe(known, waitMs)),
    html: async () => {
      const html = await evaluate(() => serialize(limits));
      if (typeof html === 'string') return html;
      throw new WebError(
        'TooLarge',
        `The rendered page is too large: expected at most ${limits.elements} elements and ${limits.htmlChars} characters.`,
        { retryable: false },
      );
    },
    has: async (selector) => (await evaluate(() => matches(selector))) === true,
    stateWhenIdle: () => stateBy(() => observeWhenIdle),
    hasPendingTimers: async () => {
      // The result comes from the page's own world, so it is not to be trusted.
      const asking = session.send('Runtime.evaluate', {
        expression: pendingTimersExpression,
        ...(world !== undefined && { contextId: world }),
        returnByValue: true,
        silent: true,
        timeout: hintMs,
      });
      const answer = await command(asking).catch((error: unknown) => {
        if (error instanceof WebError) throw error;
        return undefined;
      });
      return !answer?.exceptionDetails && answer?.result.value === true;
    },
  };
};
