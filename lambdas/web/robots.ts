import robotsParser from 'robots-parser';

/** `ignore`: a caller names exact pages, as a person would. `obey`: what robots.txt disallows is not fetched. */
export const robotsPolicies = ['ignore', 'obey'] as const;
export type RobotsPolicy = (typeof robotsPolicies)[number];

/** The name by which a site's robots.txt can address this service. */
export const robotsProductToken = 'scrap-prices';

/** RFC 9309 lets a crawler stop reading after 500 KiB. */
const maxRobotsCharacters = 500 * 1024;

/** Brings a robots.txt; rejects when the host cannot be reached. */
export type FetchRobots = (url: string, signal: AbortSignal) => Promise<{ httpStatus: number; text: string }>;

type Robots = { isAllowed(url: string, userAgent?: string): boolean | undefined };

// The package is CommonJS and types its export as if it were a module of its own.
const parseRobots = robotsParser as unknown as (url: string, text: string) => Robots;

/**
 * Reads each origin's robots.txt once and tells what it allows (RFC 9309): a 4xx allows everything, a 5xx or an
 * unreachable file nothing.
 */
export const createRobotsGuard = (fetchRobots: FetchRobots) => {
  const known = new Map<string, Promise<Robots | undefined>>();

  const read = async (origin: string, signal: AbortSignal): Promise<Robots | undefined> => {
    const url = `${origin}/robots.txt`;
    try {
      const { httpStatus, text } = await fetchRobots(url, signal);
      if (httpStatus >= 500) return undefined;
      const rules = httpStatus >= 400 ? '' : text.slice(0, maxRobotsCharacters);
      return parseRobots(url, rules);
    } catch (error) {
      if (signal.aborted) throw error;
      return undefined;
    }
  };

  return {
    async isAllowed(url: URL, signal: AbortSignal): Promise<boolean> {
      const { origin } = url;
      let robots = known.get(origin);
      if (!robots) {
        robots = read(origin, signal);
        known.set(origin, robots);
        // An aborted reading says nothing about the site; the next one reads again.
        robots.catch(() => known.delete(origin));
      }
      return (await robots)?.isAllowed(url.href, robotsProductToken) ?? false;
    },
  };
};
