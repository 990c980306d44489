import type { Document } from 'domhandler';
import * as DomUtils from 'domutils';
import {
  JSONPathEnvironment,
  JSONPathNode,
  JSONPathNodeList,
  type JSONPathQuery,
  type JSONValue,
  Nothing,
} from 'json-p3';
import type { RE2JS } from 're2js';
import { type Comparable, compareJson } from './compare-json.ts';
import { compileCost, compileRegex, isMatch, maxPatternLength } from './match-regex.ts';
import { SelectorBudget } from './selector-budget.ts';

/** Patterns may come from the page's own data, a new one with every value. */
const maxPatterns = 50;

/**
 * A pattern of JSONPath in RE2's syntax: there a dot is any character but a line feed, here it is no carriage return
 * either.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9485#name-ecmascript-regexps
 */
const inRe2 = (pattern: string): string =>
  pattern.replace(/\\[\s\S]|\[(?:[^\]\\]|\\[\s\S])*\]|\./g, (part) => (part === '.' ? '[^\\n\\r]' : part));

class BudgetedEnvironment extends JSONPathEnvironment {
  readonly budget: SelectorBudget;
  private readonly patterns = new Map<string, RE2JS | undefined>();

  constructor(budget: SelectorBudget) {
    super();
    this.budget = budget;
  }

  override entries(object: { [key: string]: JSONValue }): [string, JSONValue][] {
    const entries = super.entries(object);
    this.budget.spend(1 + entries.length);
    return entries;
  }

  /** @returns `undefined` for a pattern that is none: it matches nothing (RFC 9535, 2.4.6). */
  private patternOf(pattern: string): RE2JS | undefined {
    if (this.patterns.has(pattern)) return this.patterns.get(pattern);
    let compiled: RE2JS | undefined;
    // One that is longer is refused, however it is written.
    const written = inRe2(pattern.slice(0, maxPatternLength + 1));
    this.budget.spend(compileCost(written) ?? 1);
    try {
      compiled = compileRegex(written);
    } catch {
      compiled = undefined;
    }
    this.budget.look();
    if (this.patterns.size >= maxPatterns) this.patterns.clear();
    this.patterns.set(pattern, compiled);
    return compiled;
  }

  // The library's own functions build backtracking expressions from the selector.
  protected override setupFilterFunctions(): void {
    super.setupFilterFunctions();
    for (const name of ['match', 'search'] as const) {
      const { argTypes, returnType } = this.functionRegister.get(name)!;
      const call = (text: unknown, pattern: unknown): boolean => {
        if (typeof text !== 'string' || typeof pattern !== 'string') return false;
        this.budget.spendText(text.length);
        const compiled = this.patternOf(pattern);
        return compiled !== undefined && isMatch(name, compiled, text, this.budget);
      };
      this.functionRegister.set(name, { argTypes, returnType, call });
    }
    const { argTypes, returnType } = this.functionRegister.get('length')!;
    this.functionRegister.set('length', { argTypes, returnType, call: (value) => this.lengthOf(value) });
  }

  /** As the library's own, and each member of an object is paid for. */
  private lengthOf(value: unknown): number | typeof Nothing {
    if (Array.isArray(value) || typeof value === 'string') return value.length;
    if (typeof value !== 'object' || value === null) return Nothing;
    const names = Object.keys(value);
    this.budget.spend(names.length);
    return names.length;
  }
}

type Part = Record<string, unknown>;
type Evaluate = (context: unknown) => unknown;

/** How many members a part of a query goes over at a node: a name or an index leads to one. */
const membersOf = (part: Part, value: unknown): number =>
  Array.isArray(value) && part.name === undefined && part.index === undefined ? value.length : 1;

const walkingMethods = ['resolve', 'lazyResolve', 'visit', 'lazyVisit'] as const;

const meterWalks = (part: Part, budget: SelectorBudget): void => {
  for (const name of walkingMethods) {
    const method = part[name];
    if (typeof method !== 'function') continue;
    part[name] = (...given: unknown[]): unknown => {
      const node = given[0];
      if (node instanceof JSONPathNode) {
        budget.spend(membersOf(part, node.value));
        budget.look();
      }
      return method.apply(part, given);
    };
  }
};

/** What a side of a comparison stands for: of a query its one value. */
const comparableOf = (given: unknown): Comparable => {
  if (!(given instanceof JSONPathNodeList)) return given as Comparable;
  return given.length === 1 ? given.nodes[0]!.value : Nothing;
};

const isComparison = ({ operator, left, right, logical }: Part): boolean =>
  typeof operator === 'string' && left !== undefined && right !== undefined && logical === false;

/** Filters: the library lists all names of an object, and compares all members of two lists, for nothing. */
const meterFilter = (part: Part, budget: SelectorBudget): void => {
  const { evaluate } = part;
  if (typeof evaluate !== 'function') return;
  const sideOf = (side: unknown, context: unknown): Comparable =>
    comparableOf((side as { evaluate: Evaluate }).evaluate(context));
  const compare: Evaluate = (context) =>
    compareJson(part.operator as string, sideOf(part.left, context), sideOf(part.right, context), budget);
  const inner: Evaluate = isComparison(part) ? compare : (context) => evaluate.call(part, context);
  part.evaluate = (context: unknown): unknown => {
    budget.spend();
    return inner(context);
  };
};

/** Lets each part of a compiled query, those in its filters as well, pay for the members that it goes over. */
const meter = (query: object, budget: SelectorBudget): void => {
  const seen = new Set<unknown>([budget]);
  const stack: unknown[] = [query];
  while (stack.length > 0) {
    const part = stack.pop();
    if (typeof part !== 'object' || part === null || seen.has(part)) continue;
    seen.add(part);
    // What is metered hides nothing of the parts within.
    for (const [name, value] of Object.entries(part)) if (name !== 'environment') stack.push(value);
    meterWalks(part as Part, budget);
    meterFilter(part as Part, budget);
  }
};

const parse = (text: string): JSONValue | undefined => {
  try {
    return JSON.parse(
      text.replace(
        /^\s*(?:<!--|\/\*\s*<!\[CDATA\[\s*\*\/|<!\[CDATA\[)|(?:-->|\/\*\s*\]\]>\s*\*\/|\]\]>);?\s*$/g,
        '',
      ),
    ) as JSONValue;
  } catch {
    // Broken data of one script is no reason to leave out the others.
    return undefined;
  }
};

/** Embedded JSON in document order: JSON-LD, `application/json` and alike. */
export const embeddedJson = (document: Document): JSONValue[] =>
  DomUtils.getElementsByTagName('script', document, true)
    .filter((script) => /^\s*(?:application|text)\/(?:[\w.+-]*\+)?json/i.test(script.attribs.type ?? ''))
    .map((script) => parse(DomUtils.textContent(script)))
    .filter((value) => value !== undefined);

/** Several descendant segments multiply; no selector for a price needs more. */
const maxDescendants = 3;

const compile = (environment: BudgetedEnvironment, query: string): JSONPathQuery => {
  if ((query.match(/\.\./g) ?? []).length > maxDescendants) {
    throw new Error(`More than ${maxDescendants} descendant segments ("..") in one JSONPath.`);
  }
  return environment.compile(query);
};

/** @throws when the query is no JSONPath (RFC 9535). */
export const checkJsonPath = (query: string): void => {
  compile(new BudgetedEnvironment(new SelectorBudget()), query);
};

/**
 * @param values - of the page, by {@link embeddedJson}.
 * @throws when the query is no JSONPath (RFC 9535) or the budget is spent.
 */
export const selectJsonPath = (
  values: readonly JSONValue[],
  query: string,
  budget: SelectorBudget,
): { text: string; path: string }[] => {
  const compiled = compile(new BudgetedEnvironment(budget), query);
  meter(compiled, budget);
  const found: { text: string; path: string }[] = [];
  for (const value of values) {
    if (value === null || typeof value !== 'object') continue;
    for (const node of compiled.lazyQuery(value)) {
      budget.spend();
      if (typeof node.value !== 'string' && typeof node.value !== 'number') continue;
      found.push({ text: String(node.value), path: node.path });
      if (found.length >= 20) return found;
    }
  }
  return found;
};
