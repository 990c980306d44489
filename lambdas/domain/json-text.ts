/** A place in a JSON document and what is wrong there; `Pointer` is an RFC 6901 JSON pointer. */
export interface Violation {
  Pointer: string;
  Detail: string;
}

export const maxJsonDepth = 32;

/** More of them than a person reads, and few enough that a small body cannot ask for a huge answer. */
export const maxJsonHazards = 100;
const maxNamedStepLength = 200;

/** @returns an RFC 6901 pointer such as `/Data/SellingSites/0/Url`; `""` names the whole document. */
export const jsonPointer = (path: readonly PropertyKey[]): string =>
  path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

interface OpenContainer {
  keys: Set<string> | undefined;
  step: string | number;
}

const stringEnd = (text: string, start: number): number => {
  let end = start + 1;
  while (text[end] !== '"') end += text[end] === '\\' ? 2 : 1;
  return end + 1;
};

/**
 * Finds what `JSON.parse` lets pass and an API must not: a name twice in one object (parsers disagree on which
 * one counts), text that is not well-formed Unicode, and nesting beyond {@link maxJsonDepth}. One pass without recursion.
 *
 * @param text - valid JSON; the caller has parsed it already.
 * @returns violations in document order: the first {@link maxJsonHazards}, and one that says when there are more;
 *   only the first for nesting. A pointer ends before a name that is longer than any of ours.
 * @see https://www.rfc-editor.org/rfc/rfc8259#section-4
 */
export const findJsonHazards = (text: string): Violation[] => {
  const violations: Violation[] = [];
  const open: OpenContainer[] = [];
  const here = (): string => {
    const path = open.map(({ step }) => step);
    const unnamed = path.findIndex((step) => String(step).length > maxNamedStepLength);
    return jsonPointer(unnamed < 0 ? path : path.slice(0, unnamed));
  };
  let isName = false;

  for (let i = 0; i < text.length; i += 1) {
    if (violations.length > maxJsonHazards) break;
    const char = text[i];
    const inner = open.at(-1);
    if (char === '{' || char === '[') {
      if (open.length === maxJsonDepth) {
        return [
          ...violations,
          { Pointer: here(), Detail: `must not nest deeper than ${maxJsonDepth} levels` },
        ];
      }
      open.push(char === '{' ? { keys: new Set(), step: '' } : { keys: undefined, step: 0 });
      isName = char === '{';
    } else if (char === '}' || char === ']') {
      open.pop();
      isName = false;
    } else if (char === ',') {
      if (inner?.keys) isName = true;
      else if (inner) inner.step = (inner.step as number) + 1;
    } else if (char === '"') {
      const end = stringEnd(text, i);
      const value = JSON.parse(text.slice(i, end)) as string;
      if (isName && inner?.keys) {
        isName = false;
        inner.step = value.toWellFormed();
        if (inner.keys.has(value))
          violations.push({ Pointer: here(), Detail: 'must not stand twice in one object' });
        inner.keys.add(value);
      }
      if (!value.isWellFormed()) {
        violations.push({ Pointer: here(), Detail: 'must be well-formed Unicode without lone surrogates' });
      }
      i = end - 1;
    }
  }
  if (violations.length <= maxJsonHazards) return violations;
  return [
    ...violations.slice(0, maxJsonHazards),
    { Pointer: '', Detail: `has further violations beside the first ${maxJsonHazards}` },
  ];
};
