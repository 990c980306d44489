import { isTraversal, parse, type Selector } from 'css-what';

/** A quoted text, an escape, or a comment, which may be unterminated. */
const quotedOrComment = /"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|\\[\s\S]|\/\*[\s\S]*?(?:\*\/|$)/g;

/** Removes comments, which the parser accepts only in some places. */
export const withoutComments = (selector: string): string =>
  selector.includes('/*')
    ? selector.replace(quotedOrComment, (found) => (found.startsWith('/*') ? '' : found)).trim()
    : selector;

const isName = ({ type }: Selector): boolean => type === 'tag' || type === 'universal';

/** `.` or `#` without a name; `[class=""]` is parsed differently. */
const isNameless = (part: Selector): boolean =>
  part.type === 'attribute' && part.value === '' && part.ignoreCase === 'quirks';

const innerOf = (part: Selector): readonly Selector[][] =>
  part.type === 'pseudo' && Array.isArray(part.data) ? part.data : [];

/**
 * Returns violations of CSS grammar that the parser accepts.
 *
 * @param isRelative - may start with a combinator, as inside `:has()`.
 */
const faultOf = (parts: readonly Selector[], isRelative: boolean): string | undefined => {
  const [first, last] = [parts[0], parts.at(-1)];
  if (!first || !last) return 'A part of it is empty.';
  if (isTraversal(last)) return 'A combinator stands at the end of it; expected an element behind it.';
  if (isTraversal(first) && !isRelative)
    return 'A combinator stands at the beginning of it; expected an element before it.';
  if (parts.some(isNameless)) return 'A "." or "#" stands without a name.';
  if (parts.some((part, at) => at > 0 && isName(part) && !isTraversal(parts[at - 1]!)))
    return 'The name of an element stands behind its attributes or classes; expected it before them.';
  for (const part of parts) {
    const isHas = part.type === 'pseudo' && part.name === 'has';
    for (const inner of innerOf(part)) {
      const fault = faultOf(inner, isHas);
      if (fault !== undefined) return fault;
    }
  }
  return undefined;
};

/** @throws Error if a selector violates the CSS grammar. */
export const checkCssGrammar = (selector: string): void => {
  const selectors = parse(withoutComments(selector));
  if (selectors.length === 0) throw new Error('It is empty.');
  for (const parts of selectors) {
    const fault = faultOf(parts, false);
    if (fault !== undefined) throw new Error(fault);
  }
};
