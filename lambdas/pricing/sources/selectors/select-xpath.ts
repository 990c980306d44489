import type { Element } from 'domhandler';
import type { SelectorEngine } from './engine.ts';
import { collapse, firstText, textOf as textOfElement } from './selectable-page.ts';
import { parseXPath } from './xpath-library.ts';
import type { XPathNode } from './xpath-node.ts';

/** A result of an XPath: an element or a plain text. */
export type XPathResult = Element | string;

/** The functions of XPath 1.0 with their minimum and maximum number of arguments. */
const functions: Readonly<Record<string, readonly [least: number, most: number]>> = {
  last: [0, 0],
  position: [0, 0],
  count: [1, 1],
  id: [1, 1],
  'local-name': [0, 1],
  'namespace-uri': [0, 1],
  name: [0, 1],
  string: [0, 1],
  concat: [2, Number.POSITIVE_INFINITY],
  'starts-with': [2, 2],
  contains: [2, 2],
  'substring-before': [2, 2],
  'substring-after': [2, 2],
  substring: [2, 3],
  'string-length': [0, 1],
  'normalize-space': [0, 1],
  translate: [3, 3],
  boolean: [1, 1],
  not: [1, 1],
  true: [0, 0],
  false: [0, 0],
  lang: [1, 1],
  number: [0, 1],
  sum: [1, 1],
  floor: [1, 1],
  ceiling: [1, 1],
  round: [1, 1],
};

/** A part of a parsed expression. */
interface Part {
  functionName?: string;
  arguments?: unknown[];
  variable?: string;
}

const faultOf = ({ functionName, arguments: given, variable }: Part): string | undefined => {
  if (variable !== undefined) return `There is no variable "$${variable}" here.`;
  if (functionName === undefined) return undefined;
  const arity = Object.hasOwn(functions, functionName) ? functions[functionName] : undefined;
  if (!arity)
    return `There is no function "${functionName}"; expected one of ${Object.keys(functions).join(', ')}.`;
  const count = given?.length ?? 0;
  return count >= arity[0] && count <= arity[1]
    ? undefined
    : `The function "${functionName}" does not take ${count} arguments.`;
};

/** @throws Error if the expression is not valid XPath 1.0, or uses unknown names. */
const checkXPath = (expression: string): void => {
  const stack: unknown[] = [parseXPath(expression).expression];
  while (stack.length > 0) {
    const part = stack.pop();
    if (typeof part !== 'object' || part === null) continue;
    const fault = faultOf(part);
    if (fault !== undefined) throw new Error(fault);
    stack.push(...Object.values(part));
  }
};

/**
 * Evaluates an XPath 1.0 expression. Names ignore case, as in HTML; there are no namespaces or variables.
 *
 * @param context - a node of the page, usually its document.
 * @returns the nodes in document order, or a single text, number or boolean as text.
 * @throws Error if the expression is not valid XPath 1.0.
 */
export function* selectXPath(context: XPathNode, expression: string): Generator<XPathResult> {
  const found = parseXPath(expression).evaluate({
    node: context,
    isHtml: true,
    namespaces: (prefix: string) => prefix.toLowerCase(),
  });
  const isElement = ({ attributes }: XPathNode): boolean => attributes !== null;
  if (!found.toArray) yield found.stringValue();
  else for (const node of found.toArray()) yield isElement(node) ? (node.source as Element) : textOf(node);
}

/** The string-value of a node (XPath 1.0, section 5). */
const textOf = (node: XPathNode): string => {
  if (node.firstChild === null) return node.nodeValue;
  let text = '';
  for (let child: XPathNode | null = node.firstChild; child; child = child.nextSibling)
    if (child.nodeType !== 8) text += textOf(child);
  return text;
};

export const engine: SelectorEngine = {
  check: checkXPath,
  read: ({ xpathDocument }, { Value, Attribute }) =>
    firstText(selectXPath(xpathDocument, Value), (result) =>
      typeof result === 'string' ? collapse(result) : textOfElement(result, Attribute),
    ),
};
