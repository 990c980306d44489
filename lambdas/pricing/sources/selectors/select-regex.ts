import { RE2JS } from 're2js';
import type { SelectorEngine } from './engine.ts';
import { collapse } from './selectable-page.ts';

/** The first group of the first match, or the whole match without groups; empty if there is none. */
export const firstMatch = (pattern: string, text: string): string => {
  const matcher = RE2JS.compile(pattern).matcher(text);
  if (!matcher.find()) return '';
  return (matcher.groupCount() > 0 ? matcher.group(1) : matcher.group()) ?? '';
};

export const engine: SelectorEngine = {
  check: (pattern) => {
    RE2JS.compile(pattern);
  },
  read: ({ html }, { Value }) => collapse(firstMatch(Value, html)),
};
