import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readScrapeMessage, toScrapeMessages } from '../../../lambdas/domain/request/scrape-message.ts';
import {
  groupByHost,
  groupSites,
  hostOf,
  maxSitesPerGroup,
  maxSitesPerHost,
} from '../../../lambdas/domain/request/site-group.ts';
import { messageSites } from '../../fakes/events.ts';

const sitesOn = (hosts: readonly string[]) =>
  messageSites(...hosts.map((host, index) => ({ Url: `https://${host}/p/{sku}/${index}` })));

it('splits any number of sites into full groups of nearly equal size, in order', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100 }), (count) => {
      const sites = Array.from({ length: count }, (_, index) => index);
      const groups = groupSites(sites);
      const sizes = groups.map((group) => group.length);
      expect(groups.flat()).toEqual(sites);
      expect(Math.max(...sizes)).toBeLessThanOrEqual(maxSitesPerGroup);
      expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
      expect(groups).toHaveLength(Math.ceil(count / maxSitesPerGroup));
    }),
  );
});

it('writes messages that its schema accepts', () => {
  const sites = sitesOn(Array.from({ length: 20 }, (_, at) => `shop-${at}.example`)).map((site) => ({
    ...site,
    Warnings: ['W: w.'],
  }));
  const messages = toScrapeMessages({
    requestId: '0f8fad5b-d9cb-469f-a165-70867728950e',
    uid: 'acme',
    deadlineMs: 5,
    groups: groupByHost(sites),
    hasWebhook: false,
  });
  expect(messages.map(({ Group }) => Group)).toEqual([0, 1, 2]);
  expect(messages.map((message) => readScrapeMessage(JSON.stringify(message)))).toEqual(messages);
  expect(messages.flatMap(({ Sites }) => Sites.map(({ Index }) => Index))).toEqual(
    sites.map(({ Index }) => Index),
  );
});

it('puts sites of one host into one group, wherever they are in the request', () => {
  const hosts = fc.array(fc.constantFrom('a.example', 'b.example', 'c.example:81', 'd.example'), {
    minLength: 1,
    maxLength: maxSitesPerHost,
  });
  fc.assert(
    fc.property(hosts, fc.integer({ min: 0, max: 20 }), (given, others) => {
      const sites = sitesOn([...given, ...Array.from({ length: others }, (_, at) => `other-${at}.example`)]);
      const groups = groupByHost(sites);
      expect(
        groups
          .flat()
          .map(({ Index }) => Index)
          .toSorted((one, other) => one - other),
      ).toEqual(sites.map(({ Index }) => Index));
      const groupsOfHost = Map.groupBy(
        groups.flatMap((group, at) => group.map(({ Site }) => ({ host: hostOf(Site), at }))),
        ({ host }) => host,
      );
      for (const places of groupsOfHost.values()) expect(new Set(places.map(({ at }) => at)).size).toBe(1);
      for (const group of groups) {
        const ofSeveral = new Set(group.map(({ Site }) => hostOf(Site))).size > 1;
        expect(group.length).toBeLessThanOrEqual(ofSeveral ? maxSitesPerGroup : maxSitesPerHost);
      }
      expect(groupByHost(structuredClone(sites))).toEqual(groups);
    }),
  );
});

it('splits a host only if it has more sites than one function can scrape', () => {
  const sizes = groupByHost(sitesOn(Array.from({ length: 100 }, () => 'a.example'))).map(
    ({ length }) => length,
  );
  expect(sizes).toEqual([25, 25, 25, 25]);
});

it('makes a group wait only for the previous group of its host', () => {
  const hosts = Array.from({ length: 100 }, (_, at) =>
    at % 5 < 2 ? 'b.example' : at < 97 ? 'a.example' : `${at}.example`,
  );
  const sites = sitesOn(hosts);
  const request = {
    requestId: '0f8fad5b-d9cb-469f-a165-70867728950e',
    uid: 'acme',
    deadlineMs: 5,
    groups: groupByHost(sites),
    hasWebhook: false,
  };
  const messages = toScrapeMessages(request);
  const lastOf = new Map<string, number>();
  for (const { Group, After, Sites } of messages) {
    const [host, ...others] = new Set(Sites.map(({ Site }) => hostOf(Site)));
    expect(After).toBe(others.length > 0 ? undefined : lastOf.get(host!));
    lastOf.set(host!, Group);
  }
  expect(messages.filter(({ After }) => After !== undefined)).toHaveLength(2);
});

it('groups sites that share no host in order, as before', () => {
  const sites = sitesOn(Array.from({ length: 20 }, (_, at) => `shop-${at}.example`));
  expect(groupByHost(sites)).toEqual(groupSites(sites));
});
