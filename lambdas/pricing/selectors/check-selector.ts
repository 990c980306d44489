import type { Selector } from '../../domain/selling-site.ts';
import { compileCost, compileRegex } from './match-regex.ts';
import { checkCss, checkCssSyntax } from './select-css.ts';
import { checkJsonPath } from './select-json-path.ts';
import { checkXPath } from './select-xpath.ts';

/** What a caller writes that has to compile; what is waited for, the browser itself looks for. */
export interface CheckedSelector {
  Type: Selector['Type'] | 'WaitFor';
  Value: string;
}

const checks: Readonly<Record<CheckedSelector['Type'], (value: string) => void>> = {
  WaitFor: checkCssSyntax,
  Css: checkCss,
  XPath: checkXPath,
  JsonPath: checkJsonPath,
  Regex: compileRegex,
};

/** @returns why a selector cannot be used on any page; `undefined` when it can. Bounded in time, never throws. */
export const selectorFault = ({ Type, Value }: CheckedSelector): string | undefined => {
  try {
    checks[Type](Value);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message.split('\n')[0]!.slice(0, 300) : String(error);
  }
};

/** What {@link selectorFault} costs, in units of about a microsecond, without doing it. */
export const selectorCheckCost = ({ Type, Value }: CheckedSelector): number =>
  20 + (Type === 'Regex' ? (compileCost(Value) ?? 0) : 2 * Value.length);
