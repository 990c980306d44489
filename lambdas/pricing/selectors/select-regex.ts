import { RE2JS } from 're2js';

/** @throws Error when the pattern is no regular expression in RE2's syntax. */
export const checkRegex = (pattern: string): void => {
  RE2JS.compile(pattern);
};

/** The first group of the first match, or all of the match where the pattern has no group; else empty. */
export const firstMatch = (pattern: string, text: string): string => {
  const matcher = RE2JS.compile(pattern).matcher(text);
  if (!matcher.find()) return '';
  return (matcher.groupCount() > 0 ? matcher.group(1) : matcher.group()) ?? '';
};
