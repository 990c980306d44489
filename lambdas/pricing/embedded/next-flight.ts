import { isJsonObject, type JsonObject, type JsonValue, parseLooseJson } from '../structured/loose-json.ts';

/** What React Server Components were sent with. */
export interface Flight {
  /** The rows by their id; references between them are put in. */
  rows: JsonObject;
  /** Texts that are set as markup and look like JSON-LD. */
  jsonLd: ReadonlySet<string>;
}

const rowStart = /([\da-f]{1,8}):(T([\da-f]{1,8}),)?/y;
/** `$5`, `$L5`, `$@5`, and with a path into the row, `$5:props:product`. */
const reference = /^\$[L@]?([\da-f]{1,8})((?::[\w$-]{1,80}){0,20})$/;
const elementParts: Record<string, number> = { type: 1, key: 2, props: 3 };
/** References that lead to references, which are followed. */
const maxHops = 5;

/** @returns offset behind so many bytes of UTF-8. */
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
    // Rows of modules, hints and errors begin with a capital letter.
    if (head && /^[[{"]/.test(text[from] ?? '')) {
      const parsed = parseLooseJson(text.slice(from, end));
      if (parsed) rows[head[1]!] = parsed.value;
    }
    at = end + 1;
  }
  return rows;
};

/**
 * Reads the rows in which React Server Components arrive (`id:json`, `id:T<bytes>,text`).
 *
 * @param text - what all pushes bring, joined: rows are cut anywhere.
 * @see https://github.com/facebook/react/tree/main/packages/react-server
 */
export const readFlight = (text: string): Flight => {
  const rows = readRows(text);
  const jsonLd = new Set<string>();
  const rowOf = (id: string): JsonValue | undefined => (Object.hasOwn(rows, id) ? rows[id] : undefined);
  const follow = (source: string): JsonValue => {
    let value: JsonValue = source;
    for (let hop = 0; hop < maxHops && typeof value === 'string' && value.startsWith('$'); hop += 1) {
      if (value.startsWith('$$')) return value.slice(1);
      const match: RegExpExecArray | null = reference.exec(value);
      let inner = match ? rowOf(match[1]!) : undefined;
      if (inner === undefined) return value;
      for (const step of match![2]!.split(':').slice(1)) {
        if (Array.isArray(inner))
          inner = inner[inner[0] === '$' ? (elementParts[step] ?? Number(step)) : Number(step)];
        else inner = isJsonObject(inner) && Object.hasOwn(inner, step) ? inner[step] : undefined;
      }
      value = inner ?? null;
    }
    return value;
  };
  const seen = new Set<JsonValue>([rows]);
  const stack: (JsonValue[] | JsonObject)[] = [rows];
  const visit = (value: JsonValue, isText: boolean): JsonValue => {
    const own = typeof value === 'string' && value.startsWith('$') && !isText ? follow(value) : value;
    if ((Array.isArray(own) || isJsonObject(own)) && !seen.has(own)) {
      seen.add(own);
      stack.push(own);
    }
    return own;
  };
  while (stack.length > 0) {
    const container = stack.pop()!;
    if (Array.isArray(container))
      for (let index = 0; index < container.length; index += 1)
        container[index] = visit(container[index]!, false);
    else
      for (const key of Object.keys(container)) {
        const value = visit(container[key]!, container === rows);
        container[key] = value;
        if (key === '__html' && typeof value === 'string' && /^\s{0,99}[[{]/.test(value)) jsonLd.add(value);
      }
  }
  return { rows, jsonLd };
};
