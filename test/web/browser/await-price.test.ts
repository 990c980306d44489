// When a page is looked at, and which look counts, on a clock of its own.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { awaitPrice } from '../../../lambdas/web/browser/await-price.ts';
import { defaultBrowserLimits } from '../../../lambdas/web/browser/browser-limits.ts';
import type { RenderedDocument } from '../../../lambdas/web/browser/rendered-document.ts';
import type { Readiness } from '../../../lambdas/web/page-load.ts';

vi.mock('node:timers/promises', () => ({
  setTimeout: (ms: number) => new Promise((resolve) => setTimeout(resolve, ms)),
}));
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const passing = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

interface Page {
  /** Changes by then, ms since its beginning. */
  changesBy: (ms: number) => number;
  /** Changes by then that are more than style; absent: all of them. */
  significantBy?: (ms: number) => number;
  htmlAt?: (ms: number) => string;
  lookMs?: number;
  isIdleAt?: (ms: number) => boolean;
  /** Until when a request is under way. */
  loadsUntilMs?: number;
  /** Until when a timer is set. */
  timerUntilMs?: number;
}

const play = async (page: Page, judge: (html: string) => Readiness | Promise<Readiness>) => {
  const limits = { ...defaultBrowserLimits, readyMs: 9_000 };
  const startedAt = performance.now();
  const ms = (): number => performance.now() - startedAt;
  const looksAt: number[] = [];
  let told = -1;
  const stateNow = () => {
    told = page.changesBy(ms());
    return {
      version: String(told),
      isParsing: false,
      isLoaded: true,
      significantVersion: String((page.significantBy ?? page.changesBy)(ms())),
      isIdle: page.isIdleAt?.(ms()) ?? true,
    };
  };
  const rendered: RenderedDocument = {
    state: async (waitMs) => {
      for (let waited = 0; waited < waitMs && page.changesBy(ms()) === told; waited += 1) await passing(1);
      return stateNow();
    },
    html: async () => {
      looksAt.push(ms());
      await passing(page.lookMs ?? 0);
      return page.htmlAt?.(ms()) ?? '';
    },
    has: async () => true,
    stateWhenIdle: async () => stateNow(),
    hasPendingTimers: async () => ms() < (page.timerUntilMs ?? 0),
  };
  const html = awaitPrice({
    rendered,
    check: () => {},
    url: () => 'https://shop.example/',
    quietForMs: () => Math.max(0, ms() - (page.loadsUntilMs ?? 0)),
    waitFor: undefined,
    limits,
    remainingMs: () => 10_000 - ms(),
    judge,
  });
  const ended = html.then((text) => ({ text, atMs: ms() }));
  await vi.advanceTimersByTimeAsync(10_000);
  const { text, atMs } = await ended;
  return { html: text, looksAt, atMs };
};

const pausesBetween = (looksAt: readonly number[]): number[] =>
  looksAt.slice(1).map((at, index) => at - looksAt[index]!);

describe('a page that changes all the time', () => {
  it('is read after each pause, not at each change', async () => {
    const { looksAt } = await play({ changesBy: Math.floor }, () => 'NotYet');
    expect(looksAt.length).toBeGreaterThan(20);
    expect(Math.min(...pausesBetween(looksAt))).toBeGreaterThanOrEqual(defaultBrowserLimits.pollMs);
  });
});

describe('a busy page', () => {
  const { busyReadMs } = defaultBrowserLimits;
  const busy: [string, (untilMs: number) => Partial<Page>][] = [
    ['a request is under way', (untilMs) => ({ loadsUntilMs: untilMs })],
    ['a timer is about to fire', (untilMs) => ({ timerUntilMs: untilMs })],
    ['its own scripts are at work', (untilMs) => ({ isIdleAt: (ms) => ms >= untilMs })],
  ];

  it.each(busy)('is read once it is idle if %s', async (_what, until) => {
    const doneAtMs = busyReadMs - 100;
    const { looksAt, html } = await play(
      {
        changesBy: (ms) => Math.floor(Math.min(ms, doneAtMs) / 10),
        htmlAt: (ms) => (ms < doneAtMs ? '' : '€ 12.50'),
        ...until(doneAtMs),
      },
      () => 'Ready',
    );
    expect(html).toBe('€ 12.50');
    expect(looksAt).toHaveLength(1);
  });

  it.each(busy)('is read periodically if %s without end', async (_what, until) => {
    const { looksAt } = await play(
      { changesBy: (ms) => Math.floor(ms / 10), ...until(Number.POSITIVE_INFINITY) },
      (): Readiness => 'NotYet',
    );
    expect(looksAt.length).toBeGreaterThan(5);
    // Its last moments are not missed.
    const early = looksAt.filter((ms) => ms < 9_000 - busyReadMs);
    expect(Math.min(...pausesBetween(early))).toBeGreaterThanOrEqual(busyReadMs);
  });
});

it('does not count the time of reading as idle', async () => {
  const { html } = await play(
    { changesBy: (ms) => (ms < 900 ? 1 : 2), htmlAt: (ms) => (ms < 900 ? '' : '€ 12.50') },
    async (text) => {
      await passing(defaultBrowserLimits.quietWithoutPriceMs + 500);
      return text === '' ? 'NotYet' : 'Ready';
    },
  );
  expect(html).toBe('€ 12.50');
});

describe('a stable price', () => {
  const { quietMs, doubtfulQuietMs, stableMs, doubtfulStableMs } = defaultBrowserLimits;
  /** It stands from the beginning and is rewritten at that time. */
  const rewritten = (atMs: number): Page => ({
    changesBy: (ms) => (ms < atMs ? 1 : 2),
    htmlAt: (ms) => (ms < atMs ? '€ 99.99' : '€ 12.50'),
  });

  it('is accepted if nothing is pending', async () => {
    const { html, atMs } = await play(rewritten(Number.POSITIVE_INFINITY), () => 'Ready');
    expect(html).toBe('€ 99.99');
    expect(atMs).toBeGreaterThanOrEqual(quietMs);
    expect(atMs).toBeLessThan(doubtfulQuietMs + 3 * quietMs);
  });

  it.each<[string, Partial<Page>]>([
    ['a request is under way', { loadsUntilMs: 1_200 }],
    ['a timer is about to fire', { timerUntilMs: 1_200 }],
    ['its own scripts are at work', { isIdleAt: (ms) => ms >= 1_200 }],
  ])('is not accepted yet while %s', async (_what, more) => {
    for (const readiness of ['Ready', 'Doubtful'] as const) {
      const { html } = await play({ ...rewritten(1_200), ...more }, () => readiness);
      expect(html).toBe('€ 12.50');
    }
  });

  it('is accepted after being stable for long enough, whatever is pending', async () => {
    for (const [readiness, ms] of [
      ['Ready', stableMs],
      ['Doubtful', doubtfulStableMs],
    ] as const) {
      const { atMs } = await play(
        {
          changesBy: Math.floor,
          loadsUntilMs: 60_000,
          timerUntilMs: 60_000,
          isIdleAt: () => false,
        },
        () => readiness,
      );
      expect(atMs).toBeGreaterThanOrEqual(ms);
      expect(atMs).toBeLessThan(ms + 1_000);
    }
  });
});
