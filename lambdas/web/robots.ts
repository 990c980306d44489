import { WebError } from './web-error.ts';

/** `ignore`: callers name exact pages, like a person. `obey`: do not fetch what robots.txt disallows. */
const robotsPolicies = ['ignore', 'obey'] as const;
export type RobotsPolicy = (typeof robotsPolicies)[number];

/** The name by which a site's robots.txt can address this service. */
export const robotsProductToken = 'scrap-prices';

/** The relevant part of a robots.txt. */
interface RobotsFile {
  httpStatus: number;
  text: string;
  /** The text ends before the file does. */
  isTruncated: boolean;
}

/** Fetches a robots.txt up to a size limit. Rejects if the host is unreachable. */
export type FetchRobots = (url: string, signal: AbortSignal) => Promise<RobotsFile>;

/** True if the rules of the robots.txt at `robotsUrl` allow an address. */
export type CheckRobots = (
  robotsUrl: string,
  rules: string,
  address: string,
  signal: AbortSignal,
) => Promise<boolean>;

/** Throws if a page must not be visited. */
export type PermitVisit = (url: string, signal: AbortSignal) => Promise<void>;

/** Drops a truncated last line, which would be a different rule. */
const readablePart = ({ text, isTruncated }: RobotsFile): string =>
  isTruncated ? text.slice(0, 1 + Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r'))) : text;

/** Temporary statuses of the file. */
const isUnreachable = (httpStatus: number): boolean => httpStatus >= 500 || httpStatus === 429;

/**
 * Reads each origin's robots.txt once and applies it (RFC 9309). A missing file (4xx, or endless redirects)
 * allows everything; an unreachable one allows nothing.
 *
 * @returns a function that throws WebError `RobotsDisallowed`.
 */
export const createRobotsGuard = (fetchRobots: FetchRobots, check: CheckRobots): PermitVisit => {
  /** By origin; `undefined` if the file is unreachable. */
  const known = new Map<string, Promise<string | undefined>>();

  const read = async (robotsUrl: string, signal: AbortSignal): Promise<string | undefined> => {
    try {
      const file = await fetchRobots(robotsUrl, signal);
      if (isUnreachable(file.httpStatus)) return undefined;
      return file.httpStatus >= 400 ? '' : readablePart(file);
    } catch (error) {
      if (signal.aborted) throw error;
      return error instanceof WebError && error.code === 'TooManyRedirects' ? '' : undefined;
    }
  };

  const rulesOf = (origin: string, signal: AbortSignal): Promise<string | undefined> => {
    let rules = known.get(origin);
    if (!rules) {
      rules = read(`${origin}/robots.txt`, signal);
      known.set(origin, rules);
      // Do not cache an aborted fetch.
      rules.catch(() => known.delete(origin));
    }
    return rules;
  };

  return async (address, signal) => {
    const { origin, host, href } = new URL(address);
    const text = await rulesOf(origin, signal);
    if (text === undefined) {
      throw new WebError(
        'RobotsDisallowed',
        `The robots.txt of "${host}" could not be fetched, which forbids all pages; this deployment obeys robots.txt.`,
        { retryable: true },
      );
    }
    if (await check(`${origin}/robots.txt`, text, href, signal)) return;
    throw new WebError(
      'RobotsDisallowed',
      `The robots.txt of "${host}" disallows this page for "${robotsProductToken}"; this deployment obeys robots.txt.`,
      { retryable: false },
    );
  };
};
