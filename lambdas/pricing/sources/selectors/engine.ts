import type { Selector } from '../../../domain/site/selling-site.ts';
import { checkCssGrammar } from './css-grammar.ts';
import type { SelectablePage } from './selectable-page.ts';

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

export type SelectorType = Selector['Type'];

/** Evaluates selectors of one type. */
export interface SelectorEngine {
  /** @throws Error for a selector that cannot be used on any page. */
  check(value: string): void;
  /**
   * @returns the first non-empty text on the page, or an empty string.
   * @throws Error for a selector that cannot be used.
   */
  read(page: SelectablePage, selector: Selector): string;
}

/** Loaded engines; each depends on a library. */
export type SelectorEngines = Readonly<Partial<Record<SelectorType, SelectorEngine>>>;

/** @throws TypeError if the engine was not loaded. */
export const engineOf = (engines: SelectorEngines, type: SelectorType): SelectorEngine => {
  const engine = engines[type];
  if (!engine)
    throw new TypeError(`The engine of ${type} selectors is not loaded; expected it from loadEngines.`);
  return engine;
};
