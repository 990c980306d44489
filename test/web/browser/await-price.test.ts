// When a page is read, and which reading counts, on a simulated clock.
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
  /** Number of changes by a time, ms. */
  changesBy: (ms: number) => number;
  /** The same without style changes. Absent: all changes. */
  significantBy?: (ms: number) => number;
  htmlAt?: (ms: number) => string;
  readMs?: number;
  isIdleAt?: (ms: number) => boolean;
  /** End of a pending request. */
  loadsUntilMs?: number;
  /** Time of a pending timer. */
  timerUntilMs?: number;
}

const play = async (page: Page, judge: (html: string) => Readiness | Promise<Readiness>) => {
  const limits = { ...defaultBrowserLimits, readyMs: 9_000 };
  const startedAt = performance.now();
  const ms = (): number => performance.now() - startedAt;
  const readsAt: number[] = [];
  let lastCount = -1;
  const stateNow = () => {
    lastCount = page.changesBy(ms());
    return {
      version: String(lastCount),
      isParsing: false,
      isLoaded: true,
      significantVersion: String((page.significantBy ?? page.changesBy)(ms())),
      isIdle: page.isIdleAt?.(ms()) ?? true,
    };
  };
  const rendered: RenderedDocument = {
    state: async (waitMs) => {
      for (let waited = 0; waited < waitMs && page.changesBy(ms()) === lastCount; waited += 1)
        await passing(1);
      return stateNow();
    },
    html: async () => {
      readsAt.push(ms());
      await passing(page.readMs ?? 0);
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
  return { html: text, readsAt, atMs };
};

const pausesBetween = (readsAt: readonly number[]): number[] =>
  readsAt.slice(1).map((at, index) => at - readsAt[index]!);

describe('a page that changes all the time', () => {
  it('is read after each pause, not at each change', async () => {
    const { readsAt } = await play({ changesBy: Math.floor }, () => 'NotYet');
    expect(readsAt.length).toBeGreaterThan(20);
    expect(Math.min(...pausesBetween(readsAt))).toBeGreaterThanOrEqual(defaultBrowserLimits.pollMs);
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
    const { readsAt, html } = await play(
      {
        changesBy: (ms) => Math.floor(Math.min(ms, doneAtMs) / 10),
        htmlAt: (ms) => (ms < doneAtMs ? '' : '€ 12.50'),
        ...until(doneAtMs),
      },
      () => 'Ready',
    );
    expect(html).toBe('€ 12.50');
    expect(readsAt).toHaveLength(1);
  });

  it.each(busy)('is read periodically if %s without end', async (_what, until) => {
    const { readsAt } = await play(
      { changesBy: (ms) => Math.floor(ms / 10), ...until(Number.POSITIVE_INFINITY) },
      (): Readiness => 'NotYet',
    );
    expect(readsAt.length).toBeGreaterThan(5);
    // The last moments are read even if busy.
    const early = readsAt.filter((ms) => ms < 9_000 - busyReadMs);
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
  /** A price that is visible from the start and changes at a time. */
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
