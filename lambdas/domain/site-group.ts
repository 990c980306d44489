import type { QueuedSite } from './queue-request.ts';
import type { SellingSite } from './selling-site.ts';

/** Sites of one message, where they are of several hosts. */
export const maxSitesPerGroup = 8;

/**
 * Sites of one host in one message. Four at a time, each has eight seconds and more of a function's time; more sites of one
 * host than this go into several messages, which are worked on one after the other.
 */
export const maxSitesPerHost = 32;

/** Place of a group's first site; that of the group after the last is the number of all sites. */
const groupStart = (group: number, siteCount: number, groupCount: number): number =>
  Math.round((group * siteCount) / groupCount);

/** How many sites a group of a request has. */
export const groupSize = (group: number, siteCount: number, groupCount: number): number =>
  groupStart(group + 1, siteCount, groupCount) - groupStart(group, siteCount, groupCount);

/**
 * Splits a request's sites into groups of nearly equal size, in order.
 * Equal sizes, because a request is complete only when its slowest group is.
 */
export const groupSites = <T>(sites: readonly T[], maxPerGroup = maxSitesPerGroup): T[][] => {
  const groupCount = Math.ceil(sites.length / maxPerGroup);
  return Array.from({ length: groupCount }, (_, group) =>
    sites.slice(groupStart(group, sites.length, groupCount), groupStart(group + 1, sites.length, groupCount)),
  );
};

/** Host that a site's pages are on, port included; what the SKU adds to an address does not matter. */
export const hostOf = ({ Url, SearchUrl }: Pick<SellingSite, 'Url' | 'SearchUrl'>): string =>
  URL.parse((Url ?? SearchUrl ?? '').replaceAll('{sku}', 'sku'))?.host ?? '';

/** Sites by host in the order of the request, those of a host in parts of nearly equal size where they are too many. */
const hostParts = (sites: readonly QueuedSite[]): QueuedSite[][] => {
  const byHost = Map.groupBy(sites, ({ site }) => hostOf(site));
  return [...byHost.values()].flatMap((ofHost) => groupSites(ofHost, maxSitesPerHost));
};

/**
 * Splits a request's sites into groups so that those of one host are together: one function asks for them, and how many at
 * a time, and when the host wants to be left alone, holds for the whole request. Beside that as {@link groupSites} does.
 * The same sites always make the same groups.
 */
export const groupByHost = (sites: readonly QueuedSite[]): QueuedSite[][] => {
  const parts = hostParts(sites);
  // Where each site has a host of its own, nothing has to be together.
  if (parts.every(({ length }) => length === 1)) return groupSites(sites);
  const whole = parts.filter(({ length }) => length >= maxSitesPerGroup);
  const small = parts.filter(({ length }) => length < maxSitesPerGroup);
  const smallCount = small.reduce((sum, { length }) => sum + length, 0);
  const groups: QueuedSite[][] = Array.from({ length: Math.ceil(smallCount / maxSitesPerGroup) }, () => []);
  // The largest first, each into the emptiest group: a request is complete only when its slowest group is.
  for (const part of small.toSorted((one, other) => other.length - one.length)) {
    const emptiest = groups.reduce((least, group) => (group.length < least.length ? group : least));
    if (emptiest.length + part.length <= maxSitesPerGroup) emptiest.push(...part);
    else groups.push([...part]);
  }
  return [...whole, ...groups]
    .map((group) => group.toSorted((one, other) => one.index - other.index))
    .sort(([one], [other]) => one!.index - other!.index);
};

/** How a request's sites are divided: in order, as where its item has no sizes of groups, or those of one host together. */
export type Grouping = 'InOrder' | 'ByHost';

/** The groups of a request. */
export const groupsOf = (sites: readonly QueuedSite[], grouping: Grouping): QueuedSite[][] =>
  grouping === 'ByHost' ? groupByHost(sites) : groupSites(sites);
