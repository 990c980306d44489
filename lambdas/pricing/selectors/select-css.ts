import { type Options, selectAll } from 'css-select';
import { type AnyNode, type Document, type Element, isTag } from 'domhandler';
import * as DomUtils from 'domutils';
import type { StepBudget } from './step-budget.ts';

const adapterWith = (budget: StepBudget): NonNullable<Options<AnyNode, Element>['adapter']> => ({
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
  getText: (node) => {
    const text = DomUtils.getText(node);
    budget.spend(1 + text.length / 10);
    return text;
  },
  removeSubsets: DomUtils.removeSubsets,
});

/** @throws when the selector is no CSS or the budget is spent. */
export const selectCss = (document: Document, selector: string, budget: StepBudget): Element[] =>
  selectAll<AnyNode, Element>(selector, document, { adapter: adapterWith(budget) });
