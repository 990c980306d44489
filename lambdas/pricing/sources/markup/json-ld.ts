import { decodeHTML } from 'entities';
import type { Page } from '../../page/page.ts';
import {
  isJsonContainer,
  isJsonObject,
  JsonName,
  JsonNumber,
  type JsonObject,
  type JsonValue,
  parseLooseJson,
} from './loose-json.ts';
import { maxThings, resolveReferences, Thing, type ThingGraph, termName } from './thing.ts';

const ldType = /^application\/(?:ld\+json|json\+ld|ld-json)$/;

const entityInText = /&(?:[a-z]{2,8}|#\d{2,6}|#x[\da-f]{2,6});/i;
const decoded = (text: string): string =>
  text.includes('&') && entityInText.test(text) ? decodeHTML(text) : text;

/** Most characters before the first bracket: `var ld = {…}`. */
const maxLead = 200;
/** Most levels of JSON texts inside JSON texts. */
const maxNesting = 3;

const decodedQuotes = (text: string): string =>
  !text.includes('"') && /&(?:amp;)?(?:quot|#34|#x22);/i.test(text) ? decodeHTML(text) : text;

/** Repairs damage by templates: entities, escaped once or twice, typographic quotes, line breaks as tags. */
const withPlainQuotes = (source: string): string => {
  let text = decodedQuotes(decodedQuotes(source));
  if (/[{,[]\s*[“”„]/.test(text)) text = text.replace(/[“”„]/g, '"');
  return /<(?:p|br)\s?\/?>/i.test(text) ? text.replace(/<\/?(?:p|br)\s?\/?>/gi, ' ') : text;
};

const separators = /[;,]*/y;

/** All values of a text, including several JSON texts in a row. */
const valuesOf = (text: string, innerQuotes: boolean, depth: number): JsonValue[] => {
  const values: JsonValue[] = [];
  for (let at = 0; ; ) {
    const parsed = parseLooseJson(text, at, innerQuotes);
    if (!parsed) return values;
    const { value, end } = parsed;
    if (isJsonContainer(value)) values.push(value);
    else if (typeof value === 'string' && depth < maxNesting && /^\s*[[{]/.test(value))
      values.push(...readScript(value, depth + 1));
    separators.lastIndex = end;
    separators.test(text);
    at = separators.lastIndex;
  }
};

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** All values of one script, which may be invalid JSON. */
const readScript = (source: string, depth = 0): JsonValue[] => {
  if (isJson(source)) return valuesOf(source, false, depth);
  const text = withPlainQuotes(source);
  const values = valuesOf(text, true, depth);
  const opening = text.slice(0, maxLead).search(/[[{]/);
  return values.length > 0 || opening <= 0 ? values : valuesOf(text.slice(opening), true, depth);
};

const typeNames = (value: JsonValue | undefined): string[] =>
  [value]
    .flat()
    .filter((each) => typeof each === 'string')
    .map(termName);

/** Terms and prefixes that a document's `@context` maps to schema.org. */
class OwnNames {
  private readonly names = new Map<string, string>();

  declare(context: JsonValue | undefined): void {
    const entries = [context]
      .flat()
      .filter(isJsonObject)
      .flatMap((each) => Object.entries(each));
    for (const [key, value] of entries) {
      const address = isJsonObject(value) ? value['@id'] : value;
      if (typeof address !== 'string' || key.startsWith('@')) continue;
      if (/^https?:\/\/schema\.org\/?$/.test(address)) this.names.set(`${key}:`, '');
      else if (termName(address) !== address) this.names.set(key, termName(address));
    }
  }

  termOf(name: string): string {
    const prefix = name.slice(0, name.indexOf(':') + 1);
    return this.names.get(name) ?? termName(this.names.has(prefix) ? name.slice(prefix.length) : name);
  }
}

/** Inverse properties, as far as needed. */
const reversed: ReadonlyMap<string, string> = new Map(
  Object.entries({
    hasVariant: 'isVariantOf',
    isVariantOf: 'hasVariant',
    itemOffered: 'offers',
  }),
);

interface Task {
  value: JsonValue;
  path: string;
  parent?: Thing | undefined;
  role?: string | undefined;
}

/** @returns what to read next: the members of an object, or the value that it wraps. */
const readObject = (object: JsonObject, task: Task, things: Thing[], own: OwnNames): Task[] => {
  const { path, parent, role } = task;
  own.declare(object['@context']);
  const wrapper = ['@value', '@list', '@set'].find((name) => object[name] !== undefined);
  if (wrapper !== undefined) return [{ ...task, value: object[wrapper]!, path: `${path}.${wrapper}` }];
  const types = typeNames(object['@type'] ?? object.type).map((type) => own.termOf(type));
  const thing = new Thing('JsonLd', types, path);
  if (typeof object['@id'] === 'string') thing.id = object['@id'];
  thing.parent = parent;
  thing.role = role;
  things.push(thing);
  if (parent && role) parent.add(role, thing);
  return Object.entries(object).flatMap(([key, value]): Task[] => {
    if (key === '@graph' || key === '@included') return [{ value, path: `${path}.${key}` }];
    if (!key.startsWith('@'))
      return [{ value, path: `${path}.${key}`, parent: thing, role: own.termOf(key) }];
    if (key !== '@reverse' || !isJsonObject(value)) return [];
    return Object.entries(value).flatMap(([name, subject]) => {
      const role = reversed.get(own.termOf(name));
      return role === undefined
        ? []
        : [{ value: subject, path: `${path}.@reverse.${name}`, parent: thing, role }];
    });
  });
};

/** @returns what to read next. */
const readValue = (task: Task, things: Thing[], own: OwnNames): Task[] => {
  const { value, path, parent, role } = task;
  if (isJsonObject(value)) return readObject(value, task, things, own);
  if (Array.isArray(value))
    return value.map((each, index) => ({ ...task, value: each, path: `${path}[${index}]` }));
  if (value === null || value instanceof JsonName || !parent || !role) return [];
  parent.add(role, value instanceof JsonNumber ? value : decoded(String(value)));
  return [];
};

/**
 * Reads every JSON-LD script of a page into things: `@graph`, arrays, several values per script, `@id`
 * references, prefixes, value objects, and commonly broken JSON.
 *
 * @see https://www.w3.org/TR/json-ld11/
 */
export const readJsonLd = (page: Page): ThingGraph => {
  const things: Thing[] = [];
  let isCut = false;
  for (const [number, script] of page.scripts.filter(({ type }) => ldType.test(type)).entries()) {
    const root = number === 0 ? '$' : `script[${number}]:$`;
    const own = new OwnNames();
    const values = readScript(script.text);
    const tasks: Task[] = values.map((value, index) => ({
      value,
      path: values.length > 1 ? `${root}[${index}]` : root,
    }));
    tasks.reverse();
    while (tasks.length > 0 && things.length < maxThings)
      for (const task of readValue(tasks.pop()!, things, own).reverse()) tasks.push(task);
    isCut ||= tasks.length > 0;
  }
  resolveReferences(things, page.url);
  return { things, isCut };
};
