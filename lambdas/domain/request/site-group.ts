import { type AddressedSite, addressOf } from '../site/queued-site.ts';
import type { SellingSite } from '../site/selling-site.ts';

/** Sites in one message, if they are on several hosts. */
export const maxSitesPerGroup = 8;

/**
 * Sites on one host in one message. Scraped four at a time, each has at least eight seconds of a function's time; further
 * sites of the host go into messages that are processed one after the other.
 */
export const maxSitesPerHost = 32;

/** Index of a group's first site; for the group after the last, the number of all sites. */
const groupStart = (group: number, siteCount: number, groupCount: number): number =>
  Math.round((group * siteCount) / groupCount);

/**
 * Splits a request's sites into groups of nearly equal size, in order: a request completes with its slowest group.
 */
export const groupSites = <T>(sites: readonly T[], maxPerGroup = maxSitesPerGroup): T[][] => {
  const groupCount = Math.ceil(sites.length / maxPerGroup);
  return Array.from({ length: groupCount }, (_, group) =>
    sites.slice(groupStart(group, sites.length, groupCount), groupStart(group + 1, sites.length, groupCount)),
  );
};

/** Host and port of a site's pages. */
export const hostOf = (site: Pick<SellingSite, 'Url' | 'SearchUrl'>): string =>
  URL.parse(addressOf(site))?.host ?? '';

/** Sites by host, in request order; a host with too many sites is split into parts of nearly equal size. */
const hostParts = (sites: readonly AddressedSite[]): AddressedSite[][] => {
  const byHost = Map.groupBy(sites, ({ Site }) => hostOf(Site));
  return [...byHost.values()].flatMap((ofHost) => groupSites(ofHost, maxSitesPerHost));
};

/**
 * Splits a request's sites into groups that keep each host together, so that one function applies the host's concurrency
 * limit and pauses for the whole request. Otherwise like {@link groupSites}. Deterministic.
 */
export const groupByHost = (sites: readonly AddressedSite[]): AddressedSite[][] => {
  const parts = hostParts(sites);
  if (parts.every(({ length }) => length === 1)) return groupSites(sites);
  const large = parts.filter(({ length }) => length >= maxSitesPerGroup);
  const small = parts.filter(({ length }) => length < maxSitesPerGroup);
  const smallCount = small.reduce((sum, { length }) => sum + length, 0);
  const groups: AddressedSite[][] = Array.from(
    { length: Math.ceil(smallCount / maxSitesPerGroup) },
    () => [],
  );
  // The largest first, each into the emptiest group, to balance the groups.
  for (const part of small.toSorted((one, other) => other.length - one.length)) {
    const emptiest = groups.reduce((least, group) => (group.length < least.length ? group : least));
    if (emptiest.length + part.length <= maxSitesPerGroup) emptiest.push(...part);
    else groups.push([...part]);
  }
  return [...large, ...groups]
    .map((group) => group.toSorted((one, other) => one.Index - other.Index))
    .sort(([one], [other]) => one!.Index - other!.Index);
};
