/** What compiling a pattern takes and gives, before it is compiled; never less than it is. */
export interface RegexSize {
  /** Of the compiled program, as an upper bound. */
  instructions: number;
  /** Of compiling, in units of about a microsecond. */
  cost: number;
}

/** Parts of a pattern and what compiling each costs, measured with RE2JS 2.10. */
const costs = {
  character: 2,
  /** `\w` and its like, which are classes. */
  shorthand: 40,
  class: 20,
  unicodeClass: 60,
  /** Under `(?i)` each member of a class is looked up with its other cases. */
  foldedClass: 60,
  foldedUnicodeClass: 500,
  /** Under `(?i)`, a range that may reach through all of Unicode. */
  foldedWideClass: 15_000,
} as const;

interface Group {
  instructions: number;
  /** What a repetition behind it would repeat. */
  last: number;
}

const repetition = /^\{(\d{1,9})(?:(,)(\d{0,9}))?\}/;
const unicodeClass = /^\\[pP](?:\{[^}]*\}|.)?/su;
const quoted = /^\\Q([\s\S]*?)(?:\\E|$)/;
/** Up to its end; a bracket right at the start is a member. POSIX names stand in brackets of their own. */
const bracketed = /^\[\^?\]?(?:\\[\s\S]|\[:\^?\w+:\]|[^\]\\])*\]?/;

/**
 * Estimates a regular expression in RE2's syntax in one pass: repetitions in repetitions multiply, and
 * `(?:(?:a{30}){30}){30}` in few characters is a program of 27,000 instructions.
 */
export const regexSizeOf = (pattern: string): RegexSize => {
  const isFolded = /\(\?[a-zA-Z]*i/.test(pattern);
  const groups: Group[] = [{ instructions: 2, last: 0 }];
  let cost = 0;
  const put = (instructions: number, itsCost: number): void => {
    const group = groups.at(-1)!;
    group.instructions += instructions;
    group.last = instructions;
    cost += itsCost;
  };
  const classCost = (text: string): number => {
    if (!isFolded) return costs.class;
    return /\\[xuU0-7]|[^\0-\x7f]/.test(text) ? costs.foldedWideClass : costs.foldedClass;
  };

  const repeat = (times: number): void => {
    const group = groups.at(-1)!;
    const added = (group.last + 2) * Math.max(1, times);
    group.instructions += added - group.last;
    cost += added;
    group.last = added;
  };

  /** @returns the length of what was read. */
  const readEscape = (rest: string): number => {
    const property = unicodeClass.exec(rest);
    if (property) {
      put(1, isFolded ? costs.foldedUnicodeClass : costs.unicodeClass);
      return property[0].length;
    }
    const literal = quoted.exec(rest);
    if (literal) {
      put(literal[1]!.length, literal[1]!.length * costs.character);
      return literal[0].length;
    }
    put(1, /^\\[dDsSwW]/.test(rest) ? costs.shorthand : costs.character);
    return 2;
  };

  const close = (): void => {
    const inner = groups.length > 1 ? groups.pop()! : groups[0]!;
    if (inner === groups[0]) return;
    put(inner.instructions + 2, costs.character);
  };

  const readBraces = (rest: string): number => {
    const counted = repetition.exec(rest);
    if (!counted) {
      put(1, costs.character);
      return 1;
    }
    const [whole, low, comma, high] = counted;
    repeat(Math.max(Number(low) + (comma && high === '' ? 1 : 0), Number(high || 0)));
    return whole.length;
  };

  let at = 0;
  while (at < pattern.length) {
    const rest = pattern.slice(at);
    switch (rest[0]) {
      case '\\':
        at += readEscape(rest);
        break;
      case '[': {
        const text = bracketed.exec(rest)![0];
        const properties = text.match(/\\[pP]/g)?.length ?? 0;
        put(1, classCost(text) + properties * (isFolded ? costs.foldedUnicodeClass : costs.unicodeClass));
        at += text.length;
        break;
      }
      case '(':
        groups.push({ instructions: 2, last: 0 });
        at += 1;
        break;
      case ')':
        close();
        at += 1;
        break;
      case '{':
        at += readBraces(rest);
        break;
      case '*':
      case '+':
      case '?':
        repeat(1);
        at += 1;
        break;
      default:
        put(1, costs.character);
        at += 1;
    }
  }
  // What is not closed is refused when it is compiled; until then it counts as if it were.
  while (groups.length > 1) close();
  return { instructions: groups[0]!.instructions, cost };
};
