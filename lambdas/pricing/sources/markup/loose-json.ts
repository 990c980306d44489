/** A JSON number with the page's own digits: `1226.00` stays "1226.00". */
export class JsonNumber {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** A bare name in place of a value, such as a parameter of the function around the literal. */
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
  /** Offset after the value. */
  end: number;
  /** False if the text ended before the value was closed; the value read so far is kept. */
  complete: boolean;
}

/** Deepest nesting of lists and objects; each level takes memory, but only one character of a page. */
const maxDepth = 500;

export const isJsonObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof JsonNumber) &&
  !(value instanceof JsonName);

export type JsonContainer = JsonValue[] | JsonObject;

export const isJsonContainer = (value: JsonValue): value is JsonContainer =>
  Array.isArray(value) || isJsonObject(value);

/** White space, comments in JavaScript and HTML, and CDATA marks. */
const blank =
  /\s+|(?:\/\/|\/\*)?\s*(?:<!\[CDATA\[|\]\]>|<!--|-->)(?:\s*\*\/)?|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/y;
const numberPattern = /[-+]?(?:0x[\da-f]+|(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)/iy;
/** An unquoted number formatted for people, up to its end: `29,95`, `1.299,95`, `1 299.95`. */
const printedPattern = /[-+]?\d{1,9}(?:[ .,'\u00a0]\d{1,3}){1,6}(?=\s*[,}\r\n])/y;
/** Characters that continue a formatted number. */
const goesOnInPrint: ReadonlySet<string | undefined> = new Set(" .,'\u00a0");
const namePattern = /[\w$\u00c0-\uffff][\w$.\u00c0-\uffff]*/y;
/** What follows a closing quote. */
const textEnd = /[ \t]*(?:[,:}\]\r\n/]|$)/y;
/** Ends of an expression, and its brackets and quotes. */
const structural = /["'`()[\]{},;]/g;
const escaped: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', '0': '\0' };

/** Where a sticky pattern's match ends; -1 if there is none. Avoids creating a match object. */
const endAt = (pattern: RegExp, text: string, at: number): number => {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
};

const space = 32;
const firstBeyondAscii = 0x80;
/** First characters of comments and marks. */
const mayBeginMark: ReadonlySet<number> = new Set(Array.from('/<]-', (mark) => mark.charCodeAt(0)));

const skipBlank = (text: string, from: number): number => {
  let at = from;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code > space && code < firstBeyondAscii && !mayBeginMark.has(code)) return at;
    const end = code === space ? at + 1 : endAt(blank, text, at);
    if (end <= at) return at;
    at = end;
  }
};

const isEscaped = (text: string, at: number, from: number): boolean => {
  let start = at;
  while (start > from && text.charCodeAt(start - 1) === 92) start -= 1;
  return (at - start) % 2 === 1;
};

/** @returns the offset of the closing quote, or -1. */
const closingQuote = (text: string, from: number, quote: string, innerQuotes: boolean): number => {
  for (let at = text.indexOf(quote, from); at >= 0; at = text.indexOf(quote, at + 1)) {
    if (isEscaped(text, at, from)) continue;
    if (!innerQuotes || endAt(textEnd, text, at + 1) >= 0) return at;
  }
  return -1;
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

const isQuote = (mark: string | undefined): mark is string => mark === '"' || mark === "'" || mark === '`';

/** Skips an expression that is no literal, up to the `,` or bracket that ends it. */
const skipExpression = (text: string, from: number): number => {
  let depth = 0;
  let at = from;
  for (;;) {
    structural.lastIndex = at;
    if (!structural.test(text)) return text.length;
    at = structural.lastIndex;
    const mark = text[at - 1]!;
    if (isQuote(mark)) {
      const close = closingQuote(text, at, mark, false);
      at = close < 0 ? text.length : close + 1;
    } else if ('([{'.includes(mark)) depth += 1;
    else if (depth === 0) return at - 1;
    else if (')]}'.includes(mark)) depth -= 1;
  }
};

const plainNames: ReadonlyMap<string, JsonValue> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
  ['undefined', null],
  ['NaN', null],
]);

const readText = (text: string, at: number, innerQuotes: boolean): ParsedJson & { value: string } => {
  const quote = text[at]!;
  const close = closingQuote(text, at + 1, quote, innerQuotes && quote === '"');
  const complete = close >= 0;
  const value = unescapeText(text.slice(at + 1, complete ? close : text.length));
  return { value, end: complete ? close + 1 : text.length, complete };
};

const readScalar = (text: string, at: number, innerQuotes: boolean): ParsedJson => {
  if (isQuote(text[at])) return readText(text, at, innerQuotes);
  const numberEnd = endAt(numberPattern, text, at);
  if (numberEnd > at)
    return { value: new JsonNumber(text.slice(at, numberEnd)), end: numberEnd, complete: true };
  if (text.startsWith('!0', at) || text.startsWith('!1', at))
    return { value: text[at + 1] === '0', end: at + 2, complete: true };
  const end = endAt(namePattern, text, at);
  if (end < 0) return { value: null, end: skipExpression(text, at), complete: true };
  const name = text.slice(at, end);
  return { value: plainNames.has(name) ? plainNames.get(name)! : new JsonName(name), end, complete: true };
};

/** Reads nested lists and objects without recursion. */
class ContainerReader {
  private readonly text: string;
  private readonly innerQuotes: boolean;
  private readonly containers: JsonContainer[] = [];
  private at: number;
  /** Name of the current member. */
  private key = '';

  constructor(text: string, start: number, innerQuotes: boolean) {
    this.text = text;
    this.at = start;
    this.innerQuotes = innerQuotes;
  }

  read(): ParsedJson {
    for (;;) {
      const isOpened = this.takeValue();
      if (this.containers.length > maxDepth) return this.unfinished();
      const ended = this.seekValue(isOpened);
      if (ended) return ended;
      if (this.at >= this.text.length) return this.unfinished();
    }
  }

  private unfinished(end = this.text.length): ParsedJson {
    return { value: this.containers[0]!, end, complete: false };
  }

  /** @returns whether the value is a list or object, which is now open. */
  private takeValue(): boolean {
    const mark = this.text[this.at];
    const opened = mark === '{' ? {} : mark === '[' ? [] : undefined;
    const value = opened ?? this.takeScalar();
    const parent = this.containers.at(-1);
    if (Array.isArray(parent)) parent.push(value);
    else if (parent && this.key !== '__proto__') parent[this.key] = value;
    if (!opened) return false;
    this.at += 1;
    this.containers.push(opened);
    return true;
  }

  private takeScalar(): JsonValue {
    const { text, at } = this;
    const { value, end } = readScalar(text, at, this.innerQuotes);
    this.at = end;
    if (!(value instanceof JsonNumber) || Array.isArray(this.containers.at(-1))) return value;
    const printedEnd = goesOnInPrint.has(text[end]) ? endAt(printedPattern, text, at) : -1;
    if (printedEnd <= end) return value;
    this.at = printedEnd;
    return text.slice(at, printedEnd);
  }

  /**
   * Advances over separators, closing brackets and the next key to the next value.
   *
   * @returns the result at the end.
   */
  private seekValue(isOpened: boolean): ParsedJson | undefined {
    const { text, containers } = this;
    let isSeparated = isOpened;
    for (;;) {
      this.at = skipBlank(text, this.at);
      switch (text[this.at]) {
        case undefined:
          return this.unfinished();
        case ',':
          this.at += 1;
          isSeparated = true;
          break;
        case '}':
        case ']': {
          this.at += 1;
          const value = containers.pop()!;
          if (containers.length === 0) return { value, end: this.at, complete: true };
          break;
        }
        // The end of a statement inside a literal: it is broken from here on.
        case ';':
        case ')':
          return this.unfinished(this.at);
        default:
          if (this.isValueNext(isSeparated)) return undefined;
      }
    }
  }

  private isValueNext(isSeparated: boolean): boolean {
    return Array.isArray(this.containers.at(-1)) ? this.isEntry(isSeparated) : this.takeKey();
  }

  /** Skips leftovers of an expression, such as `"a" + b`. */
  private isEntry(isSeparated: boolean): boolean {
    if (isSeparated || !'+-*/%?:|&<>=.('.includes(this.text[this.at]!)) return true;
    this.at = Math.max(skipExpression(this.text, this.at), this.at + 1);
    return false;
  }

  /** @returns whether a key and a colon were read. */
  private takeKey(): boolean {
    const { text, at } = this;
    const isQuoted = isQuote(text[at]);
    const nameEnd = isQuoted ? -1 : endAt(namePattern, text, at);
    if (!isQuoted && nameEnd < 0) {
      this.at = Math.max(skipExpression(text, at), at + 1);
      return false;
    }
    const { value, end } =
      nameEnd < 0 ? readText(text, at, false) : { value: text.slice(at, nameEnd), end: nameEnd };
    this.key = value;
    this.at = skipBlank(text, end);
    if (text[this.at] === ':') {
      this.at = skipBlank(text, this.at + 1);
      return true;
    }
    // A method (`get() {…}`) or shorthand member has no value.
    if (!isQuoted) this.at = skipExpression(text, this.at);
    return false;
  }
}

/**
 * Reads one JSON value as written on real pages, in one pass and without recursion: comments, CDATA marks,
 * single quotes, bare keys, raw line breaks, missing and trailing commas, JavaScript expressions (read as
 * null). Numbers keep their digits; code is never run.
 *
 * @param start - offset of the value, or of white space before it.
 * @param innerQuotes - treats a quote inside a string as text if it is not followed by `,`, `:`, a closing bracket or
 *   a line end (`"name": "15" screen"`). Wrong for JavaScript expressions, right for broken JSON-LD.
 * @returns `undefined` if there is no value.
 */
export const parseLooseJson = (text: string, start = 0, innerQuotes = false): ParsedJson | undefined => {
  const at = skipBlank(text, start);
  if (text[at] === '{' || text[at] === '[') return new ContainerReader(text, at, innerQuotes).read();
  const scalar = at < text.length ? readScalar(text, at, innerQuotes) : undefined;
  return scalar?.complete && scalar.end > at ? scalar : undefined;
};
