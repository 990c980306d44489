import { compile, type Options, selectAll } from 'css-select';
import { type AnyNode, type Document, type Element, isTag } from 'domhandler';
import * as DomUtils from 'domutils';
import { checkCssGrammar, withoutComments } from './css-grammar.ts';
import type { SelectorBudget } from './selector-budget.ts';

/** All text within, in document order; each node on the way is paid for. */
const textOf = (node: AnyNode | AnyNode[], budget: SelectorBudget): string => {
  const texts: string[] = [];
  const stack: AnyNode[] = Array.isArray(node) ? node.toReversed() : [node];
  while (stack.length > 0) {
    const each = stack.pop()!;
    budget.spend();
    if (each.type === 'text') {
      budget.spendText(each.data.length);
      texts.push(each.data);
    } else if ('children' in each)
      for (let index = each.children.length - 1; index >= 0; index -= 1) stack.push(each.children[index]!);
  }
  return texts.join('');
};

const adapterWith = (budget: SelectorBudget): NonNullable<Options<AnyNode, Element>['adapter']> => ({
  isTag,
  getAttributeValue: (element, name) => {
    budget.spend();
    return DomUtils.getAttributeValue(element, name);
  },
  hasAttrib: (element, name) => {
    budget.spend();
    return DomUtils.hasAttrib(element, name);
  },
  getName: (element) => {
    budget.spend();
    return DomUtils.getName(element);
  },
  getChildren: (node) => {
    const children = DomUtils.getChildren(node);
    budget.spend(1 + children.length);
    return children;
  },
  getParent: (element) => {
    budget.spend();
    return DomUtils.getParent(element);
  },
  getSiblings: (node) => {
    const siblings = DomUtils.getSiblings(node);
    budget.spend(1 + siblings.length);
    return siblings;
  },
  prevElementSibling: (node) => {
    budget.spend();
    return DomUtils.prevElementSibling(node);
  },
  getText: (node) => textOf(node, budget),
  removeSubsets: DomUtils.removeSubsets,
});

/** How deep parentheses stand in each other: the time of compiling grows with the square of it. */
const maxNesting = 20;

/** @throws when the selector nests too deeply to be compiled. */
const checkNesting = (selector: string): void => {
  let depth = 0;
  for (const character of selector) {
    if (character === '(') depth += 1;
    else if (character === ')') depth -= 1;
    if (depth > maxNesting) throw new Error(`More than ${maxNesting} parentheses stand in each other.`);
  }
};

/** @throws when the selector breaks the grammar of CSS; what a browser knows beyond ours is not asked. */
export const checkCssSyntax = (selector: string): void => {
  checkNesting(selector);
  checkCssGrammar(selector);
};

/** @throws when the selector is no CSS. */
export const checkCss = (selector: string): void => {
  checkCssSyntax(selector);
  compile(withoutComments(selector));
};

/** @throws when the selector is no CSS or the budget is spent. */
export const selectCss = (document: Document, selector: string, budget: SelectorBudget): Element[] => {
  checkNesting(selector);
  return selectAll<AnyNode, Element>(withoutComments(selector), document, { adapter: adapterWith(budget) });
};
