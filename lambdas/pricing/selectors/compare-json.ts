import type { JSONValue, Nothing } from 'json-p3';
import type { SelectorBudget } from './selector-budget.ts';

/** A value of a page's data, or that there is none. */
export type Comparable = JSONValue | typeof Nothing;

type JsonObject = Record<string, Comparable>;

/** Puts the pairs on the stack of which each has to be equal. @returns whether the two may be equal at all. */
const pairUp = (
  left: Comparable,
  right: Comparable,
  pairs: [Comparable, Comparable][],
  budget: SelectorBudget,
): boolean => {
  budget.spend();
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  if (Array.isArray(left) && Array.isArray(right)) {
    if (left.length !== right.length) return false;
    budget.spend(left.length);
    for (const [index, value] of left.entries()) pairs.push([value, right[index]!]);
    return true;
  }
  const [ours, theirs] = [left as JsonObject, right as JsonObject];
  const names = Object.keys(ours);
  budget.spend(names.length);
  let others = 0;
  for (const name in theirs) {
    budget.spend();
    if (!Object.hasOwn(ours, name)) return false;
    others += 1;
  }
  if (others !== names.length) return false;
  for (const name of names) pairs.push([ours[name]!, theirs[name]!]);
  return true;
};

const isEqual = (left: Comparable, right: Comparable, budget: SelectorBudget): boolean => {
  const pairs: [Comparable, Comparable][] = [[left, right]];
  while (pairs.length > 0) {
    const [ours, theirs] = pairs.pop()!;
    if (typeof ours === 'string' && typeof theirs === 'string')
      budget.spendText(Math.min(ours.length, theirs.length));
    if (!pairUp(ours, theirs, pairs, budget)) return false;
  }
  return true;
};

const isLess = (left: Comparable, right: Comparable, budget: SelectorBudget): boolean => {
  if (typeof left === 'number' && typeof right === 'number') return left < right;
  if (typeof left !== 'string' || typeof right !== 'string') return false;
  budget.spendText(Math.min(left.length, right.length));
  return left < right;
};

const comparisons: Readonly<
  Record<string, (left: Comparable, right: Comparable, budget: SelectorBudget) => boolean>
> = {
  '==': isEqual,
  '!=': (left, right, budget) => !isEqual(left, right, budget),
  '<': isLess,
  '>': (left, right, budget) => isLess(right, left, budget),
  '<=': (left, right, budget) => isLess(left, right, budget) || isEqual(left, right, budget),
  '>=': (left, right, budget) => isLess(right, left, budget) || isEqual(left, right, budget),
};

/**
 * Compares as RFC 9535 says (2.3.5.2.2), and pays for each member and character that is looked at.
 *
 * @param operator - `==`, `!=`, `<`, `<=`, `>` or `>=`.
 * @throws BudgetSpent
 */
export const compareJson = (
  operator: string,
  left: Comparable,
  right: Comparable,
  budget: SelectorBudget,
): boolean => comparisons[operator]!(left, right, budget);
