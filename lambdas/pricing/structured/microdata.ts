import type { ChildNode, Element } from 'domhandler';
import { isElement } from '../page/ancestors.ts';
import { cssPath, type Page } from '../page/page.ts';
import { itemValue } from './item-value.ts';
import { maxThings, Thing, type ThingGraph, termName } from './thing.ts';

const names = (attribute: string | undefined): string[] => (attribute ?? '').split(/\s+/).filter(Boolean);

/** Nodes that all `itemref` attributes of a page together may have walked: one element may be named by every item. */
const maxReferred = 50_000;

/**
 * Reads HTML microdata into things: nested scopes, `itemref`, several types and properties on one element.
 * Each element is visited once for its own scope.
 *
 * @see https://html.spec.whatwg.org/multipage/microdata.html
 */
export const readMicrodata = (page: Page): ThingGraph => {
  const things: Thing[] = [];
  let isCut = false;
  const byElement = new Map<Element, Thing>();
  for (const element of page.scopes) {
    if (things.length >= maxThings) {
      isCut = true;
      break;
    }
    const thing = new Thing('Microdata', names(element.attribs.itemtype).map(termName), cssPath(element));
    thing.id = element.attribs.itemid;
    thing.element = element;
    things.push(thing);
    byElement.set(element, thing);
  }
  let referred = 0;
  for (const element of page.scopes) {
    const thing = byElement.get(element);
    if (!thing) continue;
    const seen = element.attribs.itemref ? new Set<ChildNode>() : undefined;
    collect(thing, element.children, seen);
    if (seen) collectReferred(thing, element, seen);
  }
  return { things, isCut };

  function collectReferred(thing: Thing, element: Element, seen: Set<ChildNode>): void {
    for (const id of names(element.attribs.itemref)) {
      const target = page.byId.get(id);
      referred += 1;
      if (referred > maxReferred) break;
      if (target === undefined || target === element) continue;
      const before = seen.size;
      collect(thing, [target], seen, maxReferred - referred);
      referred += seen.size - before;
    }
    isCut ||= referred > maxReferred;
  }

  /** @param most - elements that are walked. */
  function collect(
    thing: Thing,
    roots: readonly ChildNode[],
    seen: Set<ChildNode> | undefined,
    most = Number.POSITIVE_INFINITY,
  ): void {
    const stack = [...roots].reverse();
    let walked = 0;
    while (stack.length > 0 && walked <= most) {
      const node = stack.pop()!;
      if (!isElement(node) || seen?.has(node)) continue;
      seen?.add(node);
      walked += 1;
      const nested = byElement.get(node);
      for (const property of names(node.attribs.itemprop)) {
        const name = termName(property);
        if (nested && nested !== thing) {
          nested.parent ??= thing;
          nested.role ??= name;
          thing.add(name, nested);
        } else if (!nested) thing.add(name, itemValue(node, name));
      }
      if (nested) continue;
      const { children } = node;
      for (let index = children.length - 1; index >= 0; index -= 1) stack.push(children[index]!);
    }
  }
};
