import type { Selector } from '../../domain/selling-site.ts';
import type { SelectablePage } from './selectable-page.ts';

export type SelectorType = Selector['Type'];

/** Selectors of one type. */
export interface SelectorEngine {
  /** @throws Error for a selector that cannot be used on any page. */
  check(value: string): void;
  /**
   * @returns the first text on the page that is not empty, or empty.
   * @throws Error for a selector that cannot be used.
   */
  read(page: SelectablePage, selector: Selector): string;
}

/** Those that are loaded; each has a library of its own. */
export type SelectorEngines = Readonly<Partial<Record<SelectorType, SelectorEngine>>>;

/** @throws TypeError for one that was not loaded. */
export const engineOf = (engines: SelectorEngines, type: SelectorType): SelectorEngine => {
  const engine = engines[type];
  if (!engine)
    throw new TypeError(`The engine of ${type} selectors is not loaded; expected it from loadEngines.`);
  return engine;
};
