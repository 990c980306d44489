import type { Selector } from '../../domain/selling-site.ts';
import { reasonOf } from './check-selector.ts';
import { engineOf, type SelectorEngines } from './engine.ts';
import type { SelectablePage } from './selectable-page.ts';

export interface SelectorMatch {
  /** The text that was selected, white space collapsed. Never empty. */
  raw: string;
  /** Kind and value of the selector that gave it, e.g. `Css .price`. */
  path: string;
}

/** A selector that cannot be used: no valid expression, or too costly for the page. */
export interface SelectorProblem {
  selector: Selector;
  /** The fault and its remedy, for the caller who wrote it. */
  message: string;
}

export interface SelectorsResult {
  match: SelectorMatch | undefined;
  problems: readonly SelectorProblem[];
}

/** Runs work, and throws an Error whose message is for the caller when it takes longer than it may. */
export type RunBounded = <T>(work: () => T) => T;

/**
 * Applies a caller's selectors in order, until one gives a text that is not empty.
 *
 * `Css` and `XPath` (1.0) give the element's text, or its `Attribute`; `JsonPath` (RFC 9535) the first string or
 * number in the page's embedded JSON; `Regex` (RE2 syntax, linear time) the first group, or the whole match when
 * it has none, in the page's source.
 *
 * A selector that fails is reported in `problems`, and the next one is tried.
 *
 * @param engines - of the types of all selectors.
 * @param bounded - runs each of them; a site's selectors have one budget of time, and it ends what would hang.
 * @throws TypeError for a selector whose engine is not given.
 */
export const applySelectors = (
  page: SelectablePage,
  selectors: readonly Selector[],
  engines: SelectorEngines,
  bounded: RunBounded = (work) => work(),
): SelectorsResult => {
  const problems: SelectorProblem[] = [];
  for (const selector of selectors) {
    const engine = engineOf(engines, selector.Type);
    try {
      const raw = bounded(() => engine.read(page, selector));
      if (raw !== '') return { match: { raw, path: `${selector.Type} ${selector.Value}` }, problems };
    } catch (error) {
      const reason = reasonOf(error);
      problems.push({
        selector,
        message: `The ${selector.Type} selector "${selector.Value}" cannot be used: ${reason}`,
      });
    }
  }
  return { match: undefined, problems };
};
