import { robotsProductToken } from './robots.ts';

/** The bundled Chromium's user agent with a window. */
export const defaultUserAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36';

/** The service's name and version; robots.txt uses the name. */
export const ownProduct = `${robotsProductToken}/1.0`;

/**
 * Adds the service's name to a user agent.
 *
 * @param userAgent - of a browser. Client hints are derived from it and do not change.
 * @param link - page about this deployment for shop operators. Empty: returns the user agent unchanged.
 * @returns e.g. `Mozilla/5.0 … Chrome/153.0.0.0 Safari/537.36 (compatible; scrap-prices/1.0; +https://…)`.
 */
export const withOwnName = (userAgent: string, link: string): string =>
  link === '' ? userAgent : `${userAgent} (compatible; ${ownProduct}; +${link})`;

/**
 * The user agent of the service's own calls, which imitate no browser.
 *
 * @param link - as for {@link withOwnName}.
 */
export const serviceUserAgent = (link: string): string =>
  link === '' ? ownProduct : `${ownProduct} (+${link})`;

/** `navigator.platform` by a word in the user agent; the first match counts. */
const platforms: readonly [word: RegExp, platform: string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Linux armv81'],
  [/\bWindows\b/, 'Win32'],
  [/\bMacintosh\b/, 'MacIntel'],
];

/** The platform name of a browser with this user agent. */
export const navigatorPlatform = (userAgent: string): string =>
  platforms.find(([word]) => word.test(userAgent))?.[1] ?? 'Linux x86_64';
