import type { ChildNode, Element } from 'domhandler';
import { isElement } from '../page/ancestors.ts';
import { cssPath, type Page } from '../page/page.ts';
import { itemValue } from './item-value.ts';
import { maxThings, resolveReferences, Thing, type ThingGraph, termName } from './thing.ts';

/** Properties whose value is a thing: an address there names one that is described elsewhere. */
const linking = new Set([
  'offers',
  'itemOffered',
  'priceSpecification',
  'isVariantOf',
  'hasVariant',
  'model',
]);
const declaredPrefix = /([a-z][\w-]*):\s+(\S+)/gi;

/** OpenGraph's and similar names stand in `property` too; they are no properties of a thing. */
const foreign = /^(?:og|fb|twitter|article|product|dc|dcterms|foaf|al|v):/i;

/** Prefixes that the page declares by `prefix="s: https://schema.org/"` or `xmlns:s`, and their addresses. */
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
  /** Property that the next thing below fulfils, from `rel` or a `property` without value. */
  role: string | undefined;
}

/**
 * Reads RDFa and RDFa Lite into things: `vocab`, `prefix`, `typeof`, `property`, `resource`, `about`, `rel`,
 * `content`, `rev`. Prefixes are read as the page declares them, and by their customary names (`schema:`, `gr:`).
 *
 * @see https://www.w3.org/TR/rdfa-lite/
 */
export const readRdfa = (page: Page): ThingGraph => {
  const things: Thing[] = [];
  let isCut = false;
  if (page.typed.length === 0) return { things, isCut };
  const prefixes = new Map<string, string>();
  const termOf = (name: string): string => {
    const colon = name.indexOf(':');
    const address = colon > 0 ? prefixes.get(name.slice(0, colon).toLowerCase()) : undefined;
    return termName(address === undefined ? name : `${address}${name.slice(colon + 1)}`);
  };
  const terms = (attribute: string | undefined): string[] =>
    (attribute ?? '').split(/\s+/).filter(Boolean).map(termOf);
  const scopes: Scope[] = [{ thing: undefined, role: undefined }];
  let node: ChildNode | null = page.document.firstChild;
  while (node) {
    if (isElement(node)) {
      declare(node, prefixes);
      const scope = enter(node, scopes.at(-1)!);
      if (node.firstChild && node.name !== 'script') {
        scopes.push(scope);
        node = node.firstChild;
        continue;
      }
    }
    let next: ChildNode | null = node;
    while (next && !next.nextSibling) {
      next = next.parent as ChildNode | null;
      if (isElement(next)) scopes.pop();
      else if (next) next = null;
    }
    node = next?.nextSibling ?? null;
  }
  resolveReferences(things, page.url);
  return { things, isCut };

  function refer(from: Thing, role: string, id: string, element: Element): void {
    const reference = new Thing('Rdfa', [], cssPath(element));
    reference.id = id;
    things.push(reference);
    from.add(role, reference);
  }

  function enter(element: Element, outer: Scope): Scope {
    const { attribs } = element;
    const rawProperty = attribs.property;
    const isType = attribs.typeof !== undefined;
    if (rawProperty === undefined && !isType && attribs.rel === undefined && attribs.about === undefined)
      return outer;
    const properties = terms(rawProperty);
    if (rawProperty !== undefined && foreign.test(rawProperty) && !isType && properties[0] === rawProperty)
      return outer;
    const roles = properties.length > 0 ? properties : attribs.rel && outer.thing ? terms(attribs.rel) : [];
    const identifier = attribs.about ?? attribs.resource;
    isCut ||= isType && things.length >= maxThings;
    if (isType && !isCut) {
      const thing = new Thing('Rdfa', terms(attribs.typeof), cssPath(element));
      thing.element = element;
      thing.id = identifier;
      things.push(thing);
      const role = roles[0] ?? outer.role;
      const [reverse] = terms(attribs.rev);
      if (outer.thing && reverse === 'itemOffered') outer.thing.add('offers', thing);
      else if (outer.thing && role && (attribs.about === undefined || outer.role !== undefined)) {
        thing.parent = outer.thing;
        thing.role = role;
        outer.thing.add(role, thing);
      }
      return { thing, role: undefined };
    }
    if (!outer.thing) return outer;
    if (properties.length > 0) {
      if (attribs.resource !== undefined && attribs.content === undefined) {
        for (const property of properties) refer(outer.thing, property, attribs.resource, element);
        outer.thing.add(`${properties[0]}#address`, attribs.resource);
        return outer;
      }
      for (const property of properties) {
        if (linking.has(property) && attribs.href !== undefined && attribs.content === undefined)
          refer(outer.thing, property, attribs.href, element);
        else outer.thing.add(property, itemValue(element, property));
      }
      return outer;
    }
    if (attribs.rel !== undefined) {
      const role = roles[0];
      const address = attribs.resource ?? attribs.href;
      if (role && address !== undefined) {
        if (linking.has(role)) refer(outer.thing, role, address, element);
        else outer.thing.add(role, address);
      }
      return { thing: outer.thing, role };
    }
    return outer;
  }
};
