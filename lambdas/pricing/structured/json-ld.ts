import { decodeHTML } from 'entities';
import type { Page } from '../page/page.ts';
import {
  isJsonObject,
  JsonName,
  JsonNumber,
  type JsonObject,
  type JsonValue,
  parseLooseJson,
} from './loose-json.ts';
import { maxThings, resolveReferences, Thing, type ThingGraph, type ThingValue, termName } from './thing.ts';

const ldType = /^application\/(?:ld\+json|json\+ld|ld-json)$/;

const entityInText = /&(?:[a-z]{2,8}|#\d{2,6}|#x[\da-f]{2,6});/i;
const decoded = (text: string): string =>
  text.includes('&') && entityInText.test(text) ? decodeHTML(text) : text;

/** Most of a text that stands before its first bracket: `var ld = {…}`. */
const maxLead = 200;
/** Texts in texts, each a value of the one around. */
const maxNesting = 3;

/** What template engines and editors do to JSON: entities, once or twice, typographer's quotes, line breaks as tags. */
const withPlainQuotes = (source: string): string => {
  let text = source;
  for (
    let round = 0;
    round < 2 && !text.includes('"') && /&(?:amp;)?(?:quot|#34|#x22);/i.test(text);
    round += 1
  )
    text = decodeHTML(text);
  if (/[{,[]\s*[“”„]/.test(text)) text = text.replace(/[“”„]/g, '"');
  return /<(?:p|br)\s?\/?>/i.test(text) ? text.replace(/<\/?(?:p|br)\s?\/?>/gi, ' ') : text;
};

/** All values of one script; several JSON texts in a row are read one after the other. */
const readScript = (source: string, depth = 0): JsonValue[] => {
  const read = (text: string, innerQuotes: boolean): JsonValue[] => {
    const values: JsonValue[] = [];
    let at = 0;
    while (at < text.length) {
      const parsed = parseLooseJson(text, at, { innerQuotes });
      if (!parsed) break;
      if (isJsonObject(parsed.value) || Array.isArray(parsed.value)) values.push(parsed.value);
      else if (typeof parsed.value === 'string' && depth < maxNesting && /^\s*[[{]/.test(parsed.value))
        values.push(...readScript(parsed.value, depth + 1));
      at = parsed.end;
      while (at < text.length && (text[at] === ';' || text[at] === ',')) at += 1;
    }
    return values;
  };
  try {
    JSON.parse(source);
  } catch {
    const text = withPlainQuotes(source);
    const values = read(text, true);
    if (values.length > 0) return values;
    const opening = text.slice(0, maxLead).search(/[[{]/);
    return opening > 0 ? read(text.slice(opening), true) : [];
  }
  return read(source, false);
};

const typeNames = (value: JsonValue | undefined): string[] => {
  const list = Array.isArray(value) ? value : [value];
  return list.filter((each): each is string => typeof each === 'string').map(termName);
};

/** Names that the document's own `@context` gives to schema.org, as a prefix, and to its terms. */
const ownNames = (context: JsonValue | undefined, found: Map<string, string>): void => {
  for (const entry of Array.isArray(context) ? context : [context]) {
    if (!isJsonObject(entry)) continue;
    for (const [key, value] of Object.entries(entry)) {
      const address = isJsonObject(value) ? value['@id'] : value;
      if (typeof address !== 'string' || key.startsWith('@')) continue;
      if (/^https?:\/\/schema\.org\/?$/.test(address)) found.set(`${key}:`, '');
      else if (termName(address) !== address) found.set(key, termName(address));
    }
  }
};

/** What a property is called from its other end, where that is of use here. */
const reversed: Readonly<Record<string, string>> = {
  hasVariant: 'isVariantOf',
  isVariantOf: 'hasVariant',
  itemOffered: 'offers',
};

interface Task {
  value: JsonValue;
  path: string;
  parent: Thing | undefined;
  role: string | undefined;
}

/**
 * Reads every JSON-LD script of a page into things: `@graph`, arrays, several values in one script, `@id`
 * references, prefixes, value objects, and JSON as broken as shops write it.
 *
 * @see https://www.w3.org/TR/json-ld11/
 */
export const readJsonLd = (page: Page): ThingGraph => {
  const things: Thing[] = [];
  let isCut = false;
  let number = 0;
  for (const script of page.scripts) {
    if (!ldType.test(script.type)) continue;
    const root = number === 0 ? '$' : `script[${number}]:$`;
    number += 1;
    const own = new Map<string, string>();
    const term = (name: string): string => {
      const alias = own.get(name);
      if (alias !== undefined) return alias;
      const prefix = name.indexOf(':') + 1;
      return prefix > 1 && own.has(name.slice(0, prefix)) ? termName(name.slice(prefix)) : termName(name);
    };
    const values = readScript(script.text);
    const tasks: Task[] = values.map((value, index) => ({
      value,
      path: values.length > 1 ? `${root}[${index}]` : root,
      parent: undefined,
      role: undefined,
    }));
    tasks.reverse();
    while (tasks.length > 0 && things.length < maxThings) {
      const { value, path, parent, role } = tasks.pop()!;
      if (Array.isArray(value)) {
        for (let index = value.length - 1; index >= 0; index -= 1)
          tasks.push({ value: value[index]!, path: `${path}[${index}]`, parent, role });
        continue;
      }
      if (!isJsonObject(value)) {
        const plain = plainValue(value);
        if (parent && role && plain !== undefined) parent.add(role, plain);
        continue;
      }
      takeObject(value, { path, parent, role });
    }
    isCut ||= tasks.length > 0;

    function takeObject(object: JsonObject, { path, parent, role }: Omit<Task, 'value'>): void {
      if (object['@context'] !== undefined) ownNames(object['@context'], own);
      for (const wrapper of ['@value', '@list', '@set'] as const)
        if (object[wrapper] !== undefined) {
          tasks.push({ value: object[wrapper], path: `${path}.${wrapper}`, parent, role });
          return;
        }
      const thing = new Thing('JsonLd', typeNames(object['@type'] ?? object.type).map(term), path);
      const id = object['@id'];
      if (typeof id === 'string') thing.id = id;
      thing.parent = parent;
      thing.role = role;
      things.push(thing);
      if (parent && role) parent.add(role, thing);
      const keys = Object.keys(object);
      for (let index = keys.length - 1; index >= 0; index -= 1) {
        const key = keys[index]!;
        const child = object[key]!;
        if (key === '@graph' || key === '@included')
          tasks.push({ value: child, path: `${path}.${key}`, parent: undefined, role: undefined });
        else if (key === '@reverse' && isJsonObject(child))
          for (const [property, subject] of Object.entries(child))
            addReversed(thing, property, subject, path);
        else if (!key.startsWith('@'))
          tasks.push({ value: child, path: `${path}.${key}`, parent: thing, role: term(key) });
      }
    }

    function addReversed(thing: Thing, property: string, subject: JsonValue, path: string): void {
      const role = reversed[term(property)];
      if (role !== undefined)
        tasks.push({ value: subject, path: `${path}.@reverse.${property}`, parent: thing, role });
    }
  }
  resolveReferences(things, page.url);
  return { things, isCut };
};

const plainValue = (value: JsonValue): ThingValue | undefined => {
  if (typeof value === 'string') return decoded(value);
  if (value instanceof JsonNumber) return value;
  if (typeof value === 'boolean') return String(value);
  if (value instanceof JsonName) return undefined;
  return undefined;
};
