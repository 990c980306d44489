import type { ChildNode, Element } from 'domhandler';
import { cssPath, type Page } from '../page/page.ts';
import { itemValue } from './item-value.ts';
import { maxThings, resolveReferences, Thing, type ThingGraph, termName } from './thing.ts';

const terms = (attribute: string | undefined): string[] =>
  (attribute ?? '').split(/\s+/).filter(Boolean).map(termName);

/** OpenGraph's and similar names stand in `property` too; they are no properties of a thing. */
const foreign = /^(?:og|fb|twitter|article|product|dc|dcterms|foaf|al|v):/i;

interface Scope {
  thing: Thing | undefined;
  /** Property that the next thing below fulfils, from `rel` or a `property` without value. */
  role: string | undefined;
}

/**
 * Reads RDFa and RDFa Lite into things: `vocab`, `prefix`, `typeof`, `property`, `resource`, `about`, `rel`,
 * `content`. Prefixes are read by their customary names (`schema:`, `gr:`) and full addresses.
 *
 * @see https://www.w3.org/TR/rdfa-lite/
 */
export const readRdfa = (page: Page): ThingGraph => {
  const things: Thing[] = [];
  if (page.typed.length === 0) return { things };
  const scopes: Scope[] = [{ thing: undefined, role: undefined }];
  let node: ChildNode | null = page.document.firstChild;
  while (node) {
    if ('attribs' in node) {
      const scope = enter(node as Element, scopes.at(-1)!);
      if (node.firstChild && (node as Element).name !== 'script') {
        scopes.push(scope);
        node = node.firstChild;
        continue;
      }
    }
    let next: ChildNode | null = node;
    while (next && !next.nextSibling) {
      next = next.parent as ChildNode | null;
      if (next && 'attribs' in next) scopes.pop();
      else if (next) next = null;
    }
    node = next?.nextSibling ?? null;
  }
  resolveReferences(things);
  return { things };

  function enter(element: Element, outer: Scope): Scope {
    const { attribs } = element;
    const rawProperty = attribs.property;
    const isType = attribs.typeof !== undefined;
    if (rawProperty === undefined && !isType && attribs.rel === undefined && attribs.about === undefined)
      return outer;
    if (rawProperty !== undefined && foreign.test(rawProperty) && !isType) return outer;
    const properties = terms(rawProperty);
    const roles = properties.length > 0 ? properties : attribs.rel && outer.thing ? terms(attribs.rel) : [];
    const identifier = attribs.about ?? attribs.resource;
    if (isType && things.length < maxThings) {
      const thing = new Thing('Rdfa', terms(attribs.typeof), cssPath(element));
      thing.element = element;
      thing.id = identifier;
      things.push(thing);
      const role = roles[0] ?? outer.role;
      if (outer.thing && role && attribs.about === undefined) {
        thing.parent = outer.thing;
        thing.role = role;
        outer.thing.add(role, thing);
      }
      return { thing, role: undefined };
    }
    if (!outer.thing) return outer;
    if (properties.length > 0) {
      if (attribs.resource !== undefined && attribs.content === undefined) {
        const reference = new Thing('Rdfa', [], cssPath(element));
        reference.id = attribs.resource;
        things.push(reference);
        for (const property of properties) outer.thing.add(property, reference);
        outer.thing.add(`${properties[0]}#address`, attribs.resource);
        return outer;
      }
      for (const property of properties) outer.thing.add(property, itemValue(element, property));
      return outer;
    }
    if (attribs.rel !== undefined) {
      const role = roles[0];
      const address = attribs.resource ?? attribs.href;
      if (role && address !== undefined) outer.thing.add(role, address);
      return { thing: outer.thing, role };
    }
    return outer;
  }
};
