import { setTimeout as delay } from 'node:timers/promises';
import { type CDPSession, ProtocolError } from 'puppeteer-core';
import { WebError } from '../web-error.ts';
import type { BrowserLimits } from './browser-limits.ts';

/**
 * Runs in a world of its own beside the page's scripts, so that a page cannot see or change it. Counts what changes
 * in the document, and answers when that count or the state of loading is another one than given, or after a while.
 *
 * Of the changes those of style, which moving pictures make without end, weigh nothing. The page is idle when it has
 * had nothing to do since its last change.
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
      type !== 'attributes' || ${JSON.stringify(weightyAttributes)}.includes(attributeName);
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

/** Attributes that a buyer notices. */
const weightyAttributes = ['disabled', 'hidden', 'content', 'value'];

/** Changes so far, `document.readyState`, changes that weigh, and whether the page is idle. */
type Observed = [number, string, number, boolean];

/** The document with its open shadow roots, as markup; a number in its place when it is over a limit. */
const serialize = (limits: Pick<BrowserLimits, 'htmlChars' | 'elements'>): string => `(() => {
  const root = document.documentElement;
  if (!root) return '';
  const shadowRoots = [];
  let elements = 0;
  // Shadow roots stand within others: the list grows while it is walked.
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
 * The same as {@link observe} once the page has done what it had to do: twice, since what was waiting when the first one
 * was asked for has been done when the second one comes.
 */
const observeWhenIdle = `new Promise((resolve) => {
  const options = { timeout: 300 };
  requestIdleCallback((first) => {
    requestIdleCallback((second) => resolve(!first.didTimeout && !second.didTimeout), options);
  }, options);
}).then((isIdle) => {
  const told = ${observe(undefined, 0)};
  return [...told.slice(0, 3), isIdle && told[3]];
})`;

export interface DocumentState {
  /** Another one after every change, and after a navigation. */
  version: string;
  /** The end of the markup is still to come. */
  isParsing: boolean;
  /** Everything that the markup itself requests has loaded. */
  isLoaded: boolean;
  /** Another one after every change that is more than one of style. */
  weightyVersion: string;
  /** The page has been idle since its last change. */
  isIdle: boolean;
}

/** Looks at the rendered document from outside of the page's own scripts. */
export interface RenderedDocument {
  /** Its state once it is another one than last told, or after so many milliseconds. */
  state(waitMs: number): Promise<DocumentState>;
  /** @throws WebError `TooLarge` for a document over its limits. */
  html(): Promise<string>;
  has(selector: string): Promise<boolean>;
  /** Its state when it has done what it had to do by now; where that takes long, as it is, and not idle. */
  stateWhenIdle(): Promise<DocumentState>;
  /** True if the page has timers that are about to fire. A hint: a page can make it say anything. */
  expectsTimers(): Promise<boolean>;
}

/** Time for what the page itself answers, ms. */
const hintMs = 50;

/** Of what fails by itself. */
const attempts = 5;
const betweenAttemptsMs = 30;

/**
 * Error of a question that a navigation interrupts: its document is gone. It is asked anew however often that
 * happens, since the number of a page's navigations and its time have caps of their own. Only what the browser itself said
 * is read: puppeteer puts the command's name before it, and `createIsolatedWorld` of a closed page is no navigation.
 */
const isOfAnotherDocument = (error: unknown): boolean =>
  error instanceof ProtocolError && /context|navigated|world|frame/i.test(error.originalMessage);

/**
 * @param command - runs a command with a deadline; rejects with WebError `Timeout` when the page does not answer.
 * @param askTimers - expression that tells whether timers of the page are about to fire.
 */
export const createRenderedDocument = (
  session: CDPSession,
  frameId: string,
  limits: Pick<BrowserLimits, 'htmlChars' | 'elements'>,
  command: <T>(call: Promise<T>) => Promise<T>,
  askTimers = 'false',
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
    // A navigation destroys the world; a new try finds the new document.
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
      weightyVersion: `${world}:${weighty}`,
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
    expectsTimers: async () => {
      // The answer comes from the page's own world and deserves no more trust than the page.
      const asking = session.send('Runtime.evaluate', {
        expression: askTimers,
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
