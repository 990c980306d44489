import type { Page, Script } from '../../page/page.ts';
import {
  isJsonContainer,
  isJsonObject,
  JsonName,
  type JsonObject,
  type JsonValue,
  parseLooseJson,
} from '../markup/loose-json.ts';
import { readTurboStream, rewriteJson, unflatten } from './framework-state.ts';
import { isListEvent } from './members.ts';

/** Rows of a React Server Components response. */
interface Flight {
  /** Rows by id, with references resolved. */
  rows: JsonObject;
  /** Texts inserted as HTML that look like JSON-LD. */
  jsonLd: ReadonlySet<string>;
}

const rowStart = /([\da-f]{1,8}):(T([\da-f]{1,8}),)?/y;
/** `$5`, `$L5`, `$@5`, and with a path into the row, `$5:props:product`. */
const reference = /^\$[L@]?([\da-f]{1,8})((?::[\w$-]{1,80}){0,20})$/;
const elementParts: Record<string, number> = { type: 1, key: 2, props: 3 };
/** Most chained references followed. */
const maxHops = 5;

/** @returns the offset after this many UTF-8 bytes. */
const afterBytes = (text: string, from: number, bytes: number): number => {
  let at = from;
  let left = bytes;
  while (left > 0 && at < text.length) {
    const code = text.codePointAt(at)!;
    left -= code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    at += code < 0x10000 ? 1 : 2;
  }
  return at;
};

const readRows = (text: string): JsonObject => {
  const rows: JsonObject = {};
  let at = 0;
  while (at < text.length) {
    rowStart.lastIndex = at;
    const head = rowStart.exec(text);
    const from = at + (head?.[0].length ?? 0);
    if (head?.[3] !== undefined) {
      const end = afterBytes(text, from, Number.parseInt(head[3], 16));
      rows[head[1]!] = text.slice(from, end);
      at = end;
      continue;
    }
    const lineEnd = text.indexOf('\n', from);
    const end = lineEnd < 0 ? text.length : lineEnd;
    // Rows of modules, hints and errors start with a capital letter.
    if (head && /^[[{"]/.test(text[from] ?? '')) {
      const parsed = parseLooseJson(text.slice(from, end));
      if (parsed) rows[head[1]!] = parsed.value;
    }
    at = end + 1;
  }
  return rows;
};

/** The value at one step of a path; an element is a list of its parts. */
const partOf = (value: JsonValue | undefined, step: string): JsonValue | undefined => {
  if (Array.isArray(value))
    return value[value[0] === '$' ? (elementParts[step] ?? Number(step)) : Number(step)];
  return isJsonObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
};

/**
 * Reads the rows of React Server Components (`id:json`, `id:T<bytes>,text`).
 *
 * @param text - the texts of all pushes, joined: rows may be cut anywhere.
 * @see https://github.com/facebook/react/tree/main/packages/react-server
 */
export const readFlight = (text: string): Flight => {
  const rows = readRows(text);
  const jsonLd = new Set<string>();
  const follow = (source: string): JsonValue => {
    let value: JsonValue = source;
    for (let hop = 0; hop < maxHops && typeof value === 'string' && value.startsWith('$'); hop += 1) {
      if (value.startsWith('$$')) return value.slice(1);
      const [, id = '', steps = '']: string[] = reference.exec(value) ?? [];
      if (!Object.hasOwn(rows, id)) return value;
      value = steps.split(':').slice(1).reduce(partOf, rows[id]) ?? null;
    }
    return value;
  };
  rewriteJson(rows, (given, key, within) => {
    const value =
      typeof given === 'string' && given.startsWith('$') && within !== rows ? follow(given) : given;
    if (key === '__html' && typeof value === 'string' && /^\s{0,99}[[{]/.test(value)) jsonLd.add(value);
    return value;
  });
  return { rows, jsonLd };
};

/** The joined pieces of state pushed by a page's scripts. */
interface StreamedState {
  literals: { name: string; value: JsonValue }[];
  /** JSON-LD texts that are yet to be inserted. */
  jsonLd: ReadonlySet<string>;
}

const flightMark = '__next_f';
const flightCall = /__next_f(?:[^()]{0,60}\))?\.push\(\s{0,9}\[\s{0,9}1\s{0,9},\s{0,9}(?=["'])/g;
const turboMark = 'streamController.enqueue';
const turboCall = /streamController\.enqueue\(\s{0,9}(?=["'])/g;
/** Most text read from such scripts. */
const maxText = 8_000_000;

const streamedStart =
  /^\s{0,50}\(?(?:self|window|globalThis)\.(?:__next_f\b|__\w{1,40}\.streamController\.enqueue\b)/;

/** True if the script only pushes pieces of a stream. */
const isStreamed = ({ type, text }: Script): boolean => type === '' && streamedStart.test(text);

/** Joins the texts pushed by scripts; rows may be cut anywhere. */
const joinPushed = (page: Page, mark: string, call: RegExp): string => {
  const texts: string[] = [];
  let budget = maxText;
  for (const { type, text } of page.scripts) {
    if (type !== '' || text.length > budget || !text.includes(mark)) continue;
    budget -= text.length;
    call.lastIndex = 0;
    for (let match = call.exec(text); match; match = call.exec(text)) {
      const parsed = parseLooseJson(text, match.index + match[0].length);
      // An unterminated text would extend to the script's end, and so would every later one.
      if (typeof parsed?.value !== 'string') break;
      texts.push(parsed.value);
      call.lastIndex = parsed.end;
    }
  }
  return texts.join('');
};

/** Reads the state that Next.js and React Router stream. */
export const readStreamedState = (page: Page): StreamedState => {
  const flight = readFlight(joinPushed(page, flightMark, flightCall));
  const turbo = readTurboStream(joinPushed(page, turboMark, turboCall));
  const literals: StreamedState['literals'] = [{ name: flightMark, value: flight.rows }];
  if (turbo !== undefined) literals.push({ name: turboMark, value: turbo });
  return { literals, jsonLd: flight.jsonLd };
};

/** A data literal in a script. */
export interface ScriptLiteral {
  /** `__NEXT_DATA__`, `window.__INITIAL_STATE__`, `dataLayer.push`, `gtag`, or the id of a JSON script. */
  name: string;
  value: JsonValue;
  /** Its range in the script's text. */
  start: number;
  end: number;
}

/** Other scripts contain nothing useful; most do not mention a price. */
const mentionsPrice = /price|amount|prix|preis|cena|["']?value["']?\s*:|ecommerce/i;
/** The start of a literal: after an assignment, in a call, or as the argument of `JSON.parse`. */
const literalStart = /[=(,]\s*(JSON\.parse\(\s*(?:decodeURIComponent\(\s*)?["'`]|[[{])/g;
const assigned = /([\w$.[\]"']{1,80})\s*$/;
const called = /([\w$.]{1,60})\s*\([^()]{0,60}$/;
/** The event named before the literal in a call: `gtag("event", "view_item_list", {`. */
const reported = /\(\s*["'][\w-]{1,20}["']\s*,\s*["']([\w-]{1,40})["']\s*,?\s*$/;
/** Most script text read per page, and most literals. */
const maxScriptText = 8_000_000;
const maxLiterals = 400;

/** The literal itself, or the value of the JSON text given to `JSON.parse`. */
const jsonOf = (value: JsonValue): JsonValue => {
  if (typeof value !== 'string') return value;
  try {
    return parseLooseJson(/^%[57]B/i.test(value) ? decodeURIComponent(value) : value)?.value ?? null;
  } catch {
    return null;
  }
};

/** Function bodies are parsed as broken, empty literals. */
const isFilled = (value: JsonValue): boolean => isJsonContainer(value) && Object.keys(value).length > 0;

/** Nuxt 2 passes repeated values as arguments of a function around its state. */
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
  return rewriteJson(body.value, (value) =>
    value instanceof JsonName ? (values.get(value.name) ?? null) : value,
  );
};

/** JSON without a type, as VTEX keeps its state in a template: no program starts like this. */
const bareJson = /^\s{0,99}\{\s{0,99}"[^"]{1,200}"\s{0,9}:/;

const isJsonScript = ({ type, text }: Script): boolean =>
  (type === '' && bareJson.test(text)) ||
  ((type.endsWith('json') ||
    type === 'text/x-magento-init' ||
    type === 'fastboot/shoebox' ||
    type === 'text/x-template-data') &&
    !type.includes('ld+json'));

const readJsonScript = (script: Script): ScriptLiteral | undefined => {
  const parsed = parseLooseJson(script.text);
  if (!parsed || typeof parsed.value !== 'object' || parsed.value === null) return undefined;
  const name = script.id || script.element.attribs['data-id'] || script.type || 'script';
  const value =
    /nuxt_data/i.test(script.id) && Array.isArray(parsed.value) ? unflatten(parsed.value) : parsed.value;
  return { name, value, start: 0, end: script.text.length };
};

const readScript = (script: Script, literals: ScriptLiteral[]): void => {
  if (isJsonScript(script)) {
    const literal = readJsonScript(script);
    if (literal) literals.push(literal);
  } else if (script.type === '') readJavaScript(script.text, literals);
};

/** Finds the data literals in one script. */
export const literalsOf = (script: Script): ScriptLiteral[] => {
  const literals: ScriptLiteral[] = [];
  readScript(script, literals);
  return literals;
};

/**
 * Finds the data in scripts: JSON scripts as a whole, and in JavaScript every object or array assigned to a
 * name or passed to a call. Code is never run; each text is scanned once.
 */
export const readScriptLiterals = (page: Page): ScriptLiteral[] => {
  const literals: ScriptLiteral[] = [];
  let budget = maxScriptText;
  for (const script of page.scripts) {
    const { text } = script;
    if (script.type.includes('ld+json') || text.length > budget || isStreamed(script)) continue;
    if (!mentionsPrice.test(text)) continue;
    budget -= text.length;
    readScript(script, literals);
    if (literals.length >= maxLiterals) break;
  }
  return literals;
};

/** The name of the literal at the match; empty if it has none. */
const nameOf = (text: string, { 0: opening, index }: RegExpExecArray): string => {
  const isAssigned = opening.startsWith('=');
  const before = text.slice(Math.max(0, index - 100), index + (isAssigned ? 0 : 1));
  if (before.endsWith('=')) return '';
  const name = (isAssigned ? assigned : called).exec(before)?.[1] ?? '';
  const event = isAssigned || name === '' ? undefined : reported.exec(before)?.[1];
  return event !== undefined && isListEvent(event) ? `${name}.${event}` : name;
};

const readJavaScript = (text: string, literals: ScriptLiteral[]): void => {
  const nuxt = /__NUXT__\s*=\s*(?=\(function)/.exec(text);
  if (nuxt) {
    const value = readNuxtFunction(text, nuxt.index + nuxt[0].length);
    if (value !== undefined) literals.push({ name: '__NUXT__', value, start: nuxt.index, end: text.length });
    return;
  }
  literalStart.lastIndex = 0;
  // Text that is parsed and discarded counts too, so that it is not rescanned without limit.
  let work = 2 * text.length + 100_000;
  while (literals.length < maxLiterals && work > 0) {
    const match = literalStart.exec(text);
    if (!match) return;
    const name = nameOf(text, match);
    const at = match.index + match[0].length - 1;
    const parsed = name === '' ? undefined : parseLooseJson(text, at);
    if (!parsed) continue;
    work -= parsed.end - at;
    const value = jsonOf(parsed.value);
    if (!isFilled(value)) continue;
    literals.push({ name, value, start: at, end: parsed.end });
    literalStart.lastIndex = Math.max(literalStart.lastIndex, parsed.end);
  }
};
