import { isTraversal, parse, type Selector } from 'css-what';

/** A text in quotes, an escape, or a comment, which may lack its end. */
const quotedOrComment = /"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|\\[\s\S]|\/\*[\s\S]*?(?:\*\/|$)/g;

/** The parser knows comments at some places only. */
export const withoutComments = (selector: string): string =>
  selector.includes('/*')
    ? selector.replace(quotedOrComment, (found) => (found.startsWith('/*') ? '' : found)).trim()
    : selector;

const isName = ({ type }: Selector): boolean => type === 'tag' || type === 'universal';

/** `.` or `#` without a name; `[class=""]` says it otherwise. */
const isNameless = (part: Selector): boolean =>
  part.type === 'attribute' && part.value === '' && part.ignoreCase === 'quirks';

const innerOf = (part: Selector): readonly Selector[][] =>
  part.type === 'pseudo' && Array.isArray(part.data) ? part.data : [];

/**
 * Breaches of CSS's grammar that the parser lets pass, since it takes parts one by one.
 *
 * @param isRelative - it may begin with a combinator, as within `:has()`.
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

/** @throws Error when a selector breaks the grammar of CSS. */
export const checkCssGrammar = (selector: string): void => {
  const selectors = parse(withoutComments(selector));
  if (selectors.length === 0) throw new Error('It is empty.');
  for (const parts of selectors) {
    const fault = faultOf(parts, false);
    if (fault !== undefined) throw new Error(fault);
  }
};
