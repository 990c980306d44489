import { isJsonObject, type JsonObject, type JsonValue, parseLooseJson } from '../structured/loose-json.ts';
import { rewriteJson } from './framework-state.ts';

/** Rows of a React Server Components response. */
export interface Flight {
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
