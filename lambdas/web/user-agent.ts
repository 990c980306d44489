/** That of the Chromium which the functions carry, as it names itself with a window. */
export const defaultUserAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36';

const platforms: readonly [pattern: RegExp, platform: string][] = [
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Macintosh/, 'macOS'],
  [/Linux/, 'Linux'],
];

/**
 * The client hints that belong to a Chromium's `User-Agent`: one without the other tells a browser from a client
 * that only names itself one.
 *
 * @returns header names and values in Chromium's order; `undefined` for another browser, which sends none.
 * @see https://wicg.github.io/ua-client-hints/
 */
export const clientHints = (userAgent: string): Record<string, string> | undefined => {
  const major = /\bChrome\/(\d{1,5})\b/.exec(userAgent)?.[1];
  if (major === undefined) return undefined;
  const platform = platforms.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'Unknown';
  return {
    'sec-ch-ua': `"Chromium";v="${major}", "Not_A Brand";v="24"`,
    'sec-ch-ua-mobile': /\bMobile\b/.test(userAgent) ? '?1' : '?0',
    'sec-ch-ua-platform': `"${platform}"`,
  };
};
