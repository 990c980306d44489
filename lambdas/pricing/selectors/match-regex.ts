import { RE2JS } from 're2js';
import { regexSizeOf } from './regex-size.ts';
import type { SelectorBudget } from './selector-budget.ts';

/** Longest pattern; those of selectors are shorter, those in a page's data may be as long as the page. */
export const maxPatternLength = 1_000;

/**
 * Instructions of a compiled pattern. Matching takes time in proportion to the text times the program, so that a
 * larger one is costly on any page. `.{0,1000}` has 2,000.
 */
export const maxInstructions = 4_000;

/** Of compiling, in the units of {@link regexSizeOf}: some tens of milliseconds. */
const maxCompileCost = 40_000;

const tooLarge = (): Error =>
  new Error(
    `The pattern compiles to a program of more than ${maxInstructions} instructions; ` +
      'repeat less often, or use fewer classes.',
  );

/**
 * What compiling a pattern costs, in units of about a microsecond; `undefined` when it is not compiled for its size.
 * The estimate only keeps compiling from taking long, so that it refuses no pattern that may yet be small enough.
 */
export const compileCost = (pattern: string): number | undefined => {
  const { instructions, cost } = regexSizeOf(pattern);
  return instructions > 4 * maxInstructions || cost > maxCompileCost ? undefined : cost;
};

/**
 * Compiles a regular expression (RE2 syntax) in bounded time.
 *
 * @throws Error when it is none, or too large.
 */
export const compileRegex = (pattern: string): RE2JS => {
  if (pattern.length > maxPatternLength)
    throw new Error(`The pattern has more than ${maxPatternLength} characters.`);
  if (compileCost(pattern) === undefined) throw tooLarge();
  const compiled = RE2JS.compile(pattern);
  if (compiled.programSize() > maxInstructions) throw tooLarge();
  return compiled;
};

/** A text whose characters are paid for as an expression looks at them: nothing else tells what matching costs. */
class PaidText extends String {
  private readonly budget: SelectorBudget;

  constructor(text: string, budget: SelectorBudget) {
    super(text);
    this.budget = budget;
  }
  override charCodeAt(index: number): number {
    this.budget.spendCharacter();
    return super.charCodeAt(index);
  }
}

/** Text that an expression is matched against, for the price of what it looks at. */
const paid = (text: string, budget: SelectorBudget): string =>
  new PaidText(text, budget) as unknown as string;

/** Whether a pattern is found in a text (`search`), or is all of it (`match`). */
export const isMatch = (
  kind: 'match' | 'search',
  pattern: RE2JS,
  text: string,
  budget: SelectorBudget,
): boolean => {
  const matcher = pattern.matcher(paid(text, budget));
  return kind === 'match' ? matcher.matches() : matcher.find();
};

/** The first group of the first match, or all of the match where the pattern has no group; else empty. */
export const firstMatch = (pattern: string, text: string, budget: SelectorBudget): string => {
  const matcher = compileRegex(pattern).matcher(paid(text, budget));
  if (!matcher.find()) return '';
  return (matcher.groupCount() > 0 ? matcher.group(1) : matcher.group()) ?? '';
};
