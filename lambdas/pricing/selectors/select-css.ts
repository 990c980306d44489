import { compile, selectAll } from 'css-select';
import type { AnyNode, Document, Element } from 'domhandler';
import { checkCssGrammar, withoutComments } from './css-grammar.ts';

/** @throws when the selector is no CSS, or none that a page's markup answers. */
export const checkCss = (selector: string): void => {
  checkCssGrammar(selector);
  compile(withoutComments(selector));
};

/** @throws when the selector is no CSS. */
export const selectCss = (document: Document, selector: string): Element[] =>
  selectAll<AnyNode, Element>(withoutComments(selector), document);
