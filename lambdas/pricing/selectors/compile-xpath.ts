import xpath from 'xpath';
import { type Focus, type XPathFunction, xpathFunctions } from './xpath-functions.ts';
import { type AxisName, axes, inDocumentOrder, type XPathNode } from './xpath-tree.ts';
import {
  type Comparison,
  compareValues,
  isNodeSet,
  toBoolean,
  toNumber,
  type XPathValue,
} from './xpath-values.ts';

/** A compiled expression. @throws BudgetSpent, or Error for a value of another type than it can use. */
export type XPathExpression = (focus: Focus) => XPathValue;

/** What the library's parser makes of an expression; its own evaluation compares nodes that nobody counts. */
interface Parsed {
  lhs?: Parsed;
  rhs?: Parsed;
  num?: number;
  str?: string;
  variable?: string;
  functionName?: string;
  arguments?: Parsed[];
  filter?: Parsed;
  filterPredicates?: Parsed[];
  locationPath?: { absolute: boolean; steps: ParsedStep[] };
}
interface ParsedStep {
  axis: number;
  nodeTest: { type: number; name?: string; prefix?: string };
  predicates: Parsed[];
}

type ParsedClass = abstract new () => Parsed;
const library = xpath as unknown as {
  parse: (expression: string) => { expression: { expression: Parsed } };
  Step: { STEPNAMES: Readonly<Record<number, AxisName>> };
  NodeTest: Readonly<
    Record<'NAMETESTANY' | 'NAMETESTPREFIXANY' | 'NAMETESTQNAME' | 'COMMENT' | 'TEXT' | 'PI' | 'NODE', number>
  >;
} & Record<
  | `${'Or' | 'And' | 'Bar' | 'UnaryMinus' | 'Plus' | 'Minus' | 'Multiply' | 'Div' | 'Mod'}Operation`
  | `${'Equals' | 'NotEqual' | 'LessThan' | 'LessThanOrEqual' | 'GreaterThan' | 'GreaterThanOrEqual'}Operation`
  | 'PathExpr'
  | 'FunctionCall'
  | 'VariableReference'
  | 'XString'
  | 'XNumber',
  ParsedClass
>;

type NodeTest = (node: XPathNode) => boolean;

const compileNodeTest = ({ type, name, prefix }: ParsedStep['nodeTest'], axis: AxisName): NodeTest => {
  const { NodeTest } = library;
  const principal = axis === 'attribute' ? 'Attribute' : 'Element';
  // HTML knows no case in names, and no namespaces: what stands before a colon is a part of the name.
  const wanted = (name ?? `${prefix}:`).toLowerCase();
  const nameOf = (node: XPathNode): string => node.name.toLowerCase();
  const tests: Readonly<Record<number, NodeTest>> = {
    [NodeTest.NAMETESTANY]: ({ kind }) => kind === principal,
    [NodeTest.NAMETESTPREFIXANY]: (node) => node.kind === principal && nameOf(node).startsWith(wanted),
    [NodeTest.NAMETESTQNAME]: (node) =>
      node.kind === principal && (node.name === wanted || nameOf(node) === wanted),
    [NodeTest.COMMENT]: ({ kind }) => kind === 'Comment',
    [NodeTest.TEXT]: ({ kind }) => kind === 'Text',
    // HTML has no processing instructions.
    [NodeTest.PI]: () => false,
    [NodeTest.NODE]: () => true,
  };
  return tests[type]!;
};

type Predicate = (focus: Focus) => boolean;

const compilePredicate = (parsed: Parsed): Predicate => {
  const expression = compile(parsed);
  return (focus) => {
    const value = expression(focus);
    return typeof value === 'number' ? value === focus.position : toBoolean(value);
  };
};

const keepMatching = (
  nodes: readonly XPathNode[],
  predicates: readonly Predicate[],
  { tree }: Focus,
): readonly XPathNode[] => {
  let left = nodes;
  for (const predicate of predicates) {
    const size = left.length;
    left = left.filter((node, index) => {
      tree.budget.spend();
      return predicate({ tree, node, position: index + 1, size });
    });
  }
  return left;
};

type Step = (nodes: readonly XPathNode[], focus: Focus) => readonly XPathNode[];

const compileStep = ({ axis, nodeTest, predicates }: ParsedStep): Step => {
  const name = library.Step.STEPNAMES[axis]!;
  const walk = axes[name];
  const test = compileNodeTest(nodeTest, name);
  const tests = predicates.map(compilePredicate);
  const stepFrom = (from: XPathNode, focus: Focus): readonly XPathNode[] => {
    const { tree } = focus;
    const found: XPathNode[] = [];
    tree.budget.spend();
    walk(tree, from, (node) => {
      tree.budget.spend();
      if (test(node)) found.push(node);
    });
    return keepMatching(found, tests, focus);
  };
  return (nodes, focus) => {
    const found = new Set<XPathNode>();
    for (const from of nodes) for (const node of stepFrom(from, focus)) found.add(node);
    return inDocumentOrder(found, focus.tree);
  };
};

const asNodes = (value: XPathValue): readonly XPathNode[] => {
  if (isNodeSet(value)) return value;
  throw new Error(`A path or predicate stands behind a ${typeof value}; expected nodes there.`);
};

const compilePath = ({ filter, filterPredicates = [], locationPath }: Parsed): XPathExpression => {
  const start = filter && compile(filter);
  const predicates = filterPredicates.map(compilePredicate);
  const steps = locationPath?.steps.map(compileStep) ?? [];
  if (start && predicates.length === 0 && !locationPath) return start;
  const startOf = (focus: Focus): readonly XPathNode[] => {
    if (start) return keepMatching(asNodes(start(focus)), predicates, focus);
    return [locationPath?.absolute ? focus.tree.root : focus.node];
  };
  return (focus) => steps.reduce((nodes, step) => step(nodes, focus), startOf(focus));
};

const arityOf = ([least, most]: XPathFunction['arity']): string => {
  if (least === most) return String(least);
  return most === Number.POSITIVE_INFINITY ? `${least} or more` : `${least} to ${most}`;
};

const compileCall = ({ functionName = '', arguments: given = [] }: Parsed): XPathExpression => {
  const known = xpathFunctions.get(functionName);
  if (!known) {
    const names = [...xpathFunctions.keys()].join(', ');
    throw new Error(`XPath 1.0 has no function "${functionName}"; expected one of ${names}.`);
  }
  const [least, most] = known.arity;
  if (given.length < least || given.length > most)
    throw new Error(
      `The function "${functionName}" takes ${arityOf(known.arity)} arguments, and was given ${given.length}.`,
    );
  const expressions = given.map(compile);
  return (focus) =>
    known.call(
      focus,
      expressions.map((expression) => expression(focus)),
    );
};

type Compiler = (parsed: Parsed) => XPathExpression;

const arithmetic =
  (calculate: (left: number, right: number) => number): Compiler =>
  ({ lhs, rhs }) => {
    const [left, right] = [compile(lhs!), compile(rhs!)];
    return (focus) => calculate(toNumber(left(focus), focus.tree), toNumber(right(focus), focus.tree));
  };

const comparing =
  (comparison: Comparison): Compiler =>
  ({ lhs, rhs }) => {
    const [left, right] = [compile(lhs!), compile(rhs!)];
    return (focus) => compareValues(comparison, left(focus), right(focus), focus.tree);
  };

/** @param decides - the value of the left side with which the right one is not asked. */
const logical =
  (decides: boolean): Compiler =>
  ({ lhs, rhs }) => {
    const [left, right] = [compile(lhs!), compile(rhs!)];
    return (focus) => (toBoolean(left(focus)) === decides ? decides : toBoolean(right(focus)));
  };

const compilers: ReadonlyMap<ParsedClass, Compiler> = new Map<ParsedClass, Compiler>([
  [library.OrOperation, logical(true)],
  [library.AndOperation, logical(false)],
  [library.EqualsOperation, comparing('=')],
  [library.NotEqualOperation, comparing('!=')],
  [library.LessThanOperation, comparing('<')],
  [library.LessThanOrEqualOperation, comparing('<=')],
  [library.GreaterThanOperation, comparing('>')],
  [library.GreaterThanOrEqualOperation, comparing('>=')],
  [library.PlusOperation, arithmetic((left, right) => left + right)],
  [library.MinusOperation, arithmetic((left, right) => left - right)],
  [library.MultiplyOperation, arithmetic((left, right) => left * right)],
  [library.DivOperation, arithmetic((left, right) => left / right)],
  [library.ModOperation, arithmetic((left, right) => left % right)],
  [
    library.UnaryMinusOperation,
    ({ rhs }) => {
      const operand = compile(rhs!);
      return (focus) => -toNumber(operand(focus), focus.tree);
    },
  ],
  [
    library.BarOperation,
    ({ lhs, rhs }) => {
      const [left, right] = [compile(lhs!), compile(rhs!)];
      return (focus) =>
        inDocumentOrder(new Set([...asNodes(left(focus)), ...asNodes(right(focus))]), focus.tree);
    },
  ],
  [library.PathExpr, compilePath],
  [library.FunctionCall, compileCall],
  [
    library.VariableReference,
    ({ variable }) => {
      throw new Error(`There is no variable "$${variable}" here; write its value instead.`);
    },
  ],
  [
    library.XString,
    ({ str = '' }) =>
      () =>
        str,
  ],
  [
    library.XNumber,
    ({ num = 0 }) =>
      () =>
        num,
  ],
]);

const compile = (parsed: Parsed): XPathExpression => {
  const compiler = compilers.get(parsed.constructor as ParsedClass);
  if (!compiler) throw new Error('The expression has a part that XPath 1.0 does not know.');
  const expression = compiler(parsed);
  return (focus) => {
    focus.tree.budget.spend();
    return expression(focus);
  };
};

/** @throws Error when the expression is no XPath 1.0, or asks for a function or a variable that there is not. */
export const compileXPath = (expression: string): XPathExpression =>
  compile(library.parse(expression).expression.expression);
