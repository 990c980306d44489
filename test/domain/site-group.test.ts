import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  groupSites,
  groupSize,
  maxSitesPerGroup,
  scrapeMessageSchema,
  toScrapeMessages,
} from '../../lambdas/domain/site-group.ts';
import { queuedSite } from '../fakes/events.ts';

it('splits any number of sites into full groups of nearly equal size, in order', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100 }), (count) => {
      const sites = Array.from({ length: count }, (_, index) => index);
      const groups = groupSites(sites);
      const sizes = groups.map((group) => group.length);
      expect(groups.flat()).toEqual(sites);
      expect(groups.map((_group, index) => groupSize(index, count, groups.length))).toEqual(sizes);
      expect(Math.max(...sizes)).toBeLessThanOrEqual(maxSitesPerGroup);
      expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
      expect(groups).toHaveLength(Math.ceil(count / maxSitesPerGroup));
    }),
  );
});

it('writes messages that its own schema reads back', () => {
  const sites = Array.from({ length: 20 }, (_, index) => queuedSite({ index, warnings: ['W: w.'] }));
  const messages = toScrapeMessages({
    requestId: '0f8fad5b-d9cb-469f-a165-70867728950e',
    uid: 'acme',
    deadlineMs: 5,
    sku: 'x',
    sites,
  });
  expect(messages.map(({ Group }) => Group)).toEqual([0, 1, 2]);
  expect(messages.map((message) => scrapeMessageSchema.parse(JSON.parse(JSON.stringify(message))))).toEqual(
    messages,
  );
  expect(messages.flatMap(({ Sites }) => Sites.map(({ Index }) => Index))).toEqual(
    sites.map(({ index }) => index),
  );
});
