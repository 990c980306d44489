import { compile, selectAll } from 'css-select';
import type { AnyNode, Document, Element } from 'domhandler';
import { checkCssGrammar, withoutComments } from './css-grammar.ts';
import type { SelectorEngine } from './engine.ts';
import { firstText, textOf } from './selectable-page.ts';

/** @throws Error if the selector is invalid. */
export const selectCss = (document: Document, selector: string): Element[] =>
  selectAll<AnyNode, Element>(withoutComments(selector), document);

export const engine: SelectorEngine = {
  check: (selector) => {
    checkCssGrammar(selector);
    compile(withoutComments(selector));
  },
  read: ({ document }, { Value, Attribute }) =>
    firstText(selectCss(document, Value), (element) => textOf(element, Attribute)),
};
