/** A JSON number with the digits as the page writes them: `1226.00` stays "1226.00". */
export class JsonNumber {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** A bare name where a value stands, such as a parameter of the function around the literal. */
export class JsonName {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

export type JsonObject = { [key: string]: JsonValue };
export type JsonValue = null | boolean | string | JsonNumber | JsonName | JsonValue[] | JsonObject;

export interface ParsedJson {
  value: JsonValue;
  /** Offset just behind the value. */
  end: number;
  /** False when the text stopped before the value was closed; what was read so far is kept. */
  complete: boolean;
}

/** Lists and objects in each other, more than any data have: each level takes memory, and is one character of a page. */
const maxDepth = 500;

export interface LooseJsonOptions {
  /**
   * Take a quote inside a string that is followed by neither `,`, `:`, a closing bracket nor a line end as part
   * of the string (`"name": "15" screen"`). Wrong for JavaScript expressions, right for broken JSON-LD.
   */
  innerQuotes?: boolean;
}

export const isJsonObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof JsonNumber) &&
  !(value instanceof JsonName);

export type JsonContainer = JsonValue[] | JsonObject;

/** Whether a value is a list or an object. */
export const isJsonContainer = (value: JsonValue): value is JsonContainer =>
  Array.isArray(value) || isJsonObject(value);

const isSpace = (code: number): boolean =>
  code === 32 ||
  (code >= 9 && code <= 13) ||
  code === 0xa0 ||
  code === 0xfeff ||
  code === 0x2028 ||
  code === 0x2029;
const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isNameStart = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95 || code === 36 || code > 0xbf;

const markPattern = /(?:\/\/|\/\*)?\s*(?:<!\[CDATA\[|\]\]>|<!--|-->)(?:\s*\*\/)?/y;
const numberPattern = /[-+]?(?:0x[\da-f]+|(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)/iy;
/** `29,95`, `1.299,95`, `1 299.95` where a bare number stands: printed for people, and all of it is the value. */
const printedPattern = /[-+]?\d{1,9}(?:[ .,'\u00a0]\d{1,3}){1,6}(?=\s*[,}\r\n])/y;
const namePattern = /[\w$\u00c0-\uffff][\w$.\u00c0-\uffff]*/y;
const escaped: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', '0': '\0' };

/** Skips white space, comments of JavaScript and HTML, and CDATA marks. */
const skipSpace = (text: string, from: number): number => {
  let at = from;
  for (;;) {
    const code = text.charCodeAt(at);
    if (isSpace(code)) {
      at += 1;
      continue;
    }
    if (code !== 47 && code !== 60 && code !== 93 && code !== 45) return at;
    markPattern.lastIndex = at;
    const mark = markPattern.exec(text);
    if (mark) at += mark[0].length;
    else if (code === 47 && text.charCodeAt(at + 1) === 47) {
      const lineEnd = text.indexOf('\n', at);
      at = lineEnd < 0 ? text.length : lineEnd;
    } else if (code === 47 && text.charCodeAt(at + 1) === 42) {
      const close = text.indexOf('*/', at + 2);
      at = close < 0 ? text.length : close + 2;
    } else return at;
  }
};

/** @returns offset of the closing quote, or -1. */
const closingQuote = (text: string, from: number, quote: string, innerQuotes: boolean): number => {
  let at = from;
  for (;;) {
    at = text.indexOf(quote, at);
    if (at < 0) return -1;
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === 92 && at - 1 - slashes >= from) slashes += 1;
    if (slashes % 2 === 0) {
      if (!innerQuotes) return at;
      let next = at + 1;
      while (next < text.length && (text[next] === ' ' || text[next] === '\t')) next += 1;
      const code = text[next];
      if (code === undefined || ',:}]\r\n/'.includes(code)) return at;
    }
    at += 1;
  }
};

const unescapeText = (raw: string): string =>
  raw.includes('\\')
    ? raw.replace(
        /\\(?:u\{([\da-f]{1,6})\}|u([\da-f]{4})|x([\da-f]{2})|(\r?\n)|([\s\S]))/gi,
        (_, wide, four, two, lineBreak, single) => {
          const code = wide ?? four ?? two;
          if (code !== undefined) {
            const point = Number.parseInt(code, 16);
            return point <= 0x10ffff ? String.fromCodePoint(point) : '';
          }
          return lineBreak !== undefined ? '' : (escaped[single] ?? single);
        },
      )
    : raw;

/** Passes over an expression that is no literal, up to the `,` or bracket that ends it. */
const skipExpression = (text: string, from: number): number => {
  let depth = 0;
  let at = from;
  while (at < text.length) {
    const c = text[at]!;
    if (c === '"' || c === "'" || c === '`') {
      const close = closingQuote(text, at + 1, c, false);
      at = close < 0 ? text.length : close + 1;
      continue;
    }
    if (c === '(' || c === '[' || c === '{') depth += 1;
    else if (c === ')' || c === ']' || c === '}') {
      if (depth === 0) return at;
      depth -= 1;
    } else if ((c === ',' || c === ';') && depth === 0) return at;
    at += 1;
  }
  return at;
};

const plainNames: Record<string, JsonValue> = {
  true: true,
  false: false,
  null: null,
  undefined: null,
  NaN: null,
};

type Scalar = { value: JsonValue; end: number; complete: boolean };

const readScalar = (text: string, at: number, innerQuotes: boolean): Scalar => {
  const code = text.charCodeAt(at);
  if (code === 34 || code === 39 || code === 96) {
    const close = closingQuote(text, at + 1, text[at]!, innerQuotes && code === 34);
    if (close < 0) return { value: unescapeText(text.slice(at + 1)), end: text.length, complete: false };
    return { value: unescapeText(text.slice(at + 1, close)), end: close + 1, complete: true };
  }
  if (isDigit(code) || code === 45 || code === 43 || code === 46) {
    numberPattern.lastIndex = at;
    const number = numberPattern.exec(text);
    if (number) return { value: new JsonNumber(number[0]), end: at + number[0].length, complete: true };
  }
  if (code === 33) {
    if (text[at + 1] === '0') return { value: true, end: at + 2, complete: true };
    if (text[at + 1] === '1') return { value: false, end: at + 2, complete: true };
  }
  if (isNameStart(code)) {
    namePattern.lastIndex = at;
    const name = namePattern.exec(text)![0];
    const end = at + name.length;
    if (Object.hasOwn(plainNames, name)) return { value: plainNames[name]!, end, complete: true };
    return { value: new JsonName(name), end, complete: true };
  }
  return { value: null, end: skipExpression(text, at), complete: true };
};

/**
 * Reads one JSON value as pages really write it, in one pass and without recursion: comments, CDATA marks,
 * single quotes, bare keys, raw line breaks, missing and trailing commas, JavaScript expressions (read as null).
 * Numbers keep their digits; code is never run.
 *
 * @param start - offset of the value, or of white space before it.
 * @returns `undefined` when no value stands there.
 */
export const parseLooseJson = (
  text: string,
  start = 0,
  options: LooseJsonOptions = {},
): ParsedJson | undefined => {
  const innerQuotes = options.innerQuotes ?? false;
  const containers: (JsonValue[] | JsonObject)[] = [];
  let at = skipSpace(text, start);
  if (at >= text.length) return undefined;
  let key = '';
  const unfinished = (): ParsedJson | undefined =>
    containers.length > 0 ? { value: containers[0]!, end: text.length, complete: false } : undefined;

  for (;;) {
    // A value is expected at `at`.
    const code = text.charCodeAt(at);
    let value: JsonValue;
    let opened = false;
    if (code === 123 || code === 91) {
      value = code === 123 ? {} : [];
      opened = true;
      at += 1;
    } else {
      const before = at;
      const scalar = readScalar(text, at, innerQuotes);
      value = scalar.value;
      at = scalar.end;
      if (
        value instanceof JsonNumber &&
        isMember(containers.at(-1)) &&
        " .,'\u00a0".includes(text[at] ?? '}')
      ) {
        printedPattern.lastIndex = before;
        const printed = printedPattern.exec(text)?.[0];
        if (printed !== undefined && printed.length > value.text.length) {
          value = printed;
          at = before + printed.length;
        }
      }
      if (at === before && containers.length === 0) return undefined;
      if (!scalar.complete && containers.length === 0) return undefined;
    }
    const parent = containers.at(-1);
    if (parent !== undefined) {
      if (Array.isArray(parent)) parent.push(value);
      else if (key !== '__proto__') parent[key] = value;
    }
    if (opened) {
      if (containers.length >= maxDepth) return unfinished();
      containers.push(value as JsonValue[] | JsonObject);
    } else if (parent === undefined) return { value, end: at, complete: true };

    // Separators, closing brackets and the next key.
    let separated = opened;
    for (;;) {
      at = skipSpace(text, at);
      if (at >= text.length) return unfinished();
      const c = text.charCodeAt(at);
      if (c === 44) {
        at += 1;
        separated = true;
        continue;
      }
      const open = containers.at(-1)!;
      if (c === 125 || c === 93) {
        const closed = containers.pop()!;
        at += 1;
        if (containers.length === 0) return { value: closed, end: at, complete: true };
        continue;
      }
      if (c === 59 || c === 41) {
        // A statement's end inside a literal: the literal is broken beyond this point.
        return { value: containers[0]!, end: at, complete: false };
      }
      if (Array.isArray(open)) {
        // Leftovers of an expression, such as `"a" + b`, are passed over.
        if (!separated && isOperator(c)) {
          at = Math.max(skipExpression(text, at), at + 1);
          continue;
        }
        break;
      }
      if (c === 34 || c === 39 || c === 96) {
        const name = readScalar(text, at, false);
        key = name.value as string;
        at = skipSpace(text, name.end);
        if (text.charCodeAt(at) !== 58) continue;
      } else if (isNameStart(c) || isDigit(c)) {
        namePattern.lastIndex = at;
        key = namePattern.exec(text)![0];
        at = skipSpace(text, at + key.length);
        if (text.charCodeAt(at) !== 58) {
          // A method (`get() {…}`) or shorthand member: no value to read.
          at = Math.max(skipExpression(text, at), at);
          continue;
        }
      } else {
        at = Math.max(skipExpression(text, at), at + 1);
        continue;
      }
      at = skipSpace(text, at + 1);
      if (at >= text.length) return unfinished();
      break;
    }
  }
};

const isMember = (container: JsonValue[] | JsonObject | undefined): boolean =>
  container !== undefined && !Array.isArray(container);

const isOperator = (code: number): boolean => '+-*/%?:|&<>=.('.includes(String.fromCharCode(code));
