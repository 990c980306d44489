import type { Selector } from '../../domain/selling-site.ts';
import { checkCssGrammar } from './css-grammar.ts';
import { engineOf, type SelectorEngines } from './engine.ts';

/** Selectors of a caller that have to compile; the browser itself looks for `WaitFor`. */
export interface CheckedSelector {
  Type: Selector['Type'] | 'WaitFor';
  Value: string;
}

/** An error in the words of whoever wrote the selector; an engine's own may say nothing to them. */
export const reasonOf = (error: unknown): string => {
  if (error instanceof RangeError) return 'It asks for more at once than can be held; make it more direct.';
  return (error instanceof Error ? error.message : String(error)).split('\n')[0]!.slice(0, 300);
};

/**
 * @param engines - that of the selector among them; `WaitFor` needs none, since extensions of browsers are not supported.
 * @returns why a selector cannot be used on any page; `undefined` when it can.
 * @throws TypeError when its engine is not given.
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
