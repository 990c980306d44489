import type { isAllowedByRobots } from './robots-rules.ts';

/** `ignore`: a caller names exact pages, as a person would. `obey`: what robots.txt disallows is not fetched. */
export const robotsPolicies = ['ignore', 'obey'] as const;
export type RobotsPolicy = (typeof robotsPolicies)[number];

/** RFC 9309 lets a crawler stop reading after 500 KiB. */
const maxRobotsCharacters = 500 * 1024;

/** The name by which a site's robots.txt can address this service. */
export const robotsProductToken = 'scrap-prices';

/** Brings a robots.txt; rejects when the host cannot be reached. */
export type FetchRobots = (url: string, signal: AbortSignal) => Promise<{ httpStatus: number; text: string }>;

/** Tells what a robots.txt says of an address; see {@link isAllowedByRobots}. */
export type AskRobots = (
  ...given: [...Parameters<typeof isAllowedByRobots>, signal: AbortSignal]
) => Promise<boolean>;

/**
 * Reads each origin's robots.txt once and tells what it allows (RFC 9309): a 4xx allows everything, a 5xx or an
 * unreachable file nothing.
 */
export const createRobotsGuard = (fetchRobots: FetchRobots, ask: AskRobots) => {
  /** By origin; `undefined` where nothing is allowed. */
  const known = new Map<string, Promise<string | undefined>>();

  const read = async (robotsUrl: string, signal: AbortSignal): Promise<string | undefined> => {
    try {
      const { httpStatus, text } = await fetchRobots(robotsUrl, signal);
      if (httpStatus >= 500) return undefined;
      return httpStatus >= 400 ? '' : text.slice(0, maxRobotsCharacters);
    } catch (error) {
      if (signal.aborted) throw error;
      return undefined;
    }
  };

  return {
    async isAllowed(url: URL, signal: AbortSignal): Promise<boolean> {
      const { origin } = url;
      const robotsUrl = `${origin}/robots.txt`;
      let rules = known.get(origin);
      if (!rules) {
        rules = read(robotsUrl, signal);
        known.set(origin, rules);
        // An aborted reading says nothing about the site; the next one reads again.
        rules.catch(() => known.delete(origin));
      }
      const text = await rules;
      return text !== undefined && (await ask(robotsUrl, text, url.href, signal));
    },
  };
};
