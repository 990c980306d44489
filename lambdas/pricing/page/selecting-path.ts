import { compile } from 'css-select';
import { type AnyNode, type Element, hasChildren, isTag } from 'domhandler';
import { cssPath } from './page.ts';
import { elementsWithin } from './walk.ts';

/** Steps that keep their classes: names survive page changes better than positions. */
const namedSteps = 4;
const plainName = /^[a-z][a-z\d-]*$/;
const plainClass = /^-?[A-Za-z_][\w-]*$/;

const topOf = (element: Element): AnyNode => {
  let top: AnyNode = element;
  while (top.parent) top = top.parent;
  return top;
};

/** @param selector - must end with the element's tag name: only such elements are tested. */
const selects = (selector: string, element: Element): boolean => {
  try {
    const isSelected = compile<AnyNode, Element>(selector);
    const top = topOf(element);
    const alike = elementsWithin(hasChildren(top) ? top.children : []).filter(
      ({ name }) => name === element.name,
    );
    return alike.find(isSelected) === element;
  } catch {
    // Names on a page may be invalid in CSS.
    return false;
  }
};

const stepOf = (element: Element, isNamed: boolean): string => {
  const siblings = (element.parent?.children ?? []).filter(isTag);
  if (!plainName.test(element.name)) return `*:nth-child(${siblings.indexOf(element) + 1})`;
  const classes = (element.attribs.class ?? '').split(/\s+/).filter((name) => plainClass.test(name));
  const step = [element.name, ...(isNamed ? classes.slice(0, 2) : [])].join('.');
  const alike = siblings.filter(({ name }) => name === element.name);
  return alike.length > 1 ? `${step}:nth-of-type(${alike.indexOf(element) + 1})` : step;
};

/** A path from the root or an id, with each step's position among its siblings. */
const placedPath = (element: Element): string => {
  const steps: string[] = [];
  for (let node: Element | null = element; node; ) {
    const { id } = node.attribs;
    if (id && plainClass.test(id) && plainName.test(node.name) && selects(`${node.name}#${id}`, node)) {
      steps.unshift(`${node.name}#${id}`);
      break;
    }
    steps.unshift(stepOf(node, steps.length < namedSteps));
    node = node.parent && isTag(node.parent) ? node.parent : null;
  }
  return steps.join(' > ');
};

/**
 * A CSS selector for an element that a person may choose: it matches this element first. Equals {@link
 * cssPath} if that does so, and otherwise includes each step's position.
 */
export const selectingPath = (element: Element): string => {
  const path = cssPath(element);
  return selects(path, element) ? path : placedPath(element);
};
