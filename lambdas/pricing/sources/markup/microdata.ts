import type { ChildNode, Element } from 'domhandler';
import { shownTextOf } from '../../page/element-text.ts';
import { cssPath, type Page } from '../../page/page.ts';
import { isElement } from '../../page/walk.ts';
import { maxThings, Thing, type ThingGraph, termName } from './thing.ts';

/** Properties whose value is a URL if the element has one. */
const addressed = new Set([
  'url',
  'image',
  'availability',
  'itemCondition',
  'sameAs',
  'logo',
  'category',
  'itemtype',
  'thumbnailUrl',
  'priceType',
]);
/** Attributes with the value of some elements. */
const valueAttributes: Readonly<Record<string, string>> = {
  audio: 'src',
  embed: 'src',
  iframe: 'src',
  img: 'src',
  source: 'src',
  track: 'src',
  video: 'src',
  object: 'data',
  data: 'value',
  meter: 'value',
  input: 'value',
  time: 'datetime',
};
const maxText = 2_000;

/**
 * The value of an element with a property, by the rules of HTML microdata and RDFa Lite, extended for common
 * usage: `content` on any element, a URL for `availability`, link text for `name` and the like.
 *
 * @see https://html.spec.whatwg.org/multipage/microdata.html#values
 */
export const itemValue = (element: Element, property: string): string => {
  const { name, attribs } = element;
  if (attribs.content !== undefined && (attribs.content !== '' || name === 'meta')) return attribs.content;
  if (name === 'meta') return attribs.value ?? '';
  const isAddress = name === 'link' || addressed.has(property);
  return (
    (isAddress ? (attribs.href ?? attribs.src ?? attribs.resource) : undefined) ??
    attribs[valueAttributes[name] ?? ''] ??
    shownTextOf(element, maxText).slice(0, maxText)
  );
};

const names = (attribute: string | undefined): string[] => (attribute ?? '').split(/\s+/).filter(Boolean);

/** Most nodes traversed for a page's `itemref` attributes: every item may reference the same element. */
const maxReferred = 50_000;

/**
 * Reads HTML microdata into things: nested scopes, `itemref`, several types and properties on one element.
 * Visits each element once for its own scope.
 *
 * @see https://html.spec.whatwg.org/multipage/microdata.html
 */
export const readMicrodata = (page: Page): ThingGraph => {
  const scopes = page.scopes.slice(0, maxThings);
  const byElement = new Map(
    scopes.map((element) => {
      const thing = new Thing('Microdata', names(element.attribs.itemtype).map(termName), cssPath(element));
      thing.id = element.attribs.itemid;
      thing.element = element;
      return [element, thing] as const;
    }),
  );
  let referred = 0;
  for (const [element, thing] of byElement) {
    const seen = element.attribs.itemref ? new Set<ChildNode>() : undefined;
    collect(thing, element.children, byElement, seen);
    for (const id of names(element.attribs.itemref)) {
      referred += 1;
      if (referred > maxReferred) break;
      const target = page.byId.get(id);
      if (target !== undefined && target !== element)
        referred += collect(thing, [target], byElement, seen, maxReferred - referred);
    }
  }
  return {
    things: [...byElement.values()],
    isCut: page.scopes.length > scopes.length || referred > maxReferred,
  };
};

const takeProperty = (thing: Thing, name: string, element: Element, nested: Thing | undefined): void => {
  if (!nested) thing.add(name, itemValue(element, name));
  else if (nested !== thing) {
    nested.parent ??= thing;
    nested.role ??= name;
    thing.add(name, nested);
  }
};

/**
 * Collects the properties of a thing from some nodes and their descendants.
 *
 * @param seen - nodes to skip; visited ones are added.
 * @param most - elements visited at most.
 * @returns the number of elements visited.
 */
const collect = (
  thing: Thing,
  roots: readonly ChildNode[],
  byElement: ReadonlyMap<Element, Thing>,
  seen: Set<ChildNode> | undefined,
  most = Number.POSITIVE_INFINITY,
): number => {
  const stack = roots.toReversed();
  let walked = 0;
  while (stack.length > 0 && walked <= most) {
    const node = stack.pop()!;
    if (!isElement(node) || seen?.has(node)) continue;
    seen?.add(node);
    walked += 1;
    const nested = byElement.get(node);
    for (const property of names(node.attribs.itemprop))
      takeProperty(thing, termName(property), node, nested);
    if (!nested) for (const child of node.children.toReversed()) stack.push(child);
  }
  return walked;
};
