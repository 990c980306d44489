import robotsParser from 'robots-parser';
import { robotsProductToken } from './robots.ts';

type Robots = { isAllowed(url: string, userAgent?: string): boolean | undefined };

// The package is CommonJS and types its export as if it were a module of its own.
const parseRobots = robotsParser as unknown as (url: string, text: string) => Robots;

/** Keys of lines that count, with misspellings that crawlers forgive. */
const keys: ReadonlyMap<string, 'User-agent' | 'Allow' | 'Disallow'> = new Map(
  Object.entries({
    'user-agent': 'User-agent',
    useragent: 'User-agent',
    'user agent': 'User-agent',
    allow: 'Allow',
    disallow: 'Disallow',
    dissallow: 'Disallow',
    dissalow: 'Disallow',
    disalow: 'Disallow',
    diasllow: 'Disallow',
    disallaw: 'Disallow',
  } as const),
);

/** Key and value of a line; the colon may be missing between two words, as crawlers forgive. */
const partsOf = (line: string): [key: string, value: string] => {
  const [text = ''] = line.split('#', 1);
  const colon = text.indexOf(':');
  if (colon >= 0) return [text.slice(0, colon), text.slice(colon + 1)];
  const words = text.trim().split(/\s+/, 3);
  return words.length === 2 ? [words[0]!, words[1]!] : ['', ''];
};

/** The name in a `User-agent` line: what stands behind it, such as a version, is no part of it (RFC 9309, 2.2.1). */
const productTokenIn = (value: string): string =>
  /^\*(?:\s|$)/.test(value) ? '*' : (/^[A-Za-z_-]+/.exec(value)?.[0] ?? '-');

/** Characters that mean the same with and without percent-encoding (RFC 3986, 2.3) are compared without (RFC 9309, 2.2.2). */
const withoutNeedlessEncoding = (text: string): string =>
  text.replace(/%[2-7][0-9a-f]/gi, (encoded) => {
    const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : encoded;
  });

/**
 * The lines that count, spelled alike. Others, such as `Crawl-delay`, must not come between the lines of a group
 * (RFC 9309, 2.2.4), where the parser would end it.
 */
const rulesIn = (text: string): string =>
  text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .flatMap((line) => {
      const [name, given] = partsOf(line);
      const key = keys.get(name.trim().toLowerCase());
      const value = given.trim();
      if (key === undefined) return [];
      return [`${key}: ${key === 'User-agent' ? productTokenIn(value) : withoutNeedlessEncoding(value)}`];
    })
    .join('\n');

/**
 * True if a robots.txt allows this service an address (RFC 9309). Takes time in proportion to the rules times the
 * address: seconds of a processor for the largest ones, so that it is a reader's work.
 *
 * @param robotsUrl - where the rules stand.
 */
export const isAllowedByRobots = (robotsUrl: string, rules: string, address: string): boolean =>
  parseRobots(robotsUrl, rulesIn(rules)).isAllowed(withoutNeedlessEncoding(address), robotsProductToken) ??
  false;
