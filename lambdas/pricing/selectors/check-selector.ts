import type { Selector } from '../../domain/selling-site.ts';
import { checkCssGrammar } from './css-grammar.ts';
import { engineOf, type SelectorEngines } from './engine.ts';

/** A caller's selector that has to compile; `WaitFor` is evaluated by the browser. */
export interface CheckedSelector {
  Type: Selector['Type'] | 'WaitFor';
  Value: string;
}

/** Rewords an error for the selector's author; an engine's own message may be meaningless to them. */
export const reasonOf = (error: unknown): string => {
  if (error instanceof RangeError) return 'It asks for more at once than can be held; make it more direct.';
  return (error instanceof Error ? error.message : String(error)).split('\n')[0]!.slice(0, 300);
};

/**
 * @param engines - must contain the selector's; `WaitFor` needs none, since browser extensions of CSS are not
 *   supported.
 * @returns why a selector cannot be used on any page; `undefined` if it can.
 * @throws TypeError if its engine is missing.
 */
export const selectorFault = (
  { Type, Value }: CheckedSelector,
  engines: SelectorEngines,
): string | undefined => {
  const check = Type === 'WaitFor' ? checkCssGrammar : engineOf(engines, Type).check;
  try {
    check(Value);
    return undefined;
  } catch (error) {
    return reasonOf(error);
  }
};
