import type { Selector } from '../../../domain/site/selling-site.ts';
import { engineOf, reasonOf, type SelectorEngines } from './engine.ts';
import type { SelectablePage } from './selectable-page.ts';

export interface SelectorMatch {
  /** The selected text with white space collapsed, never empty. */
  raw: string;
  /** Type and value of the matching selector, e.g. `Css .price`. */
  path: string;
}

/** A selector that cannot be used: invalid, or too costly for the page. */
export interface SelectorProblem {
  selector: Selector;
  /** The error and its remedy, for the caller. */
  message: string;
}

export interface SelectorsResult {
  match: SelectorMatch | undefined;
  problems: readonly SelectorProblem[];
}

/** Runs work with a time limit, and throws an Error with a message for the caller when exceeded. */
export type RunBounded = <T>(work: () => T) => T;

/**
 * Applies a caller's selectors in order, until one yields a non-empty text.
 *
 * `Css` and `XPath` (1.0) yield the element's text, or its `Attribute`; `JsonPath` (RFC 9535) the first
 * string or number in the page's embedded JSON; `Regex` (RE2 syntax, linear time) the first group, or the
 * whole match without groups, in the page's source.
 *
 * Failing selectors are reported in `problems`, and the next one is tried.
 *
 * @param engines - for the types of all selectors.
 * @param bounded - runs each selector; a site's selectors share one time budget.
 * @throws TypeError for a selector whose engine is missing.
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
