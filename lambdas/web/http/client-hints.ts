const greaseCharacters = [' ', '(', ':', '-', '.', '/', ')', ';', '=', '?', '_'];
const greaseVersions = ['8', '99', '24'];

const platformOf = (userAgent: string): string =>
  /Windows/.test(userAgent)
    ? 'Windows'
    : /Android/.test(userAgent)
      ? 'Android'
      : /Macintosh/.test(userAgent)
        ? 'macOS'
        : 'Linux';

/**
 * The low-entropy client hints that Chromium sends with a user agent, as header values; `undefined` for a
 * user agent that is not Chromium's, which sends none.
 *
 * The invented brand and its position are derived from the major version.
 *
 * @see
 *   https://source.chromium.org/chromium/chromium/src/+/main:components/embedder_support/user_agent_utils.cc
 */
export const clientHints = (
  userAgent: string,
): { 'sec-ch-ua': string; 'sec-ch-ua-mobile': string; 'sec-ch-ua-platform': string } | undefined => {
  const major = /\bChrome\/(\d+)/.exec(userAgent)?.[1];
  if (major === undefined) return undefined;
  const seed = Number(major);
  const pick = <T>(values: readonly T[], index: number): T => values[index % values.length]!;
  const invented = `"Not${pick(greaseCharacters, seed)}A${pick(greaseCharacters, seed + 1)}Brand";v="${pick(greaseVersions, seed)}"`;
  const chromium = `"Chromium";v="${major}"`;
  return {
    'sec-ch-ua': (seed % 2 === 0 ? [invented, chromium] : [chromium, invented]).join(', '),
    'sec-ch-ua-mobile': /\bMobile\b/.test(userAgent) ? '?1' : '?0',
    'sec-ch-ua-platform': `"${platformOf(userAgent)}"`,
  };
};
