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
  htmlAt?: (ms: number) => string;
  lookMs?: number;
}

const play = async (page: Page, judge: (html: string) => Readiness) => {
  const limits = { ...defaultBrowserLimits, readyMs: 3_000 };
  const startedAt = performance.now();
  const ms = (): number => performance.now() - startedAt;
  const looksAt: number[] = [];
  let told = -1;
  const rendered: RenderedDocument = {
    state: async (waitMs) => {
      for (let waited = 0; waited < waitMs && page.changesBy(ms()) === told; waited += 1) await passing(1);
      told = page.changesBy(ms());
      return { version: String(told), isParsing: false };
    },
    html: async () => {
      looksAt.push(ms());
      await passing(page.lookMs ?? 0);
      return page.htmlAt?.(ms()) ?? '';
    },
    has: async () => true,
  };
  const html = awaitPrice({
    rendered,
    check: () => {},
    url: () => 'https://shop.example/',
    quietForMs: () => 0,
    waitFor: undefined,
    limits,
    remainingMs: () => 10_000 - ms(),
    judge,
  });
  await vi.advanceTimersByTimeAsync(10_000);
  return { html: await html, looksAt };
};

const pausesBetween = (looksAt: readonly number[]): number[] =>
  looksAt.slice(1).map((at, index) => at - looksAt[index]!);

describe('a page that changes all the time', () => {
  it('is looked at after each pause, and not at each of its changes', async () => {
    const { looksAt } = await play({ changesBy: Math.floor }, () => 'NotYet');
    expect(looksAt.length).toBeGreaterThan(20);
    expect(Math.min(...pausesBetween(looksAt))).toBeGreaterThanOrEqual(defaultBrowserLimits.pollMs);
  });

  it('is looked at more seldom where a look takes long', async () => {
    const { looksAt } = await play({ changesBy: Math.floor, lookMs: 50 }, () => 'NotYet');
    expect(looksAt.length).toBeGreaterThan(5);
    // A quarter of the time at most is taken by looks.
    expect(Math.min(...pausesBetween(looksAt))).toBeGreaterThanOrEqual(4 * 50);
  });
});

describe('a price that is rewritten', () => {
  const rewritten = (atMs: number): Page => ({
    changesBy: (ms) => (ms < atMs ? 1 : 2),
    htmlAt: (ms) => (ms < atMs ? '€ 99.99' : '€ 12.50'),
  });

  it('while it settles is taken as it stands then', async () => {
    const { html } = await play(rewritten(defaultBrowserLimits.settleMs - 100), () => 'Ready');
    expect(html).toBe('€ 12.50');
  });

  it('later is not waited for', async () => {
    const { html } = await play(rewritten(defaultBrowserLimits.settleMs + 300), () => 'Ready');
    expect(html).toBe('€ 99.99');
  });
});
