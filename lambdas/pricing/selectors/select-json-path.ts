import type { Document } from 'domhandler';
import * as DomUtils from 'domutils';
import { JSONPathEnvironment, type JSONValue } from 'json-p3';
import { RE2JS } from 're2js';
import type { StepBudget } from './step-budget.ts';

class BudgetedEnvironment extends JSONPathEnvironment {
  budget: StepBudget | undefined;

  override entries(object: { [key: string]: JSONValue }): [string, JSONValue][] {
    const entries = super.entries(object);
    this.budget?.spend(1 + entries.length);
    return entries;
  }

  // The library's own functions build backtracking expressions from the selector.
  protected override setupFilterFunctions(): void {
    super.setupFilterFunctions();
    for (const name of ['match', 'search'] as const) {
      const { argTypes, returnType } = this.functionRegister.get(name)!;
      const call = (text: unknown, pattern: unknown): boolean => {
        if (typeof text !== 'string' || typeof pattern !== 'string') return false;
        this.budget?.spend(1 + text.length);
        try {
          const matcher = RE2JS.compile(pattern).matcher(text);
          return name === 'match' ? matcher.matches() : matcher.find();
        } catch {
          // RFC 9535, 2.4.6: a pattern that is none matches nothing.
          return false;
        }
      };
      this.functionRegister.set(name, { argTypes, returnType, call });
    }
  }
}

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
const embeddedJson = (document: Document): JSONValue[] =>
  DomUtils.getElementsByTagName('script', document, true)
    .filter((script) => /^\s*(?:application|text)\/(?:[\w.+-]*\+)?json/i.test(script.attribs.type ?? ''))
    .map((script) => parse(DomUtils.textContent(script)))
    .filter((value) => value !== undefined);

/** Several descendant segments multiply; no selector for a price needs more. */
const maxDescendants = 3;

/** @throws when the query is no JSONPath (RFC 9535) or the budget is spent. */
export const selectJsonPath = (
  document: Document,
  query: string,
  budget: StepBudget,
): { text: string; path: string }[] => {
  const environment = new BudgetedEnvironment();
  environment.budget = budget;
  if ((query.match(/\.\./g) ?? []).length > maxDescendants) {
    throw new Error(`More than ${maxDescendants} descendant segments ("..") in one JSONPath.`);
  }
  const compiled = environment.compile(query);
  const found: { text: string; path: string }[] = [];
  for (const value of embeddedJson(document)) {
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
