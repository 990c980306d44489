import { describe, expect, it } from 'vitest';
import { maxRenderersPerScraper } from '../../lambdas/domain/request/renderer-limit.ts';
import { apiSharesOf, queueConcurrency, totalQueueConcurrency, withShares } from '../../lib/concurrency.ts';
import { parseSettings } from '../../lib/settings.ts';

const shares = (
  given: Record<string, unknown>,
  concurrentExecutions?: number,
  unreserved?: number,
  own?: number,
  ownShare?: number,
) =>
  apiSharesOf(parseSettings(given), {
    concurrentExecutions,
    unreservedConcurrentExecutions: unreserved ?? concurrentExecutions,
    ownReserved: own,
    ownShare,
  });

describe('shares of the API', () => {
  const full = 100 + 2 * 50 + totalQueueConcurrency(parseSettings({}));

  it.each([
    ['nothing in an unknown account', shares({}), { reserved: 0, held: 1 }],
    ['nothing in a new account', shares({}, 10), { reserved: 0, held: 1 }],
    ['50 each if there is room beside full queues', shares({}, 1_000, full), { reserved: 50, held: 25 }],
    ['nothing if one too few is left', shares({}, 1_000, full - 1), { reserved: 0, held: 1 }],
    [
      '50 again, counting its own reservations',
      shares({}, 1_000, full - 100, 100),
      { reserved: 50, held: 25 },
    ],
    [
      'what is deployed, if others have reserved the rest meanwhile',
      shares({}, 1_000, 107, 100, 50),
      { reserved: 50, held: 25 },
    ],
    [
      'what is deployed, if the account cannot be read',
      shares({}, undefined, undefined, 100, 50),
      { reserved: 50, held: 25 },
    ],
    ['more than is deployed, if there is room', shares({}, 1_000, full, 0, 8), { reserved: 50, held: 25 }],
    [
      'less than is deployed, if the settings say so',
      shares({ apiReservedConcurrency: 8 }, 1_000, full, 100, 50),
      { reserved: 8, held: 4 },
    ],
    [
      'nothing if watches need a third share',
      shares({ watches: true }, 1_000, full),
      { reserved: 0, held: 1 },
    ],
    [
      'what the settings say',
      shares({ apiReservedConcurrency: 8, maxHeldCalls: 3 }, 1_000),
      { reserved: 8, held: 3 },
    ],
    [
      'half of a share for held calls',
      shares({ apiReservedConcurrency: 8, maxHeldCalls: 9 }),
      { reserved: 8, held: 4 },
    ],
    [
      'no share, if the settings say so',
      shares({ apiReservedConcurrency: 0 }, 1_000),
      { reserved: 0, held: 1 },
    ],
    ['no held call, if the settings say so', shares({ maxHeldCalls: 0 }, 1_000), { reserved: 50, held: 0 }],
  ])('%s', (_shows, actual, expected) => expect(actual).toEqual(expected));
});

it.each([
  ['one in a small account', {}, 99, 1],
  ['the maximum in a larger one', {}, 100, maxRenderersPerScraper],
  ['the maximum in an unknown one', {}, undefined, maxRenderersPerScraper],
  ['what the settings say', { renderersPerScraper: 1 }, 1_000, 1],
])('renderers of a scraper: %s', (_shows, given, concurrentExecutions, expected) => {
  const settings = withShares(parseSettings(given), { concurrentExecutions });
  expect(settings.renderersPerScraper).toBe(expected);
  expect(queueConcurrency(settings).renderer).toBe(settings.maxScrapers * expected);
});
