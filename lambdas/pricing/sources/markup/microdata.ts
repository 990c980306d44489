import type { ChildNode, Element } from 'domhandler';
import { shownTextOf } from '../../page/element-text.ts';
import { cssPath, type Page } from '../../page/page.ts';
import { isElement, walkNodes } from '../../page/walk.ts';
import { maxThings, resolveReferences, Thing, type ThingGraph, termName } from './thing.ts';

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

/** Properties whose value is a thing: a URL references one described elsewhere. */
const linking = new Set([
  'offers',
  'itemOffered',
  'priceSpecification',
  'isVariantOf',
  'hasVariant',
  'model',
]);
const declaredPrefix = /([a-z][\w-]*):\s+(\S+)/gi;

/** Names of OpenGraph and others, which also use `property` but are no properties of a thing. */
const foreign = /^(?:og|fb|twitter|article|product|dc|dcterms|foaf|al|v):/i;

/** Records prefixes declared by `prefix="s: https://schema.org/"` or `xmlns:s`. */
const declare = ({ attribs }: Element, prefixes: Map<string, string>): void => {
  for (const name in attribs) {
    if (name.startsWith('xmlns:')) prefixes.set(name.slice(6), attribs[name]!);
    else if (name === 'prefix')
      for (const [, prefix, address] of attribs[name]!.slice(0, 2_000).matchAll(declaredPrefix))
        prefixes.set(prefix!.toLowerCase(), address!);
  }
};

interface Scope {
  thing: Thing | undefined;
  /** Property of the next nested thing, from `rel` or a `property` without value. */
  role: string | undefined;
}

class RdfaReader {
  readonly things: Thing[] = [];
  isCut = false;
  private readonly prefixes = new Map<string, string>();

  private readonly scopes: Scope[] = [{ thing: undefined, role: undefined }];

  walk(document: Page['document']): void {
    const enter = (node: ChildNode): boolean => {
      if (!isElement(node)) return false;
      declare(node, this.prefixes);
      this.scopes.push(this.enter(node, this.scopes.at(-1)!));
      return node.name !== 'script';
    };
    walkNodes(document, enter, () => this.scopes.pop());
  }

  private termOf(name: string): string {
    const colon = name.indexOf(':');
    const address = colon > 0 ? this.prefixes.get(name.slice(0, colon).toLowerCase()) : undefined;
    return termName(address === undefined ? name : `${address}${name.slice(colon + 1)}`);
  }

  private terms(attribute: string | undefined): string[] {
    return (attribute ?? '')
      .split(/\s+/)
      .filter(Boolean)
      .map((name) => this.termOf(name));
  }

  /** Adds a reference to a thing described elsewhere. */
  private refer(from: Thing, role: string, id: string, element: Element): void {
    const reference = new Thing('Rdfa', [], cssPath(element));
    reference.id = id;
    this.things.push(reference);
    from.add(role, reference);
  }

  /** @returns the scope of the element's content. */
  private enter(element: Element, outer: Scope): Scope {
    const { property, rel, typeof: type } = element.attribs;
    if (property === undefined && type === undefined && rel === undefined) return outer;
    const properties = this.terms(property);
    if (type === undefined && property !== undefined && foreign.test(property) && properties[0] === property)
      return outer;
    this.isCut ||= type !== undefined && this.things.length >= maxThings;
    if (type !== undefined && !this.isCut) return this.enterThing(element, outer, properties);
    if (!outer.thing) return outer;
    if (properties.length > 0) {
      this.takeProperties(element, outer.thing, properties);
      return outer;
    }
    return rel === undefined ? outer : this.enterRelation(element, outer.thing);
  }

  private enterThing(element: Element, outer: Scope, properties: readonly string[]): Scope {
    const { about, resource, rel, rev } = element.attribs;
    const thing = new Thing('Rdfa', this.terms(element.attribs.typeof), cssPath(element));
    thing.element = element;
    thing.id = about ?? resource;
    this.things.push(thing);
    const role = properties[0] ?? (outer.thing ? this.terms(rel)[0] : undefined) ?? outer.role;
    if (outer.thing && this.terms(rev)[0] === 'itemOffered') outer.thing.add('offers', thing);
    else if (outer.thing && role && (about === undefined || outer.role !== undefined)) {
      thing.parent = outer.thing;
      thing.role = role;
      outer.thing.add(role, thing);
    }
    return { thing, role: undefined };
  }

  private takeProperties(element: Element, thing: Thing, properties: readonly string[]): void {
    const { content, href, resource } = element.attribs;
    if (resource !== undefined && content === undefined) thing.add(`${properties[0]}#address`, resource);
    for (const property of properties) {
      const id = content === undefined ? (resource ?? (linking.has(property) ? href : undefined)) : undefined;
      if (id === undefined) thing.add(property, itemValue(element, property));
      else this.refer(thing, property, id, element);
    }
  }

  private enterRelation(element: Element, thing: Thing): Scope {
    const [role] = this.terms(element.attribs.rel);
    const address = element.attribs.resource ?? element.attribs.href;
    if (role && address !== undefined) {
      if (linking.has(role)) this.refer(thing, role, address, element);
      else thing.add(role, address);
    }
    return { thing, role };
  }
}

/**
 * Reads RDFa and RDFa Lite into things: `vocab`, `prefix`, `typeof`, `property`, `resource`, `about`, `rel`,
 * `content`, `rev`. Supports declared and customary prefixes (`schema:`, `gr:`).
 *
 * @see https://www.w3.org/TR/rdfa-lite/
 */
export const readRdfa = (page: Page): ThingGraph => {
  const reader = new RdfaReader();
  if (page.typed.length > 0) reader.walk(page.document);
  resolveReferences(reader.things, page.url);
  return { things: reader.things, isCut: reader.isCut };
};
