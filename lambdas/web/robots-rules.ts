import robotsParser from 'robots-parser';
import { robotsProductToken } from './robots.ts';

type Robots = { isAllowed(url: string, userAgent?: string): boolean | undefined };

// The package is CommonJS and types its export as if it were a module of its own.
const parseRobots = robotsParser as unknown as (url: string, text: string) => Robots;

/**
 * Whether a robots.txt allows this service an address (RFC 9309). Takes time in proportion to the rules times the
 * address: seconds of a processor for the largest ones, so that it is a reader's work.
 *
 * @param robotsUrl - where the rules stand.
 */
export const isAllowedByRobots = (robotsUrl: string, rules: string, address: string): boolean =>
  parseRobots(robotsUrl, rules).isAllowed(address, robotsProductToken) ?? false;
