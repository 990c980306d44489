import type { Selector } from '../../domain/selling-site.ts';
import { checkCssGrammar } from './css-grammar.ts';
import { checkCss } from './select-css.ts';
import { checkJsonPath } from './select-json-path.ts';
import { checkRegex } from './select-regex.ts';
import { checkXPath } from './select-xpath.ts';

/** Selectors of a caller that have to compile; the browser itself looks for `WaitFor`. */
export interface CheckedSelector {
  Type: Selector['Type'] | 'WaitFor';
  Value: string;
}

const checks: Readonly<Record<CheckedSelector['Type'], (value: string) => void>> = {
  // Extensions of browsers are not supported.
  WaitFor: checkCssGrammar,
  Css: checkCss,
  XPath: checkXPath,
  JsonPath: checkJsonPath,
  Regex: checkRegex,
};

/** An error in the words of whoever wrote the selector; an engine's own may say nothing to them. */
export const reasonOf = (error: unknown): string => {
  if (error instanceof RangeError) return 'It asks for more at once than can be held; make it more direct.';
  return (error instanceof Error ? error.message : String(error)).split('\n')[0]!.slice(0, 300);
};

/** @returns why a selector cannot be used on any page; `undefined` when it can. Never throws. */
export const selectorFault = ({ Type, Value }: CheckedSelector): string | undefined => {
  try {
    checks[Type](Value);
    return undefined;
  } catch (error) {
    return reasonOf(error);
  }
};
