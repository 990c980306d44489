export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Canonical JSON, equal for equal values: members sorted by name, no white space. */
export const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_name, each: unknown) =>
    isObject(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : each,
  );

/** A place in a JSON document (an RFC 6901 pointer) and what is wrong there. */
export interface Violation {
  Pointer: string;
  Detail: string;
}

export const maxJsonDepth = 32;

/** More than a person reads, and few enough that a small body cannot cause a huge response. */
export const maxJsonHazards = 100;
const maxNamedStepLength = 200;

/** @returns an RFC 6901 pointer such as `/Data/SellingSites/0/Url`; `""` names the whole document. */
export const jsonPointer = (path: readonly PropertyKey[]): string =>
  path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

interface OpenContainer {
  /** Names so far; `undefined` for an array. */
  keys: Set<string> | undefined;
  step: string | number;
  /** The next string is a member's name. */
  awaitsName: boolean;
}

const opened = (bracket: string): OpenContainer =>
  bracket === '{'
    ? { keys: new Set(), step: '', awaitsName: true }
    : { keys: undefined, step: 0, awaitsName: false };

const advance = (container: OpenContainer): void => {
  container.awaitsName = container.keys !== undefined;
  if (typeof container.step === 'number') container.step += 1;
};

const pointerTo = (open: readonly OpenContainer[]): string => {
  const path = open.map(({ step }) => step);
  const unnamed = path.findIndex((step) => String(step).length > maxNamedStepLength);
  return jsonPointer(unnamed < 0 ? path : path.slice(0, unnamed));
};

const stringEnd = (text: string, start: number): number => {
  let end = start + 1;
  while (text[end] !== '"') end += text[end] === '\\' ? 2 : 1;
  return end + 1;
};

/** Brackets, commas and whole strings; nothing else in a JSON text can be a hazard. */
const tokensOf = function* (text: string): Generator<string> {
  const sign = /[{}[\],"]/g;
  for (let found = sign.exec(text); found !== null; found = sign.exec(text)) {
    if (found[0] === '"') sign.lastIndex = stringEnd(text, found.index);
    yield text.slice(found.index, sign.lastIndex);
  }
};

/** Faults of a string. A name also becomes the pointer's step into its object. */
const stringFaults = (value: string, container: OpenContainer | undefined): string[] => {
  const faults: string[] = [];
  if (container?.keys && container.awaitsName) {
    container.awaitsName = false;
    container.step = value.toWellFormed();
    if (container.keys.has(value)) faults.push('must not occur twice in one object');
    container.keys.add(value);
  }
  if (!value.isWellFormed()) faults.push('must be well-formed Unicode without lone surrogates');
  return faults;
};

/**
 * Finds what `JSON.parse` accepts and an API must not: duplicate names in one object (parsers disagree on which one
 * counts), text that is not well-formed Unicode, and nesting beyond {@link maxJsonDepth}. One pass without recursion.
 *
 * @param text - valid JSON; the caller has already parsed it.
 * @returns violations in document order: the first {@link maxJsonHazards}, and one more if there are others; stops at
 *   the first nesting violation. A pointer ends before a name longer than any known one.
 * @see https://www.rfc-editor.org/rfc/rfc8259#section-4
 */
export const findJsonHazards = (text: string): Violation[] => {
  const violations: Violation[] = [];
  const open: OpenContainer[] = [];
  const report = (Detail: string): void => {
    violations.push({ Pointer: pointerTo(open), Detail });
  };

  for (const token of tokensOf(text)) {
    const inner = open.at(-1);
    if ('{['.includes(token)) {
      if (open.length === maxJsonDepth) {
        report(`must not nest deeper than ${maxJsonDepth} levels`);
        return violations;
      }
      open.push(opened(token));
    } else if ('}]'.includes(token)) open.pop();
    else if (token !== ',') stringFaults(JSON.parse(token) as string, inner).forEach(report);
    else if (inner) advance(inner);
    if (violations.length > maxJsonHazards) break;
  }
  if (violations.length <= maxJsonHazards) return violations;
  return [
    ...violations.slice(0, maxJsonHazards),
    { Pointer: '', Detail: `has more violations than these ${maxJsonHazards}` },
  ];
};
