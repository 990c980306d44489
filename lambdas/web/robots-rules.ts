import robotsParser from 'robots-parser';
import { robotsProductToken } from './robots.ts';

type Robots = { isAllowed(url: string, userAgent?: string): boolean | undefined };

// The package is CommonJS, but its types declare an ES module.
const parseRobots = robotsParser as unknown as (url: string, text: string) => Robots;

/** Recognised keys, including misspellings that crawlers tolerate. */
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

/** Key and value of a line. Like crawlers, accepts two words without a colon. */
const partsOf = (line: string): [key: string, value: string] => {
  const [text = ''] = line.split('#', 1);
  const colon = text.indexOf(':');
  if (colon >= 0) return [text.slice(0, colon), text.slice(colon + 1)];
  const words = text.trim().split(/\s+/, 3);
  return words.length === 2 ? [words[0]!, words[1]!] : ['', ''];
};

/** The product token in a `User-agent` line, without a version or other text (RFC 9309, 2.2.1). */
const productTokenIn = (value: string): string =>
  /^\*(?:\s|$)/.test(value) ? '*' : (/^[A-Za-z_-]+/.exec(value)?.[0] ?? '-');

/** Decodes percent-encoded unreserved characters (RFC 3986, 2.3) before comparison (RFC 9309, 2.2.2). */
const withoutNeedlessEncoding = (text: string): string =>
  text.replace(/%[2-7][0-9a-f]/gi, (encoded) => {
    const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : encoded;
  });

/**
 * Normalizes recognised lines and drops others, such as `Crawl-delay`: they must not end a group (RFC 9309,
 * 2.2.4), but in this parser they would.
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
 * True if a robots.txt allows this service to fetch an address (RFC 9309). Takes time proportional to the
 * rules times the address, up to seconds, so run it in a reader.
 *
 * @param robotsUrl - address of the robots.txt.
 */
export const isAllowedByRobots = (robotsUrl: string, rules: string, address: string): boolean =>
  parseRobots(robotsUrl, rulesIn(rules)).isAllowed(withoutNeedlessEncoding(address), robotsProductToken) ??
  false;
