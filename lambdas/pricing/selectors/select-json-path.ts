import type { Document } from 'domhandler';
import * as DomUtils from 'domutils';
import { JSONPathEnvironment, JSONPathNode, type JSONPathQuery, type JSONValue } from 'json-p3';
import type { RE2JS } from 're2js';
import { compileRegex, isMatch } from './match-regex.ts';
import { SelectorBudget } from './selector-budget.ts';

/** Patterns may come from the page's own data, a new one with every value. */
const maxPatterns = 50;

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
    try {
      compiled = compileRegex(pattern);
    } catch {
      compiled = undefined;
    }
    // Compiling counts as no step.
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
  }
}

type Resolving = Record<string, unknown>;

/** How many members a selector goes over at a node. */
const membersOf = (value: unknown): number => (Array.isArray(value) ? value.length : 1);

const meteredMethods = ['resolve', 'lazyResolve', 'visit', 'lazyVisit'] as const;

/**
 * Lets each part of a compiled query, those in its filters as well, pay for the members that it goes over: the library
 * asks nobody when it walks a list.
 */
const meter = (query: object, budget: SelectorBudget): void => {
  const seen = new Set<unknown>([budget]);
  const stack: unknown[] = [query];
  while (stack.length > 0) {
    const part = stack.pop();
    if (typeof part !== 'object' || part === null || seen.has(part)) continue;
    seen.add(part);
    const members = part as Resolving;
    for (const name of meteredMethods) {
      const method = members[name];
      if (typeof method !== 'function') continue;
      members[name] = (...given: unknown[]): unknown => {
        const node = given[0];
        if (node instanceof JSONPathNode) {
          budget.spend(membersOf(node.value));
          budget.look();
        }
        return method.apply(part, given);
      };
    }
    for (const [name, value] of Object.entries(members)) if (name !== 'environment') stack.push(value);
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
