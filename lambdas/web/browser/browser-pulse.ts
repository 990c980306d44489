import type { CDPSession } from 'puppeteer-core';
import { WebError } from '../web-error.ts';

/** Between two questions to the browser, ms. */
const beatMs = 250;

/** Unanswered beats of a slow browser. */
const slowBeats = 2;

/** A command to a page had no answer in time. Any page of the same browser may be the cause. */
export class UnansweredError extends WebError {
  readonly isBrowserSlow: boolean;

  /** @param isBrowserSlow - the browser itself did not answer in time either. */
  constructor(isBrowserSlow: boolean) {
    const message = isBrowserSlow
      ? 'The page kept the browser too busy to answer.'
      : 'The page was too busy to answer the browser.';
    super('Timeout', message, { retryable: true });
    this.isBrowserSlow = isBrowserSlow;
  }
}

/** Knows if a browser still answers. */
export interface BrowserPulse {
  /** The browser was slow to answer within the last `commandMs`. */
  isSlow(): boolean;
  end(): void;
}

/**
 * Asks a browser at short intervals for something that its main process gets from its network process. All of
 * its pages share these two, and one page can starve them: by locks, console messages, titles or frames
 * without end. Counts intervals instead of time, because this process may itself be late.
 *
 * @param onStarved - called once if an answer takes longer than `commandMs`.
 */
export const watchPulse = (
  browserSession: Pick<CDPSession, 'send'>,
  commandMs: number,
  onStarved: () => void,
): BrowserPulse => {
  const beatsKept = Math.ceil(commandMs / beatMs);
  let beat = 0;
  let askedAt: number | undefined;
  let lastSlowAt = Number.NEGATIVE_INFINITY;
  const onBeat = (): void => {
    beat += 1;
    if (askedAt === undefined) {
      askedAt = beat;
      const onAnswer = (): void => {
        askedAt = undefined;
      };
      // A closed browser also answers, by an error.
      browserSession.send('Storage.getCookies').then(onAnswer, onAnswer);
      return;
    }
    const unanswered = beat - askedAt;
    if (unanswered >= slowBeats) lastSlowAt = beat;
    if (unanswered !== beatsKept) return;
    clearInterval(timer);
    onStarved();
  };
  const timer = setInterval(onBeat, beatMs).unref();
  return {
    isSlow: () => beat - lastSlowAt <= beatsKept,
    end: () => clearInterval(timer),
  };
};
