import type { Selector } from '../../domain/selling-site.ts';
import type { SelectablePage } from './selectable-page.ts';

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
