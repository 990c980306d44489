import type { Page, Script } from '../page/page.ts';
import { isJsonObject, type JsonObject, type JsonValue, parseLooseJson } from '../structured/loose-json.ts';
import { unflatten } from './devalue.ts';
import { isStreamed } from './streamed-state.ts';

/** A data literal of a script: what it is called there, and its value. */
export interface ScriptLiteral {
  /** `__NEXT_DATA__`, `window.__INITIAL_STATE__`, `dataLayer.push`, `gtag`, or the id of a JSON script. */
  name: string;
  value: JsonValue;
}

/** Scripts that name no price hold nothing of use; most scripts of a page do not. */
const mentionsPrice = /price|amount|prix|preis|cena|["']?value["']?\s*:|ecommerce/i;
/** Where a literal begins: behind an assignment or in a call, or as the text that `JSON.parse` is given. */
const literalStart = /[=(,]\s*(JSON\.parse\(\s*(?:decodeURIComponent\(\s*)?["'`]|[[{])/g;
const assigned = /([\w$.[\]"']{1,80})\s*$/;
const called = /([\w$.]{1,60})\s*\([^()]{0,60}$/;
/** Most text of scripts that is read on one page, and most literals. */
const maxScriptText = 8_000_000;
const maxLiterals = 400;

const readJsonText = (script: string, quoteAt: number): JsonValue | undefined => {
  const text = parseLooseJson(script, quoteAt);
  if (typeof text?.value !== 'string') return undefined;
  const source = /^%[57]B/i.test(text.value) ? decodeSafely(text.value) : text.value;
  return parseLooseJson(source)?.value;
};

const decodeSafely = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Nuxt 2 puts repeated values into the arguments of a function around its state. */
const readNuxtFunction = (text: string, from: number): JsonValue | undefined => {
  const head =
    /^\s{0,9}\(function\(([\w$,\s]*)\)\s{0,9}\{\s{0,9}(?:[^{};]{0,200};)?\s{0,9}return\s{0,9}/.exec(
      text.slice(from, from + 20_000),
    );
  if (!head) return undefined;
  const body = parseLooseJson(text, from + head[0].length);
  if (!body) return undefined;
  const call = /^\s*;?\s*\}\s*\(/.exec(text.slice(body.end, body.end + 50));
  if (!call) return body.value;
  const end = body.end + call[0].length;
  const given = parseLooseJson(`[${text.slice(end)}`)?.value;
  if (!Array.isArray(given)) return body.value;
  const values = new Map(
    head[1]!.split(',').map((name, index) => [name.trim(), given[index] ?? null] as const),
  );
  return substitute(body.value, values);
};

/** Puts the arguments where the literal names them. */
const substitute = (root: JsonValue, values: ReadonlyMap<string, JsonValue>): JsonValue => {
  const stack: (JsonValue[] | JsonObject)[] = [];
  const visit = (value: JsonValue): JsonValue => {
    if (value !== null && typeof value === 'object') {
      if (Array.isArray(value) || isJsonObject(value)) stack.push(value);
      else if ('name' in value) return values.get(value.name) ?? null;
    }
    return value;
  };
  const top = visit(root);
  while (stack.length > 0) {
    const container = stack.pop()!;
    if (Array.isArray(container))
      for (let index = 0; index < container.length; index += 1) container[index] = visit(container[index]!);
    else for (const key of Object.keys(container)) container[key] = visit(container[key]!);
  }
  return top;
};

const isJsonScript = ({ type }: Script): boolean =>
  (type.endsWith('json') ||
    type === 'text/x-magento-init' ||
    type === 'fastboot/shoebox' ||
    type === 'text/x-template-data') &&
  !type.includes('ld+json');

const readJsonScript = (script: Script): ScriptLiteral | undefined => {
  const parsed = parseLooseJson(script.text);
  if (!parsed || typeof parsed.value !== 'object' || parsed.value === null) return undefined;
  const name = script.id || script.element.attribs['data-id'] || script.type;
  const value =
    /nuxt_data/i.test(script.id) && Array.isArray(parsed.value) ? unflatten(parsed.value) : parsed.value;
  return { name, value };
};

/**
 * Finds the data that scripts hold: JSON scripts whole, and in JavaScript every object or array that is assigned
 * to a name or given to a call. Code is never run; each text is passed over once.
 */
export const readScriptLiterals = (page: Page): ScriptLiteral[] => {
  const literals: ScriptLiteral[] = [];
  let budget = maxScriptText;
  for (const script of page.scripts) {
    const { text } = script;
    if (script.type.includes('ld+json') || text.length > budget || isStreamed(script)) continue;
    if (!mentionsPrice.test(text)) continue;
    budget -= text.length;
    if (isJsonScript(script)) {
      const literal = readJsonScript(script);
      if (literal) literals.push(literal);
      continue;
    }
    if (script.type !== '') continue;
    readJavaScript(text, literals);
    if (literals.length >= maxLiterals) break;
  }
  return literals;
};

const readJavaScript = (text: string, literals: ScriptLiteral[]): void => {
  const nuxt = /__NUXT__\s*=\s*(?=\(function)/.exec(text);
  if (nuxt) {
    const value = readNuxtFunction(text, nuxt.index + nuxt[0].length);
    if (value !== undefined) literals.push({ name: '__NUXT__', value });
    return;
  }
  literalStart.lastIndex = 0;
  // What is read and given up again counts too, so that no text is passed over more than a few times.
  let work = 2 * text.length + 100_000;
  for (
    let match = literalStart.exec(text);
    match && literals.length < maxLiterals && work > 0;
    match = literalStart.exec(text)
  ) {
    const before = text.slice(
      Math.max(0, match.index - 100),
      match.index + (match[0].startsWith('=') ? 0 : 1),
    );
    const name = (match[0].startsWith('=') ? assigned : called).exec(before)?.[1] ?? '';
    if (name === '' || before.endsWith('=')) continue;
    const opening = match[1]!;
    const at = match.index + match[0].length - 1;
    if (opening.startsWith('JSON')) {
      const value = readJsonText(text, at);
      if (value !== undefined) literals.push({ name, value });
      continue;
    }
    const parsed = parseLooseJson(text, at);
    if (!parsed) continue;
    work -= parsed.end - at;
    if (isWorth(parsed.value)) {
      literals.push({ name, value: parsed.value });
      literalStart.lastIndex = Math.max(literalStart.lastIndex, parsed.end);
    }
  }
};

/** Bodies of functions are read as broken literals; they have nothing in them. */
const isWorth = (value: JsonValue): boolean =>
  Array.isArray(value) ? value.length > 0 : isJsonObject(value) && Object.keys(value).length > 0;
