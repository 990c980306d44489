import type { XPathNode, XPathTree } from './xpath-tree.ts';

/** XPath 1.0's four types of values (1); node-sets are in document order. */
export type XPathValue = string | number | boolean | readonly XPathNode[];

export const isNodeSet = (value: XPathValue): value is readonly XPathNode[] => Array.isArray(value);

const numberPattern = /^[ \t\r\n]*(-?(?:\d+(?:\.\d*)?|\.\d+))[ \t\r\n]*$/;
const numberOfText = (text: string): number => {
  const found = numberPattern.exec(text);
  return found ? Number(found[1]) : Number.NaN;
};

/** Decimal digits without exponent (4.2). */
const textOfNumber = (value: number): string => {
  if (value === 0) return '0';
  const text = String(value);
  const [digits, exponent] = text.split('e');
  if (exponent === undefined) return text;
  if (Math.abs(value) >= 1) return BigInt(value).toString();
  const plain = digits!.replace(/\D/g, '');
  const fraction = '0'.repeat(-Number(exponent) - 1) + plain;
  return `${value < 0 ? '-' : ''}0.${fraction}`;
};

/** @see https://www.w3.org/TR/1999/REC-xpath-19991116/#function-string */
export const toText = (value: XPathValue, tree: XPathTree): string => {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return textOfNumber(value);
  if (typeof value === 'boolean') return String(value);
  return value[0] ? tree.textOf(value[0]) : '';
};

/** @see https://www.w3.org/TR/1999/REC-xpath-19991116/#function-number */
export const toNumber = (value: XPathValue, tree: XPathTree): number => {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return Number(value);
  return numberOfText(toText(value, tree));
};

/** @see https://www.w3.org/TR/1999/REC-xpath-19991116/#function-boolean */
export const toBoolean = (value: XPathValue): boolean => {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return value !== 0 && !Number.isNaN(value);
  return value.length > 0;
};

export type Comparison = '=' | '!=' | '<' | '<=' | '>' | '>=';

const orders: Readonly<Record<Exclude<Comparison, '=' | '!='>, (left: number, right: number) => boolean>> = {
  '<': (left, right) => left < right,
  '<=': (left, right) => left <= right,
  '>': (left, right) => left > right,
  '>=': (left, right) => left >= right,
};

const isEquality = (comparison: Comparison): comparison is '=' | '!=' =>
  comparison === '=' || comparison === '!=';

const turned: Readonly<Record<Comparison, Comparison>> = {
  '=': '=',
  '!=': '!=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};

const compareSingle = (
  comparison: Comparison,
  left: Exclude<XPathValue, object>,
  right: Exclude<XPathValue, object>,
  tree: XPathTree,
): boolean => {
  if (!isEquality(comparison)) return orders[comparison](toNumber(left, tree), toNumber(right, tree));
  let isEqual: boolean;
  if (typeof left === 'boolean' || typeof right === 'boolean') isEqual = toBoolean(left) === toBoolean(right);
  else if (typeof left === 'number' || typeof right === 'number')
    isEqual = toNumber(left, tree) === toNumber(right, tree);
  else isEqual = left === right;
  return isEqual === (comparison === '=');
};

/** The least and the greatest number among the nodes' texts; those that are none compare with nothing. */
const rangeOf = (nodes: readonly XPathNode[], tree: XPathTree): { least: number; greatest: number } => {
  let least = Number.NaN;
  let greatest = Number.NaN;
  for (const node of nodes) {
    const value = numberOfText(tree.textOf(node));
    if (!(value >= least)) least = Number.isNaN(value) ? least : value;
    if (!(value <= greatest)) greatest = Number.isNaN(value) ? greatest : value;
  }
  return { least, greatest };
};

/** Whether any two texts of the sets compare so: each text is looked at once. */
const compareSets = (
  comparison: Comparison,
  left: readonly XPathNode[],
  right: readonly XPathNode[],
  tree: XPathTree,
): boolean => {
  if (!isEquality(comparison)) {
    const lefts = rangeOf(left, tree);
    const rights = rangeOf(right, tree);
    return comparison.startsWith('<')
      ? orders[comparison](lefts.least, rights.greatest)
      : orders[comparison](lefts.greatest, rights.least);
  }
  const lefts = new Set(left.map((node) => tree.textOf(node)));
  const rights = new Set(right.map((node) => tree.textOf(node)));
  if (comparison === '=') return [...lefts].some((text) => rights.has(text));
  if (lefts.size === 0 || rights.size === 0) return false;
  return lefts.size > 1 || rights.size > 1 || !rights.has([...lefts][0]!);
};

/** @see https://www.w3.org/TR/1999/REC-xpath-19991116/#booleans */
export const compareValues = (
  comparison: Comparison,
  left: XPathValue,
  right: XPathValue,
  tree: XPathTree,
): boolean => {
  if (isNodeSet(left) && isNodeSet(right)) return compareSets(comparison, left, right, tree);
  if (isNodeSet(right)) return compareValues(turned[comparison], right, left, tree);
  if (!isNodeSet(left)) return compareSingle(comparison, left, right as typeof left, tree);
  const single = right as Exclude<XPathValue, object>;
  if (typeof single === 'boolean') return compareSingle(comparison, toBoolean(left), single, tree);
  return left.some((node) => compareSingle(comparison, tree.textOf(node), single, tree));
};
